package io.cambric.optax.aggregate;

import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import org.jspecify.annotations.Nullable;

/**
 * A transformation from updates of single examples to updates of the parameters.
 *
 * <p>Its input has the shapes of the parameters with axes of examples, for example from {@code
 * vmap(grad(loss))}. Its output has the shapes of the parameters.
 *
 * @see <a
 *     href="https://github.com/google-deepmind/optax/blob/main/optax/experimental/_aggregating.py">optax.experimental.aggregating.Aggregator</a>
 */
public interface Aggregator extends GradientTransformation {

  /**
   * {@return the aggregated updates, the next state and the extra arguments of later
   * transformations}
   *
   * @param extras the extra arguments of the update; an aggregator adds further results to them
   */
  default <P> Aggregated<P> aggregate(
      P updates, OptState state, @Nullable P params, Extras<P> extras) {
    var step = update(updates, state, params, extras);
    return new Aggregated<>(step.updates(), step.state(), extras);
  }
}
