package io.cambric.optax.aggregate;

import io.cambric.array.Axes;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;

/**
 * The mean of the updates of single examples, over several microbatches.
 *
 * @param perEltAxis the axes of examples
 * @param accumulationSteps the number of microbatches
 */
public record AverageIncrementallyUpdates(Axes perEltAxis, int accumulationSteps)
    implements Composition, Aggregator {

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new AveragePerElementUpdates(perEltAxis),
        AggregatingTransformations.accumulateAvgUpdates(accumulationSteps));
  }
}
