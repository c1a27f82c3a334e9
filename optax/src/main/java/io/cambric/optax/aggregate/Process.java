package io.cambric.optax.aggregate;

import io.cambric.core.Array;
import io.cambric.optax.base.ChainState;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.tree.OptaxTree;
import io.cambric.transform.Transforms;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transformation of updates of single examples, their aggregation, and a transformation of the
 * result.
 *
 * <p>The last part runs only when the aggregation is ready, for example after the last of several
 * microbatches. Before that, updates are zeros and its state stays unchanged.
 *
 * @param preprocessor transformation of the updates of single examples, such as clipping each
 * @param aggregator an {@link Aggregator}, or any transformation of updates
 * @param postprocessor transformation of the aggregated updates, such as an optimiser
 */
public record Process(
    GradientTransformation preprocessor,
    GradientTransformation aggregator,
    GradientTransformation postprocessor)
    implements Stateful<ChainState>, Aggregator {

  @Override
  public Class<ChainState> stateType() {
    return ChainState.class;
  }

  @Override
  public ChainState initial(Object params) {
    return new ChainState(
        List.of(preprocessor.init(params), aggregator.init(params), postprocessor.init(params)));
  }

  @Override
  public <P> Updated<P> step(P updates, ChainState state, @Nullable P params, Extras<P> extras) {
    var before = preprocessor.update(updates, state.get(0), params, extras);
    var aggregated = aggregated(before.updates(), state.get(1), params, extras);
    var after = after(aggregated, state.get(2), params);
    return new Updated<>(
        after.updates(),
        new ChainState(List.of(before.state(), aggregated.state(), after.state())));
  }

  private <P> Aggregated<P> aggregated(
      P updates, OptState state, @Nullable P params, Extras<P> extras) {
    if (aggregator instanceof Aggregator own) {
      return own.aggregate(updates, state, params, extras);
    }
    var step = aggregator.update(updates, state, params, extras);
    return new Aggregated<>(step.updates(), step.state(), extras);
  }

  private <P> Updated<P> after(Aggregated<P> aggregated, OptState state, @Nullable P params) {
    var updates = aggregated.updates();
    var ready = OptaxTree.get(aggregated.state(), "ready", Array.class);
    if (ready.isEmpty()) {
      return postprocessor.update(updates, state, params, aggregated.extras());
    }
    return Transforms.cond(
        ready.get(),
        old -> postprocessor.update(updates, old, params, aggregated.extras()),
        old -> new Updated<>(Leaves.zerosLike(updates, null), old),
        state);
  }
}
