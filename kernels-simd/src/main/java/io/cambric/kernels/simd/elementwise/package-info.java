/** Operations on blocks, instruction by instruction, and reductions of rows and columns. */
@NullMarked
package io.cambric.kernels.simd.elementwise;

import org.jspecify.annotations.NullMarked;
