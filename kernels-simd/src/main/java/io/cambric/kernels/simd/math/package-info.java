/** Functions of vectors, such as exponentials, and their scalar twins with the same bits. */
@NullMarked
package io.cambric.kernels.simd.math;

import org.jspecify.annotations.NullMarked;
