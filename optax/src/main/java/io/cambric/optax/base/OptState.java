package io.cambric.optax.base;

import java.util.List;
import java.util.Optional;

/**
 * The state of a gradient transformation: a pytree of arrays that one update passes to the next.
 *
 * <p>States nest. The state of a chain holds the states of its parts. A masked transformation holds
 * the inner state. The methods of this interface search in nested states, like {@code
 * optax.tree.get}.
 *
 * {@snippet :
 * OptState state = chain(clip(1.0), adam(1e-3)).init(params);
 * Array count = state.find(ScaleByAdam.State.class).orElseThrow().count();
 * Params mu = state.find("mu", Params.class).orElseThrow();
 * }
 *
 * <p>A custom state is a {@code @PyTree} record that implements this interface.
 *
 * @see <a
 *     href="https://optax.readthedocs.io/en/latest/api/utilities.html">optax.tree_utils.tree_get</a>
 */
public interface OptState {

  /**
   * {@return the state of this type: this state or one inside of it}
   *
   * @throws io.cambric.errors.TreeStructureException if there are several
   */
  default <S extends OptState> Optional<S> find(Class<S> type) {
    return StateSearch.only(StateSearch.ofType(this, type), StateSearch.text(type));
  }

  /** {@return all states of this type from left to right, each before states inside of it} */
  default <S extends OptState> List<S> findAll(Class<S> type) {
    return StateSearch.values(StateSearch.ofType(this, type));
  }

  /**
   * {@return the value of this type under a name: a component of a record or a key of a map}
   *
   * @param name such as {@code mu}, at any depth
   * @param type such as {@code Array.class}; values of other types do not count
   * @throws io.cambric.errors.TreeStructureException if there are several
   */
  default <T> Optional<T> find(String name, Class<T> type) {
    return StateSearch.only(
        StateSearch.named(this, name, type), "%s \"%s\"".formatted(StateSearch.text(type), name));
  }
}
