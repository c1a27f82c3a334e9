package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.result.LogOfSum;
import org.jspecify.annotations.Nullable;

/** The logarithm of a sum of exponentials. */
public final class LogSumExp {

  private LogSumExp() {}

  /**
   * {@return the logarithm of the magnitude of sum(weights exp(x)), without overflow, and the sign
   * of the sum}
   *
   * @param where mask of the included elements, or {@code null} for all
   * @param weights factors of the exponentials, which broadcast, or {@code null} for 1; an element
   *     of weight 0 is ignored
   */
  public static LogOfSum of(
      Array x,
      @Nullable Axes axes,
      boolean keepDims,
      @Nullable Array where,
      @Nullable Array weights) {
    ReductionOperands.requireReducible("logsumexp", x, axes, where);
    var shown = where == null ? x : ElementSelection.where(where, x, 0);
    var real = Operands.inexact(shown);
    if (weights != null) {
      var both = Operands.inexact(shown, weights);
      var counts = Comparisons.notEqual(both.get(1), Operands.constant(both.get(1), 0));
      real = ElementSelection.where(counts, both.get(0), Double.NEGATIVE_INFINITY);
    }
    var largest = Extrema.max(real, axes, true, Double.NEGATIVE_INFINITY, where);
    var shift =
        Lax.stopGradient(Lax.select(Lax.isFinite(largest), largest, Operands.constant(largest, 0)));
    var exps = Lax.exp(Operands.binary("logsumexp", Lax::sub, real, shift));
    var terms = weights == null ? exps : Arithmetic.multiply(exps, weights);
    var sum = Sums.sum(terms, axes, keepDims, where);
    var log = Lax.log(Lax.abs(sum));
    var value = Lax.add(log, keepDims ? shift : Lax.reshape(shift, sum.shape()));
    return new LogOfSum(value, Lax.sign(sum));
  }
}
