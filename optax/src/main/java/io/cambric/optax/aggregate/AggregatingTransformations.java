package io.cambric.optax.aggregate;

import io.cambric.array.Axes;
import io.cambric.errors.TreeStructureException;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Identity;
import io.cambric.optax.base.Moments;
import io.cambric.optax.base.OptState;
import io.cambric.optax.hyperparameter.Scalar;

/** The functions of the aggregation of gradients. */
final class AggregatingTransformations {

  private AggregatingTransformations() {}

  /**
   * {@return the mean of the updates of several microbatches; zeros before the last microbatch}
   *
   * @param accumulationSteps the number of microbatches; 1 for unchanged updates
   */
  public static GradientTransformation accumulateAvgUpdates(int accumulationSteps) {
    return accumulationSteps == 1 ? new Identity() : new AccumulateAvgUpdates(accumulationSteps);
  }

  /**
   * {@return an optimiser that tracks mean and variance of the gradients of single examples}
   *
   * {@snippet :
   * var tx = Aggregating.addMeanVarianceToOpt(adam(0.01), 0.9, 1, 0);
   * var step = tx.update(vmap(grad(loss)).inAxes(null, 0).apply(params, xs), state, params);
   * var moments = Aggregating.getUnbiasedMeanAndVarianceEma(step.state());
   * }
   *
   * @param emaDecay fraction of the old averages that stays; 0.9 is usual
   * @param accumulationSteps the number of microbatches
   * @param perEltAxis the axes of examples, usually 0
   */
  public static Process addMeanVarianceToOpt(
      GradientTransformation opt, Scalar emaDecay, int accumulationSteps, int... perEltAxis) {
    return new Process(
        new Identity(),
        getPerElementMeanAndSumSqDiffGrads(accumulationSteps, perEltAxis),
        Chain.of(trackPerElementMeanAndVarianceWithEma(emaDecay), opt));
  }

  /**
   * {@return the mean of the updates of single examples, over several microbatches}
   *
   * @param accumulationSteps the number of microbatches
   * @param perEltAxis the axes of examples, usually 0
   */
  public static AverageIncrementallyUpdates averageIncrementallyUpdates(
      int accumulationSteps, int... perEltAxis) {
    return new AverageIncrementallyUpdates(Axes.of(perEltAxis), accumulationSteps);
  }

  /**
   * {@return the mean of the updates of single examples}
   *
   * @param perEltAxis the axes of examples, usually 0
   */
  public static AveragePerElementUpdates averagePerElementUpdates(int... perEltAxis) {
    return new AveragePerElementUpdates(Axes.of(perEltAxis));
  }

  /**
   * {@return the mean of the gradients of single examples, with the sum of their squared
   * differences as an extra argument of later transformations}
   *
   * @param accumulationSteps the number of microbatches
   * @param perEltAxis the axes of examples, usually 0
   */
  public static Aggregator getPerElementMeanAndSumSqDiffGrads(
      int accumulationSteps, int... perEltAxis) {
    var axes = Axes.of(perEltAxis);
    return accumulationSteps == 1
        ? new PerElementMeanAndSumSqDiffGrads(axes)
        : new AccumulateMeanAndSumSqDiffGrads(axes, accumulationSteps);
  }

  /**
   * {@return the averages in a state, corrected for the initial zeros}
   *
   * @throws TreeStructureException if no transformation of the state tracks them
   */
  public static MeanAndVariance getUnbiasedMeanAndVarianceEma(OptState state) {
    var tracked =
        state
            .find(TrackPerElementMeanAndVarianceWithEma.State.class)
            .orElseThrow(() ->
                new TreeStructureException(
                    "get_unbiased_mean_and_variance_ema needs a state of"
                        + " track_per_element_mean_and_variance_with_ema, but found none. Make the"
                        + " optimiser with addMeanVarianceToOpt."));
    var decay = Scalar.of(tracked.emaDecay());
    return new MeanAndVariance(
        Moments.unbiased(tracked.meanGradsEma(), decay, tracked.count()),
        Moments.unbiased(tracked.varianceGradsEma(), decay, tracked.count()));
  }

  /**
   * {@return a transformation of updates of single examples, their aggregation, and a
   * transformation of the result}
   *
   * {@snippet :
   * var tx = Aggregating.process(clipEach, Aggregating.averagePerElementUpdates(0), adam(0.1));
   * }
   */
  public static Process process(
      GradientTransformation preprocessor,
      GradientTransformation aggregator,
      GradientTransformation postprocessor) {
    return new Process(preprocessor, aggregator, postprocessor);
  }

  /**
   * {@return moving averages of the mean and the variance of the gradients of single examples}
   *
   * @param emaDecay fraction of the old averages that stays; 0.9 is usual
   */
  public static TrackPerElementMeanAndVarianceWithEma trackPerElementMeanAndVarianceWithEma(
      Scalar emaDecay) {
    return new TrackPerElementMeanAndVarianceWithEma(emaDecay);
  }
}
