/**
 * The functions of {@code jax.numpy}, one class for each chapter of NumPy's routines by topic. A
 * chapter has every overload and every option of its functions. {@code Numpy} has the functions of
 * all chapters.
 *
 * <p>Example: {@code cumsum} is in {@code Sums}, with its variant {@code nancumsum}; {@code
 * linspace} is in {@code Ranges}. Chapters use each other, as in NumPy, so they are one package.
 * All chapters build on {@code Operands} and {@code ReductionOperands}. These convert operands to
 * one dtype and one shape, and normalize axes and masks of reductions.
 */
@NullMarked
package io.cambric.numpy.routine;

import org.jspecify.annotations.NullMarked;
