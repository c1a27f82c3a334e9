package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Numpy} and {@link Activations} both have, so that a program may import all of both.
 */
abstract class CommonFunctions {

  CommonFunctions() {}

  /** {@return the hyperbolic tangent} */
  public static Array tanh(Array x) {
    return Lax.tanh(Operands.inexact(x));
  }

  /** {@return log(sum(exp(x))) without overflow} */
  public static Array logsumexp(Array x, int... axes) {
    return logsumexp(x, Numpy.axesOrAll(x, axes), false, null);
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
    var shown = where == null ? x : Numpy.where(where, x, 0);
    var real = Operands.inexact(shown);
    var largest = Numpy.max(real, axes, true, Double.NEGATIVE_INFINITY, where);
    var shift =
        Lax.stopGradient(Lax.select(Lax.isFinite(largest), largest, Operands.constant(largest, 0)));
    var exps = Lax.exp(Operands.binary("logsumexp", Lax::sub, real, shift));
    var sum = Lax.abs(Numpy.sum(exps, axes, keepDims, where));
    return Lax.add(Lax.log(sum), keepDims ? shift : Lax.reshape(shift, sum.shape()));
  }
}
