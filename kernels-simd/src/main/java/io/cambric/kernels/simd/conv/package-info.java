/**
 * Convolutions, their gradients and pooling: as implicit GEMM, or by algorithms of their own for
 * shapes that waste lanes.
 */
@NullMarked
package io.cambric.kernels.simd.conv;

import org.jspecify.annotations.NullMarked;
