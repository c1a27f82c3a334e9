package io.cambric.optax.base;

import org.jspecify.annotations.Nullable;

/**
 * A gradient transformation without state: its updates depend on the arguments of one step only.
 *
 * {@snippet :
 * record Halve() implements Stateless {
 *
 *   @Override
 *   public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
 *     return Trees.map(updates, (Array g) -> g.div(2));
 *   }
 * }
 * }
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/api/utilities.html">optax.stateless</a>
 */
public interface Stateless extends Stateful<EmptyState> {

  /** {@return the transformed updates; see {@link #update}} */
  <P> P transform(P updates, @Nullable P params, Extras<P> extras);

  @Override
  default Class<EmptyState> stateType() {
    return EmptyState.class;
  }

  @Override
  default EmptyState initial(Object params) {
    return new EmptyState();
  }

  @Override
  default <P> Updated<P> step(P updates, EmptyState state, @Nullable P params, Extras<P> extras) {
    return new Updated<>(transform(updates, params, extras), state);
  }
}
