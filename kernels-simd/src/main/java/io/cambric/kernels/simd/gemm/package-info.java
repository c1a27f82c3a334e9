/**
 * Products of matrices, in the layers of BLIS: blocks, packing, and the choice of tiles for this
 * machine by {@code MachineProfile}.
 */
@NullMarked
package io.cambric.kernels.simd.gemm;

import org.jspecify.annotations.NullMarked;
