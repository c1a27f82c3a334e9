/** Attention and its gradient, tile by tile, with an online softmax. */
@NullMarked
package io.cambric.kernels.simd.attention;

import org.jspecify.annotations.NullMarked;
