/**
 * Operations in random shapes: what is called, the cases drawn from a seed, the peers that run the
 * same cases, and the arithmetic of the comparison. {@code ./run bench ops} and {@code products}
 * measure them.
 *
 * <p>This package knows nothing of the benchmarks that use it.
 */
@NullMarked
package io.cambric.benchmarks.sweep;

import org.jspecify.annotations.NullMarked;
