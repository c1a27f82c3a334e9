/** Functions of floats, such as exponentials, from which generated loops take their vector code. */
@NullMarked
package io.cambric.kernels.simd.math;

import org.jspecify.annotations.NullMarked;
