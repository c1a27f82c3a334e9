package io.cambric.nn;

import static io.cambric.numpy.Initializers.ones;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.numpy.Initializer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * RMS normalisation: divides each example by its root mean square over some axes, by default the
 * last. Simpler than {@link LayerNorm}, because nothing is subtracted or added.
 *
 * <pre>
 *   y = x / sqrt(E[x^2] + epsilon) * scale
 * </pre>
 *
 * <p>Shapes and, for floating inputs, dtype are kept. The automatic name is Flax's, {@code
 * RMSNorm_0}.
 *
 * <p>Variables: {@code params/scale} {@code [features]}.
 *
 * @param epsilon added to the mean square, in squared units of the input
 * @param dtype dtype of the result, or {@code null} to promote input and parameters
 * @param paramDtype dtype of the parameters
 * @param useScale whether the result is scaled
 * @param scaleInit initializer of the scale
 * @param reductionAxes the axes over which the mean is taken
 * @param featureAxes the axes of the scale
 * @param axisName the mapped axis over whose lanes means are taken, too; {@code null} for none
 * @param axisIndexGroups the indices of the lanes of each group that shares its statistics; {@code
 *     null} for one group of all
 * @param useFastVariance no effect: a mean square has one formula
 * @param forceFloat32Reductions whether means of halves are computed in f32
 * @see <a href="https://arxiv.org/abs/1910.07467">Zhang and Sennrich, 2019</a>
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.RMSNorm">flax.linen.RMSNorm</a>
 */
@Module(name = "RMSNorm")
record RmsNormDef(
    double epsilon,
    @Nullable DType dtype,
    DType paramDtype,
    boolean useScale,
    Initializer scaleInit,
    Axes reductionAxes,
    Axes featureAxes,
    @Nullable String axisName,
    @Nullable List<List<Integer>> axisIndexGroups,
    boolean useFastVariance,
    boolean forceFloat32Reductions) {

  RmsNormDef {
    axisIndexGroups = StatisticsLanes.copied(axisIndexGroups);
  }

  RmsNormDef() {
    this(1e-6, null, DType.F32, true, ones(), Axes.of(-1), Axes.of(-1), null, null, true, true);
  }

  @Compact
  Array call(Array x) {
    return normalize(x, null);
  }

  /**
   * Normalises by the mean square of some elements.
   *
   * @param x the input
   * @param mask where elements count in the mean, broadcast to the input
   * @return the input normalised
   */
  @Compact
  Array call(Array x, Array mask) {
    return normalize(x, mask);
  }

  private Array normalize(Array x, @Nullable Array mask) {
    var reduced = reductionAxes.distinct(x.rank(), "RMSNorm");
    var features = featureAxes.distinct(x.rank(), "RMSNorm");
    var method =
        new Statistics.Method(
            dtype,
            useFastVariance,
            forceFloat32Reductions,
            StatisticsLanes.of(axisName, axisIndexGroups));
    var normalization =
        new Normalization(epsilon, dtype, paramDtype, useScale ? scaleInit : null, null);
    return normalization.apply(x, method.aroundZero(x, reduced, mask), reduced, features);
  }
}
