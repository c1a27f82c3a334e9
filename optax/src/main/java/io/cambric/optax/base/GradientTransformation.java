package io.cambric.optax.base;

import io.cambric.tree.Opaque;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A pair of pure functions: the initial state of an optimiser, and the step from gradients to
 * updates.
 *
 * <p>A training loop calls {@link #init} once with the parameters. In each step it calls {@link
 * #update(Object, OptState, Object)} with the gradients, and adds the updates to the parameters
 * with {@code Optax.applyUpdates}.
 *
 * <p>Custom transformations implement {@link Stateful} or {@link Stateless}. They are records of
 * their hyperparameters. Two transformations with equal hyperparameters are therefore equal, and
 * may be static arguments of a jitted function.
 *
 * @see <a
 *     href="https://optax.readthedocs.io/en/latest/api/transformations.html">optax.GradientTransformation</a>
 */
public interface GradientTransformation extends Opaque {

  /**
   * {@return the state before the first step}
   *
   * @param params a pytree of arrays; moments have its structure
   */
  OptState init(Object params);

  /**
   * {@return the transformed updates and the next state}
   *
   * @param updates the gradients, or the updates of the previous transformation
   * @param state from {@link #init} or from the last update of this transformation
   * @param params the parameters of the updates, in the structure of {@code updates}; {@code null}
   *     if they are not available
   * @param extras further arguments, such as the value of the loss; a transformation ignores extras
   *     that it does not need
   * @throws io.cambric.errors.HyperparameterException if this transformation needs parameters or an
   *     extra argument that is missing
   * @throws io.cambric.errors.TreeStructureException if the state belongs to another
   *     transformation, or updates, state and parameters differ in structure
   */
  <P> Updated<P> update(P updates, OptState state, @Nullable P params, Extras<P> extras);

  /** {@return the transformed updates and the next state, without extra arguments} */
  default <P> Updated<P> update(P updates, OptState state, @Nullable P params) {
    return update(updates, state, params, Extras.none());
  }

  /**
   * {@return the transformed updates and the next state}
   *
   * {@snippet :
   * tx.update(grads, state, params, extras -> extras.withValue(loss));
   * }
   *
   * @param extras adds the extra arguments to an empty set
   */
  default <P> Updated<P> update(
      P updates, OptState state, @Nullable P params, UnaryOperator<Extras<P>> extras) {
    return update(updates, state, params, extras.apply(Extras.none()));
  }
}
