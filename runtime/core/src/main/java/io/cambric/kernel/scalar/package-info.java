/**
 * Scalar functions in plain Java: instructions of loop bodies for each kind of number, functions of
 * real numbers, and the block cipher of random bits.
 *
 * <p>The plain kernels compute with them, and faster kernels give the same bits. Single precision
 * is tested against double precision, and double precision against decimal arithmetic.
 */
@NullMarked
package io.cambric.kernel.scalar;

import org.jspecify.annotations.NullMarked;
