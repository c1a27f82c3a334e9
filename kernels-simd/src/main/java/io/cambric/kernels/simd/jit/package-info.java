/**
 * Warm-up: vector loops behind method handles, run in the background until the JIT has compiled
 * them. {@code Species} defines the vector species. This package knows no operation.
 */
@NullMarked
package io.cambric.kernels.simd.jit;

import org.jspecify.annotations.NullMarked;
