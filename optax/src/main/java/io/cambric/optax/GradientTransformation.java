package io.cambric.optax;

import io.cambric.tree.Opaque;
import org.jspecify.annotations.Nullable;

/**
 * A pair of pure functions: what an optimiser remembers at first, and how it turns gradients into
 * updates.
 *
 * <p>An implementation is a record of its hyperparameters, so that two of the same numbers are
 * equal and may key a jitted function. Its state is a pytree of arrays; a state without arrays is
 * {@link EmptyState}, not {@code null}.
 *
 * <p>A training loop calls {@link #init} once with the parameters, then in each step {@link
 * #update} with the gradients, and adds the updates to the parameters with {@link
 * Optax#applyUpdates}.
 *
 * @param <S> the state
 * @see <a
 *     href="https://optax.readthedocs.io/en/latest/api/transformations.html">optax.GradientTransformation</a>
 */
public interface GradientTransformation<S> extends Opaque {

  /**
   * {@return the state before the first step}
   *
   * @param params a pytree of arrays, whose structure the moments take
   */
  S init(Object params);

  /**
   * {@return the transformed updates and the next state}
   *
   * @param updates the gradients, or what the transformation before this one made of them
   * @param state what {@link #init} or the last call returned
   * @param params the parameters the updates are for, in the structure of {@code updates}; {@code
   *     null} where none are at hand
   * @throws io.cambric.errors.HyperparameterException if this transformation needs parameters and
   *     got {@code null}
   * @throws io.cambric.errors.TreeStructureException if updates, state and parameters differ in
   *     structure
   */
  <P> Updated<P, S> update(P updates, S state, @Nullable P params);

  /**
   * {@return as {@link #update}, for a state whose type is not known any more}
   *
   * @throws ClassCastException if the state is of another transformation
   */
  @SuppressWarnings("unchecked")
  default <P> Updated<P, Object> updateUntyped(P updates, Object state, @Nullable P params) {
    return (Updated<P, Object>) update(updates, (S) state, params);
  }
}
