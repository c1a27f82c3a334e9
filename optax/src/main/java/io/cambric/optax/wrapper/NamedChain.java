package io.cambric.optax.wrapper;

import io.cambric.errors.HyperparameterException;
import io.cambric.errors.TreeStructureException;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A chain with named parts. The state of a part is found by its name.
 *
 * @param parts the parts in the order in which updates pass them; at least one
 * @see <a href="https://optax.readthedocs.io/en/latest/api/combining_optimizers.html">
 *     optax.named_chain</a>
 */
public record NamedChain(List<Named> parts) implements Stateful<NamedChainState> {

  /**
   * A part.
   *
   * @param name unique in the chain
   * @param transformation the part
   */
  public record Named(String name, GradientTransformation transformation) {}

  public NamedChain {
    parts = List.copyOf(parts);
    if (parts.isEmpty()) {
      throw new HyperparameterException(
          "named_chain needs at least one transformation, but got none. Use identity() to pass updates through.");
    }
    if (parts.stream().map(Named::name).distinct().count() < parts.size()) {
      throw new HyperparameterException(
          "named_chain needs unique names, but got %s. Rename the duplicates."
              .formatted(names(parts)));
    }
  }

  @Override
  public Class<NamedChainState> stateType() {
    return NamedChainState.class;
  }

  @Override
  public NamedChainState initial(Object params) {
    var states = new LinkedHashMap<String, OptState>();
    parts.forEach(part -> states.put(part.name, part.transformation.init(params)));
    return new NamedChainState(states);
  }

  @Override
  public <P> Updated<P> step(
      P updates, NamedChainState state, @Nullable P params, Extras<P> extras) {
    var passing = updates;
    var states = new LinkedHashMap<String, OptState>();
    for (var part : parts) {
      var before = state.states().get(part.name);
      if (before == null) {
        throw new TreeStructureException(
            "named_chain of %s needs a state for each name, but got states for %s. Pass the state that init of this chain returned."
                .formatted(names(parts), String.join(", ", state.states().keySet())));
      }
      var updated = part.transformation.update(passing, before, params, extras);
      passing = updated.updates();
      states.put(part.name, updated.state());
    }
    return new Updated<>(passing, new NamedChainState(states));
  }

  private static String names(List<Named> parts) {
    return parts.stream().map(Named::name).collect(Collectors.joining(", "));
  }
}
