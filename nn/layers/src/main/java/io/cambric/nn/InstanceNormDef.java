package io.cambric.nn;

import static io.cambric.numpy.Initializers.ones;
import static io.cambric.numpy.Initializers.zeros;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Initializer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Instance normalisation: normalises each channel of each example by its mean and variance over all
 * other axes.
 *
 * <p>Shapes: {@code [batch, ..., channels]}, kept, as is the dtype of floating inputs.
 *
 * <p>Variables: {@code params/scale}, {@code params/bias}, both {@code [channels]}.
 *
 * @param epsilon added to the variance, in squared units of the input
 * @param dtype dtype of the result, or {@code null} to promote input and parameters
 * @param paramDtype dtype of the parameters
 * @param useBias whether a bias is added
 * @param useScale whether the result is scaled
 * @param biasInit initializer of the bias
 * @param scaleInit initializer of the scale
 * @param featureAxes the axes of the channels, not the first
 * @param axisName the mapped axis over whose lanes means are taken, too; {@code null} for none
 * @param axisIndexGroups the indices of the lanes of each group that shares its statistics; {@code
 *     null} for one group of all
 * @param useFastVariance whether the variance is {@code E[x^2] - E[x]^2}, faster but less exact
 * @param forceFloat32Reductions whether statistics of halves are computed in f32
 * @see <a href="https://arxiv.org/abs/1607.08022">Ulyanov et al., 2016</a>
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.InstanceNorm">flax.linen.InstanceNorm</a>
 */
@Module
record InstanceNormDef(
    double epsilon,
    @Nullable DType dtype,
    DType paramDtype,
    boolean useBias,
    boolean useScale,
    Initializer biasInit,
    Initializer scaleInit,
    Axes featureAxes,
    @Nullable String axisName,
    @Nullable List<List<Integer>> axisIndexGroups,
    boolean useFastVariance,
    boolean forceFloat32Reductions) {

  InstanceNormDef {
    axisIndexGroups = StatisticsLanes.copied(axisIndexGroups);
  }

  InstanceNormDef() {
    this(1e-6, null, DType.F32, true, true, zeros(), ones(), Axes.of(-1), null, null, true, true);
  }

  @Compact
  Array call(Array x) {
    return normalize(x, null);
  }

  /**
   * Normalises by the statistics of some elements.
   *
   * @param x the input
   * @param mask where elements count in the statistics, broadcast to the input
   * @return the input normalised
   */
  @Compact
  Array call(Array x, Array mask) {
    return normalize(x, mask);
  }

  private Array normalize(Array x, @Nullable Array mask) {
    var features = featureAxes.distinct(x.rank(), "InstanceNorm");
    if (features.contains(0)) {
      throw new HyperparameterException(
          "InstanceNorm needs channel axes after the first, which is the batch, but got %s. Move the batch to the front."
              .formatted(featureAxes));
    }
    var reduced = Axes.of(0).concat(features).complement(x.rank());
    var method =
        new Statistics.Method(
            dtype,
            useFastVariance,
            forceFloat32Reductions,
            StatisticsLanes.of(axisName, axisIndexGroups));
    var normalization =
        new Normalization(
            epsilon, dtype, paramDtype, useScale ? scaleInit : null, useBias ? biasInit : null);
    return normalization.apply(x, method.of(x, reduced, mask), reduced, features);
  }
}
