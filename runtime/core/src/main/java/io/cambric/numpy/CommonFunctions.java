package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.result.LogOfSum;
import io.cambric.numpy.routine.Comparisons;
import io.cambric.numpy.routine.ElementSelection;
import io.cambric.numpy.routine.LogSumExp;
import io.cambric.numpy.routine.Operands;
import io.cambric.numpy.routine.ReductionOperands;
import org.jspecify.annotations.Nullable;

/**
 * The functions that {@link Numpy}, {@link Activations} and {@link Special} share, so that a
 * program may import the functions of all three on demand.
 */
public abstract class CommonFunctions {

  CommonFunctions() {}

  /** {@return the hyperbolic tangent} */
  public static Array tanh(Array x) {
    return Lax.tanh(Operands.inexact(x));
  }

  /** {@return log(sum(exp(x))) without overflow} */
  public static Array logsumexp(Array x, int... axes) {
    return logsumexp(x, ReductionOperands.axesOrAll(x, axes), false, null);
  }

  /**
   * {@return log(sum(exp(x))) without overflow, over the elements where the mask is true}
   *
   * @param where mask of the included elements, or {@code null} for all
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.nn.logsumexp.html">nn.logsumexp</a>
   */
  public static Array logsumexp(
      Array x, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return LogSumExp.of(x, axes, keepDims, where, null).value();
  }

  /**
   * {@return the logarithm of the magnitude of sum(weights exp(x)), without overflow, and the sign
   * of the sum}
   *
   * @param where mask of the included elements, or {@code null} for all
   * @param weights factors of the exponentials, which broadcast, or {@code null} for 1; an element
   *     of weight 0 is ignored
   */
  public static LogOfSum logsumexpWithSign(
      Array x,
      @Nullable Axes axes,
      boolean keepDims,
      @Nullable Array where,
      @Nullable Array weights) {
    return LogSumExp.of(x, axes, keepDims, where, weights);
  }

  /**
   * {@return log(sum(weights exp(x))) without overflow; NaN where the sum is negative}
   *
   * @param where mask of the included elements, or {@code null} for all
   * @param weights factors of the exponentials, which broadcast, or {@code null} for 1
   */
  public static Array logsumexp(
      Array x,
      @Nullable Axes axes,
      boolean keepDims,
      @Nullable Array where,
      @Nullable Array weights) {
    var both = LogSumExp.of(x, axes, keepDims, where, weights);
    return weights == null
        ? both.value()
        : ElementSelection.where(
            Comparisons.less(both.sign(), Operands.constant(both.sign(), 0)),
            Double.NaN,
            both.value());
  }
}
