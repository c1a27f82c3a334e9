package io.cambric.nn;

import static io.cambric.numpy.Initializers.ones;
import static io.cambric.numpy.Initializers.zeros;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.numpy.Initializer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Layer normalisation: normalises each example by its mean and variance over some axes, by default
 * the last.
 *
 * <pre>
 *   y = (x - mean) / sqrt(var + epsilon) * scale + bias
 * </pre>
 *
 * <p>Shapes and, for floating inputs, dtype are kept.
 *
 * <p>Variables: {@code params/scale}, {@code params/bias}, both {@code [features]}.
 *
 * @param epsilon added to the variance, in squared units of the input
 * @param dtype dtype of the result, or {@code null} to promote input and parameters
 * @param paramDtype dtype of the parameters
 * @param useBias whether a bias is added
 * @param useScale whether the result is scaled
 * @param biasInit initializer of the bias
 * @param scaleInit initializer of the scale
 * @param reductionAxes the axes over which mean and variance are taken
 * @param featureAxes the axes of scale and bias
 * @param axisName the mapped axis over whose lanes means are taken, too; {@code null} for none
 * @param axisIndexGroups the indices of the lanes of each group that shares its statistics; {@code
 *     null} for one group of all
 * @param useFastVariance whether the variance is {@code E[x^2] - E[x]^2}, faster but less exact
 * @param forceFloat32Reductions whether statistics of halves are computed in f32
 * @see <a href="https://arxiv.org/abs/1607.06450">Ba et al., 2016</a>
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.LayerNorm">flax.linen.LayerNorm</a>
 */
@Module
record LayerNormDef(
    double epsilon,
    @Nullable DType dtype,
    DType paramDtype,
    boolean useBias,
    boolean useScale,
    Initializer biasInit,
    Initializer scaleInit,
    Axes reductionAxes,
    Axes featureAxes,
    @Nullable String axisName,
    @Nullable List<List<Integer>> axisIndexGroups,
    boolean useFastVariance,
    boolean forceFloat32Reductions) {

  LayerNormDef {
    axisIndexGroups = StatisticsLanes.copied(axisIndexGroups);
  }

  LayerNormDef() {
    this(
        1e-6,
        null,
        DType.F32,
        true,
        true,
        zeros(),
        ones(),
        Axes.of(-1),
        Axes.of(-1),
        null,
        null,
        true,
        true);
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
    var reduced = reductionAxes.distinct(x.rank(), "LayerNorm");
    var features = featureAxes.distinct(x.rank(), "LayerNorm");
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
