/**
 * Recordings by JDK Flight Recorder, and names of steps and stretches in them. Everybody may use
 * it; it sees the exceptions alone.
 */
@NullMarked
package io.cambric.profiler;

import org.jspecify.annotations.NullMarked;
