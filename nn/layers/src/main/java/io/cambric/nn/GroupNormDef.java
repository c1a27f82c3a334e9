package io.cambric.nn;

import static io.cambric.numpy.Initializers.ones;
import static io.cambric.numpy.Initializers.zeros;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Numpy;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Group normalisation: normalises groups of channels by their mean and variance over the group and
 * all axes but the batch. One group is {@link LayerNorm}, groups of one are {@link InstanceNorm}.
 *
 * <p>Shapes: {@code [batch, ..., channels]}, or {@code [channels]} without a batch. Kept, as is the
 * dtype of floating inputs.
 *
 * <p>Variables: {@code params/scale}, {@code params/bias}, both {@code [channels]}.
 *
 * @param numGroups number of groups, or {@code null} if their size is given
 * @param groupSize channels per group, or {@code null} if their number is given
 * @param epsilon added to the variance, in squared units of the input
 * @param dtype dtype of the result, or {@code null} to promote input and parameters
 * @param paramDtype dtype of the parameters
 * @param useBias whether a bias is added
 * @param useScale whether the result is scaled
 * @param biasInit initializer of the bias
 * @param scaleInit initializer of the scale
 * @param reductionAxes the axes over which mean and variance are taken, including the last; {@code
 *     null} for all but the first
 * @param axisName the mapped axis over whose lanes means are taken, too; {@code null} for none
 * @param axisIndexGroups the indices of the lanes of each group that shares its statistics; {@code
 *     null} for one group of all
 * @param useFastVariance whether the variance is {@code E[x^2] - E[x]^2}, faster but less exact
 * @param forceFloat32Reductions whether statistics of halves are computed in f32
 * @see <a href="https://arxiv.org/abs/1803.08494">Wu and He, 2018</a>
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.GroupNorm">flax.linen.GroupNorm</a>
 */
@Module
record GroupNormDef(
    @Nullable Integer numGroups,
    @Nullable Integer groupSize,
    double epsilon,
    @Nullable DType dtype,
    DType paramDtype,
    boolean useBias,
    boolean useScale,
    Initializer biasInit,
    Initializer scaleInit,
    @Nullable Axes reductionAxes,
    @Nullable String axisName,
    @Nullable List<List<Integer>> axisIndexGroups,
    boolean useFastVariance,
    boolean forceFloat32Reductions) {

  GroupNormDef {
    axisIndexGroups = StatisticsLanes.copied(axisIndexGroups);
  }

  GroupNormDef() {
    this(32);
  }

  GroupNormDef(@Nullable Integer numGroups) {
    this(numGroups, null);
  }

  GroupNormDef(@Nullable Integer numGroups, @Nullable Integer groupSize) {
    this(
        numGroups, groupSize, 1e-6, null, DType.F32, true, true, zeros(), ones(), null, null, null,
        true, true);
  }

  @Compact
  Array call(Array x) {
    return normalize(x, null);
  }

  /**
   * Normalises by the statistics of some elements.
   *
   * @param x the input
   * @param mask where elements count in the statistics, of the shape of the input
   * @return the input normalised
   */
  @Compact
  Array call(Array x, Array mask) {
    return normalize(x, mask);
  }

  private Array normalize(Array x, @Nullable Array mask) {
    LayerChecks.requireRank("GroupNorm", x, 1);
    int last = x.rank() - 1;
    var reduced =
        reductionAxes == null
            ? Axes.range(Math.min(1, last), x.rank())
            : reductionAxes.distinct(x.rank(), "GroupNorm");
    if (!reduced.contains(last)) {
      throw new HyperparameterException(
          "GroupNorm needs the last axis, the channels, among its reduction axes, but got %s. Add -1."
              .formatted(reductionAxes));
    }
    int groups = groups(x);
    var outer = Axes.of(Arrays.copyOf(reduced.toArray(), reduced.size() - 1));
    var method =
        new Statistics.Method(
            dtype,
            useFastVariance,
            forceFloat32Reductions,
            StatisticsLanes.of(axisName, axisIndexGroups));
    var statistics =
        method.of(
            grouped(x, groups),
            outer.concat(Axes.of(last + 1)),
            mask == null ? null : grouped(spread(x, mask), groups));
    var spread =
        new Statistics(
            Numpy.repeat(statistics.mean(), x.dim(-1) / groups, -1),
            Numpy.repeat(statistics.variance(), x.dim(-1) / groups, -1));
    var normalization =
        new Normalization(
            epsilon, dtype, paramDtype, useScale ? scaleInit : null, useBias ? biasInit : null);
    return normalization.apply(x, spread, outer, Axes.of(last));
  }

  private static Array spread(Array x, Array mask) {
    LayerChecks.requireMask("GroupNorm", x, mask);
    return Numpy.broadcastTo(mask, x.shape());
  }

  private int groups(Array x) {
    int channels = x.dim(-1);
    if ((numGroups == null) == (groupSize == null)) {
      throw new HyperparameterException(
          "GroupNorm needs either a number of groups or their size, but got %s and %s. Use GroupNorm.of(groups), or GroupNorm.of(null, size)."
              .formatted(numGroups, groupSize));
    }
    int divisor = numGroups != null ? numGroups : groupSize;
    boolean none = numGroups == null && channels == 0;
    if (divisor <= 0 || channels % divisor != 0 || none) {
      throw new HyperparameterException(
          "GroupNorm needs channels divisible by %s but the input is %s. Choose a divisor of %d."
              .formatted(
                  numGroups != null
                      ? "the number of groups, " + divisor + ","
                      : "the group size, " + divisor + ",",
                  x.aval(),
                  channels));
    }
    return numGroups != null ? divisor : channels / divisor;
  }

  private static Array grouped(Array x, int groups) {
    var leading = x.shape().slice(0, x.rank() - 1);
    return x.reshape(leading.concat(Shape.of(groups, x.dim(-1) / groups)));
  }
}
