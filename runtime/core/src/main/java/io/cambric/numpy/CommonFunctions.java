package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
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
    return logsumexp(x, ReductionFunctions.axesOrAll(x, axes), false, null);
  }

  /**
   * {@return log(sum(exp(x))) without overflow, over the elements where the mask is true}
   *
   * @param where mask of the elements that take part, or {@code null} for all
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.nn.logsumexp.html">nn.logsumexp</a>
   */
  public static Array logsumexp(
      Array x, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return logOfSum(x, axes, keepDims, where, null).value();
  }

  /**
   * {@return the logarithm of the magnitude of sum(weights exp(x)), without overflow, and the sign
   * of the sum}
   *
   * @param where mask of the elements that take part, or {@code null} for all
   * @param weights factors of the exponentials, which broadcast, or {@code null} for 1; an element
   *     of weight 0 takes no part
   */
  public static LogOfSum logsumexpWithSign(
      Array x,
      @Nullable Axes axes,
      boolean keepDims,
      @Nullable Array where,
      @Nullable Array weights) {
    return logOfSum(x, axes, keepDims, where, weights);
  }

  private static LogOfSum logOfSum(
      Array x,
      @Nullable Axes axes,
      boolean keepDims,
      @Nullable Array where,
      @Nullable Array weights) {
    ReductionFunctions.requireReducible("logsumexp", x, axes, where);
    var shown = where == null ? x : WhereFunctions.where(where, x, 0);
    var real = Operands.inexact(shown);
    if (weights != null) {
      var both = Operands.inexact(shown, weights);
      var counts = WhereFunctions.notEqual(both.get(1), Operands.constant(both.get(1), 0));
      real = WhereFunctions.where(counts, both.get(0), Double.NEGATIVE_INFINITY);
    }
    var largest = ReductionFunctions.max(real, axes, true, Double.NEGATIVE_INFINITY, where);
    var shift =
        Lax.stopGradient(Lax.select(Lax.isFinite(largest), largest, Operands.constant(largest, 0)));
    var exps = Lax.exp(Operands.binary("logsumexp", Lax::sub, real, shift));
    var terms = weights == null ? exps : ArithmeticFunctions.multiply(exps, weights);
    var sum = ReductionFunctions.sum(terms, axes, keepDims, where);
    var log = Lax.log(Lax.abs(sum));
    var value = Lax.add(log, keepDims ? shift : Lax.reshape(shift, sum.shape()));
    return new LogOfSum(value, Lax.sign(sum));
  }

  /**
   * {@return log(sum(weights exp(x))) without overflow; NaN where the sum is negative}
   *
   * @param where mask of the elements that take part, or {@code null} for all
   * @param weights factors of the exponentials, which broadcast, or {@code null} for 1
   */
  public static Array logsumexp(
      Array x,
      @Nullable Axes axes,
      boolean keepDims,
      @Nullable Array where,
      @Nullable Array weights) {
    var both = logOfSum(x, axes, keepDims, where, weights);
    return weights == null
        ? both.value()
        : WhereFunctions.where(
            WhereFunctions.less(both.sign(), Operands.constant(both.sign(), 0)),
            Double.NaN,
            both.value());
  }
}
