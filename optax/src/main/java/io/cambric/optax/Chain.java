package io.cambric.optax;

import io.cambric.errors.HyperparameterException;
import io.cambric.errors.TreeStructureException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Transformations one after the other: each receives the updates of the one before it, and all the
 * parameters as they were before the step.
 *
 * <p>The state is a list of their states, in order. A chain inside a chain keeps a list of its own.
 *
 * @param parts in the order in which the updates pass them; at least one
 */
public record Chain(List<GradientTransformation<?>> parts)
    implements GradientTransformation<List<Object>> {

  public Chain {
    parts = List.copyOf(parts);
    if (parts.isEmpty()) {
      throw new HyperparameterException(
          "chain needs at least one transformation, but got none. Use identity() to pass updates"
              + " on.");
    }
  }

  @Override
  public List<Object> init(Object params) {
    return parts.stream().<Object>map(part -> part.init(params)).toList();
  }

  @Override
  public <P> Updated<P, List<Object>> update(P updates, List<Object> state, @Nullable P params) {
    if (state.size() != parts.size()) {
      throw new TreeStructureException(
          "chain of %d transformations needs as many states, but got %d. Pass the state that init of the same chain returned."
              .formatted(parts.size(), state.size()));
    }
    var passing = updates;
    var states = new ArrayList<Object>(parts.size());
    for (int i = 0; i < parts.size(); i++) {
      var step = parts.get(i).updateUntyped(passing, state.get(i), params);
      passing = step.updates();
      states.add(step.state());
    }
    return new Updated<>(passing, List.copyOf(states));
  }
}
