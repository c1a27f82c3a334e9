/**
 * The functions of {@code jax.numpy}, one class for each chapter of NumPy's routines by topic. A
 * chapter has every overload and every option of its functions. {@code Numpy} shows them all.
 *
 * <p>Example: {@code cumsum} is in {@code Sums}, with its twin {@code nancumsum}; {@code linspace}
 * is in {@code Ranges}. Chapters use each other, as NumPy's do, and so are one package. {@code
 * Operands} and {@code ReductionOperands} are below them: they bring operands to one dtype and one
 * shape, and axes and masks of reductions into order.
 */
@NullMarked
package io.cambric.numpy.routine;

import org.jspecify.annotations.NullMarked;
