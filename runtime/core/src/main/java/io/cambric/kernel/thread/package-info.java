/**
 * Fork-join over ranges: splits work into chunks for a fixed set of daemon threads and the caller.
 *
 * <p>{@link io.cambric.kernel.thread.Parallel} is the entry point. Chunks depend on the length and
 * grain of a range only, so results are the same for any number of threads. All kernel sets use the
 * package.
 */
@NullMarked
package io.cambric.kernel.thread;

import org.jspecify.annotations.NullMarked;
