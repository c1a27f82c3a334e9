/** Random bits by threefry. */
@NullMarked
package io.cambric.kernels.simd.random;

import org.jspecify.annotations.NullMarked;
