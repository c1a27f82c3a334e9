package io.cambric.nn;

import static io.cambric.module.ModuleScope.param;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Initializer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The last step that normalisations share, given mean and variance: {@code y = (x - mean) *
 * rsqrt(variance + epsilon) * scale + bias}. The parameters {@code scale} and {@code bias} are in
 * the current scope.
 *
 * @param epsilon added to the variance
 * @param dtype dtype of the result, or {@code null} to promote input and parameters
 * @param paramDtype dtype of the parameters
 * @param scaleInit initializer of the scale, or {@code null} for none
 * @param biasInit initializer of the bias, or {@code null} for none
 */
record Normalization(
    double epsilon,
    @Nullable DType dtype,
    DType paramDtype,
    @Nullable Initializer scaleInit,
    @Nullable Initializer biasInit) {

  /**
   * {@return the input normalised}
   *
   * @param statistics over the reduction axes
   * @param reductionAxes the axes that the statistics lack, counted from the first
   * @param featureAxes the axes of scale and bias, ascending
   */
  Array apply(Array x, Statistics statistics, Axes reductionAxes, Axes featureAxes) {
    var kept = ones(x, reductionAxes);
    var y = x.sub(statistics.mean().reshape(kept));
    var factor = Lax.rsqrt(statistics.variance().reshape(kept).add(epsilon));
    var features = x.shape().select(featureAxes);
    var broadcast = ones(x, featureAxes.complement(x.rank()));
    var scale =
        scaleInit == null
            ? null
            : param("scale", scaleInit, features, paramDtype).reshape(broadcast);
    y = y.mul(scale == null ? factor : factor.mul(scale));
    var bias =
        biasInit == null ? null : param("bias", biasInit, features, paramDtype).reshape(broadcast);
    if (bias != null) {
      y = y.add(bias);
    }
    return y.astype(LayerDtypes.canonicalize(dtype, x, scale, bias));
  }

  private static Shape ones(Array x, Axes axes) {
    var dims = x.shape().toArray();
    Arrays.stream(axes.toArray()).forEach(axis -> dims[axis] = 1);
    return Shape.of(dims);
  }
}
