package io.cambric.conformance.optax;

import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.wrapper.InjectHyperparams;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A training in which someone sets hyperparameters in the state before one of its steps. */
record Overriding(InjectHyperparams inner, int before, Map<String, Double> values)
    implements Stateful<InjectHyperparams.State> {

  @Override
  public Class<InjectHyperparams.State> stateType() {
    return InjectHyperparams.State.class;
  }

  @Override
  public InjectHyperparams.State initial(Object params) {
    return inner.initial(params);
  }

  @Override
  public <P> Updated<P> step(
      P updates, InjectHyperparams.State state, @Nullable P params, Extras<P> extras) {
    var changed = state;
    if ((int) state.count().item() == before) {
      for (var each : values.entrySet()) {
        changed = changed.with(each.getKey(), each.getValue());
      }
    }
    return inner.update(updates, changed, params, extras);
  }
}
