package io.cambric.nn;

import static io.cambric.module.ModuleScope.makeRng;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import org.jspecify.annotations.Nullable;

/**
 * Dropout: zeros elements at random in training and scales the others up, so that the mean is
 * unchanged.
 *
 * <p>Shapes and dtype are kept.
 *
 * <p>Variables: none. Random streams: {@code rngCollection}, unless deterministic or the rate is 0
 * or 1.
 *
 * @param rate fraction dropped, unitless, in {@code [0, 1]}
 * @param broadcastDims axes along which all elements are dropped together; often none
 * @param deterministic whether dropout is off; {@code null} if given in the call
 * @param rngCollection the random stream that keys are made from
 * @see <a href="https://jmlr.org/papers/v15/srivastava14a.html">Srivastava et al., 2014</a>
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.Dropout">flax.linen.Dropout</a>
 */
@Module(variables = false)
record DropoutDef(
    double rate, Axes broadcastDims, @Nullable Boolean deterministic, String rngCollection) {

  DropoutDef {
    LayerChecks.requireFraction("Dropout", "rate", rate);
  }

  DropoutDef(double rate) {
    this(rate, Axes.of(), null, "dropout");
  }

  @Compact
  Array call(Array x) {
    return drop(x, null, null);
  }

  /**
   * Drops elements, unless deterministic.
   *
   * @param x the input
   * @param deterministic whether dropout is off
   * @return the input, or the input with some elements dropped
   */
  @Compact
  Array call(Array x, boolean deterministic) {
    return drop(x, deterministic, null);
  }

  /**
   * Drops elements by a key of the caller, unless deterministic.
   *
   * @param x the input
   * @param deterministic whether dropout is off
   * @param key used instead of a key of the random stream
   * @return the input, or the input with some elements dropped
   */
  @Compact
  Array call(Array x, boolean deterministic, Key key) {
    return drop(x, deterministic, key);
  }

  private Array drop(Array x, @Nullable Boolean ofCall, @Nullable Key key) {
    if (LayerArguments.mergeParam("Dropout", "deterministic", deterministic, ofCall) || rate == 0) {
      return x;
    }
    if (rate == 1) { // x / 0 would give gradients that are not numbers
      return Numpy.zerosLike(x);
    }
    double kept = 1 - rate;
    var shape = x.shape();
    for (int i = 0; i < broadcastDims.size(); i++) {
      shape = shape.with(Axes.normalize(broadcastDims.get(i), x.rank(), "Dropout"), 1);
    }
    var mask = Random.bernoulli(key == null ? makeRng(rngCollection) : key, kept, shape);
    return Numpy.where(mask, x.div(kept), Numpy.zerosLike(x));
  }
}
