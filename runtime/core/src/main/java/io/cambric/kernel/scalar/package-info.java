/**
 * Scalar functions in plain Java: the instructions of loop bodies by kind of number, functions of a
 * real number in single and in double precision, and the block cipher of random bits.
 *
 * <p>The plain kernels compute with them. Faster kernels give the bits of the functions in single
 * precision, whose errors are measured against double precision.
 */
@NullMarked
package io.cambric.kernel.scalar;

import org.jspecify.annotations.NullMarked;
