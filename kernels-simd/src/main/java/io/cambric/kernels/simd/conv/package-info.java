/**
 * Convolutions, their gradients and pooling: as implicit GEMM, or by special algorithms for shapes
 * that would waste lanes.
 */
@NullMarked
package io.cambric.kernels.simd.conv;

import org.jspecify.annotations.NullMarked;
