package io.cambric.nn;

import static io.cambric.module.ModuleScope.isInitializing;
import static io.cambric.module.ModuleScope.variable;
import static io.cambric.numpy.Initializers.ones;
import static io.cambric.numpy.Initializers.zeros;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.numpy.Initializer;
import io.cambric.scope.Variable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Batch normalisation: normalises each feature by its mean and variance over all other axes.
 *
 * <pre>
 *   y       = (x - mean) / sqrt(var + epsilon) * scale + bias
 *   running = momentum * running + (1 - momentum) * batch
 * </pre>
 *
 * <p>In training, mean and variance come from the batch. The call updates the running statistics,
 * so {@code batch_stats} must be mutable. Otherwise mean and variance are the running ones.
 * Initialising updates nothing. The variance is the biased one.
 *
 * <p>Shapes and, for floating inputs, dtype are kept.
 *
 * <p>Variables: {@code batch_stats/mean}, {@code batch_stats/var}, {@code params/scale}, {@code
 * params/bias}, all {@code [features]}.
 *
 * @param useRunningAverage whether the running statistics are used; {@code null} if given in the
 *     call
 * @param axis the axes of the features
 * @param momentum share of the running statistics that stays in a step, in {@code [0, 1]}
 * @param epsilon added to the variance, in squared units of the input
 * @param dtype dtype of the result, or {@code null} to promote input and parameters
 * @param paramDtype dtype of the parameters
 * @param useBias whether a bias is added
 * @param useScale whether the result is scaled
 * @param biasInit initializer of the bias
 * @param scaleInit initializer of the scale
 * @param axisName the mapped axis over whose lanes the statistics of the batch are taken, too, but
 *     not while initialising; {@code null} for none
 * @param axisIndexGroups the indices of the lanes of each group that shares its statistics; {@code
 *     null} for one group of all
 * @param useFastVariance whether the variance is {@code E[x^2] - E[x]^2}, faster but less exact
 * @param forceFloat32Reductions whether statistics of halves are computed and kept in f32
 * @see <a href="https://arxiv.org/abs/1502.03167">Ioffe and Szegedy, 2015</a>
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.BatchNorm">flax.linen.BatchNorm</a>
 */
@Module
record BatchNormDef(
    @Nullable Boolean useRunningAverage,
    Axes axis,
    double momentum,
    double epsilon,
    @Nullable DType dtype,
    DType paramDtype,
    boolean useBias,
    boolean useScale,
    Initializer biasInit,
    Initializer scaleInit,
    @Nullable String axisName,
    @Nullable List<List<Integer>> axisIndexGroups,
    boolean useFastVariance,
    boolean forceFloat32Reductions) {

  BatchNormDef {
    LayerChecks.requireFraction("BatchNorm", "momentum", momentum);
    axisIndexGroups = StatisticsLanes.copied(axisIndexGroups);
  }

  BatchNormDef() {
    this(null);
  }

  BatchNormDef(@Nullable Boolean useRunningAverage) {
    this(
        useRunningAverage,
        Axes.of(-1),
        0.99,
        1e-5,
        null,
        DType.F32,
        true,
        true,
        zeros(),
        ones(),
        null,
        null,
        true,
        true);
  }

  @Compact
  Array call(Array x) {
    return normalize(x, null, null);
  }

  /**
   * Normalises by the statistics of the batch, or by the running ones.
   *
   * @param x the input
   * @param useRunningAverage whether by the running ones
   * @return the input normalised
   */
  @Compact
  Array call(Array x, boolean useRunningAverage) {
    return normalize(x, useRunningAverage, null);
  }

  /**
   * Normalises by the statistics of a part of the batch, or by the running ones.
   *
   * @param x the input
   * @param mask where elements count in the statistics of the batch, broadcast to the input
   * @return the input normalised
   */
  @Compact
  Array call(Array x, Array mask) {
    return normalize(x, null, mask);
  }

  /**
   * Normalises by the statistics of a part of the batch, or by the running ones.
   *
   * @param x the input
   * @param useRunningAverage whether by the running ones
   * @param mask where elements count in the statistics of the batch, broadcast to the input
   * @return the input normalised
   */
  @Compact
  Array call(Array x, boolean useRunningAverage, Array mask) {
    return normalize(x, useRunningAverage, mask);
  }

  private Array normalize(Array x, @Nullable Boolean ofCall, @Nullable Array mask) {
    boolean running =
        LayerArguments.mergeParam("BatchNorm", "useRunningAverage", useRunningAverage, ofCall);
    var featureAxes = axis.distinct(x.rank(), "BatchNorm");
    var reductionAxes = featureAxes.complement(x.rank());
    var statsType = forceFloat32Reductions ? DType.F32 : paramDtype;
    var stats = new ShapedArray(x.shape().select(featureAxes), statsType);
    var mean = variable("batch_stats", "mean", () -> Lax.full(stats, 0));
    var variance = variable("batch_stats", "var", () -> Lax.full(stats, 1));
    Statistics statistics;
    if (running) {
      statistics = new Statistics(kept(mean), kept(variance));
    } else {
      var lanes = isInitializing() ? null : StatisticsLanes.of(axisName, axisIndexGroups);
      var method = new Statistics.Method(dtype, useFastVariance, forceFloat32Reductions, lanes);
      statistics = method.of(x, reductionAxes, mask);
      if (!isInitializing()) {
        average(mean, statistics.mean());
        average(variance, statistics.variance());
      }
    }
    var normalization =
        new Normalization(
            epsilon, dtype, paramDtype, useScale ? scaleInit : null, useBias ? biasInit : null);
    return normalization.apply(x, statistics, reductionAxes, featureAxes);
  }

  private Array kept(Variable<Array> variable) {
    return forceFloat32Reductions ? variable.get() : variable.get().astype(paramDtype);
  }

  private void average(Variable<Array> running, Array batch) {
    running.set(running.get().mul(momentum).add(batch.mul(1 - momentum)));
  }
}
