/**
 * Warm-up: vector loops behind handles, and the background runs until the JIT has compiled them.
 * {@code Species} has the shapes of vectors. This package knows no operation.
 */
@NullMarked
package io.cambric.kernels.simd.jit;

import org.jspecify.annotations.NullMarked;
