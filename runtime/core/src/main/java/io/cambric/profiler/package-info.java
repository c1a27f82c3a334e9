/**
 * Recordings by JDK Flight Recorder, with named steps and spans. Any package may use this one,
 * which depends only on the exceptions.
 */
@NullMarked
package io.cambric.profiler;

import org.jspecify.annotations.NullMarked;
