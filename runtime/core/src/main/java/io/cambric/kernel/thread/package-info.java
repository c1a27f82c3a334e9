/**
 * Fork-join over ranges: splits work into chunks for a fixed set of daemon threads and the caller.
 *
 * <p>{@link io.cambric.kernel.thread.Parallel} is the entry. Chunks depend on the length of a range
 * only, so results are the same for any number of threads. For kernels, here and in faster sets.
 */
@NullMarked
package io.cambric.kernel.thread;

import org.jspecify.annotations.NullMarked;
