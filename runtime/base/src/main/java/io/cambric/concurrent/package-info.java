/** Waiting for results of other threads, for the artifacts of this project. */
@NullMarked
package io.cambric.concurrent;

import org.jspecify.annotations.NullMarked;
