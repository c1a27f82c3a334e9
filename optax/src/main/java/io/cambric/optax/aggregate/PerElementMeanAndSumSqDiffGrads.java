package io.cambric.optax.aggregate;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.optax.base.Extra;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateless;
import org.jspecify.annotations.Nullable;

/**
 * The mean of the gradients of single examples, and the sum of their squared differences from it.
 *
 * <p>The sum and the number of examples are extra arguments of the transformations that follow.
 *
 * @param perEltAxis the axes of examples
 */
public record PerElementMeanAndSumSqDiffGrads(Axes perEltAxis) implements Stateless, Aggregator {

  /** The sum of squared differences, a tree like the parameters. */
  public static final Extra<Object> SUM_SQ_DIFF_GRADS = new Extra<>("sumSqDiffGrads", Object.class);

  /** The number of examples, a scalar. */
  public static final Extra<Array> SAMPLE_SIZE = new Extra<>("sampleSize", Array.class);

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    return ExampleStatistics.mean(updates, perEltAxis);
  }

  @Override
  public <P> Aggregated<P> aggregate(
      P updates, OptState state, @Nullable P params, Extras<P> extras) {
    var size = NdArray.scalar(DType.I32, ExampleStatistics.count(updates, perEltAxis));
    return new Aggregated<>(
        ExampleStatistics.mean(updates, perEltAxis),
        state,
        extras
            .with(SUM_SQ_DIFF_GRADS, ExampleStatistics.sumSqDiff(updates, perEltAxis))
            .with(SAMPLE_SIZE, size));
  }
}
