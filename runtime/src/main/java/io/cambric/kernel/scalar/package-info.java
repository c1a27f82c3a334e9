/**
 * Scalar functions in plain Java: the instructions of loop bodies by kind of number, functions of a
 * real number in double precision, and the block cipher of random bits.
 *
 * <p>The plain kernels compute with them; faster kernels are measured against them.
 */
@NullMarked
package io.cambric.kernel.scalar;

import org.jspecify.annotations.NullMarked;
