package io.cambric.optax.base;

import io.cambric.errors.HyperparameterException;
import io.cambric.errors.TreeStructureException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A chain of gradient transformations, applied in sequence. Each transformation receives the
 * updates of the previous one. All receive the parameters before the step and the same extra
 * arguments.
 *
 * @param parts the parts in the order in which updates pass them; at least one
 */
public record Chain(List<GradientTransformation> parts) implements Stateful<ChainState> {

  public Chain {
    parts = List.copyOf(parts);
    if (parts.isEmpty()) {
      throw new HyperparameterException(
          "chain needs at least one transformation, but got none. Use identity() to pass "
              + "updates through.");
    }
  }

  /** {@return a chain of these transformations} */
  public static Chain of(GradientTransformation... parts) {
    return new Chain(List.of(parts));
  }

  @Override
  public Class<ChainState> stateType() {
    return ChainState.class;
  }

  @Override
  public ChainState initial(Object params) {
    return new ChainState(parts.stream().map(part -> part.init(params)).toList());
  }

  @Override
  public <P> Updated<P> step(P updates, ChainState state, @Nullable P params, Extras<P> extras) {
    if (state.size() != parts.size()) {
      throw new TreeStructureException(
          "chain of %d transformations (%s) needs as many states, but got %d (%s). Pass the state that init of this chain returned."
              .formatted(parts.size(), names(parts), state.size(), names(state.states())));
    }
    var passing = updates;
    var states = new ArrayList<OptState>(parts.size());
    for (int i = 0; i < parts.size(); i++) {
      var step = parts.get(i).update(passing, state.get(i), params, extras);
      passing = step.updates();
      states.add(step.state());
    }
    return new Updated<>(passing, new ChainState(states));
  }

  private static String names(List<?> objects) {
    return objects.stream().map(StateSearch::textOf).collect(Collectors.joining(", "));
  }
}
