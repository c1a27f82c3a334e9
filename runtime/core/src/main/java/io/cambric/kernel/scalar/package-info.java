/**
 * Scalar functions in plain Java: the instructions of loop bodies by kind of number, functions of a
 * real number in single and in double precision, and the block cipher of random bits.
 *
 * <p>The plain kernels compute with them, and faster kernels give their bits. Errors in single
 * precision are measured against double precision, and those against decimal arithmetic.
 */
@NullMarked
package io.cambric.kernel.scalar;

import org.jspecify.annotations.NullMarked;
