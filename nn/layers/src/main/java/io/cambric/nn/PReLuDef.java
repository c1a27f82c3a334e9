package io.cambric.nn;

import static io.cambric.module.ModuleScope.param;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Numpy;

/**
 * A parametric rectifier (PReLU), whose slope below zero is a parameter.
 *
 * <pre>
 *   x where x >= 0, slope x elsewhere
 * </pre>
 *
 * <p>Shapes and dtype are kept.
 *
 * <p>Variables: {@code params/negative_slope}, a scalar.
 *
 * @param negativeSlopeInit the first slope, unitless
 * @param paramDtype dtype of the slope
 * @see <a href="https://arxiv.org/abs/1502.01852">He et al., 2015</a>
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.PReLU">flax.linen.PReLU</a>
 */
@Module(name = "PReLU")
record PReLuDef(double negativeSlopeInit, DType paramDtype) {

  /** The slope begins at 0.01. */
  PReLuDef() {
    this(0.01, DType.F32);
  }

  @Compact
  Array call(Array x) {
    var slope =
        param(
            "negative_slope", Initializers.constant(negativeSlopeInit), Shape.scalar(), paramDtype);
    return Numpy.where(x.ge(0), x, slope.astype(x.dtype()).mul(x));
  }
}
