package io.cambric.optax.aggregate;

import io.cambric.array.Axes;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Stateless;
import org.jspecify.annotations.Nullable;

/**
 * The mean of the updates of single examples.
 *
 * @param perEltAxis the axes of examples
 */
public record AveragePerElementUpdates(Axes perEltAxis) implements Stateless, Aggregator {

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    return ExampleStatistics.mean(updates, perEltAxis);
  }
}
