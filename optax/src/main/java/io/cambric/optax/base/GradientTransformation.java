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
 * their hyperparameters. So two transformations with equal hyperparameters are equal, and may key a
 * jitted function.
 *
 * @see <a
 *     href="https://optax.readthedocs.io/en/latest/api/transformations.html">optax.GradientTransformation</a>
 */
public interface GradientTransformation extends Opaque {

  /**
   * {@return the state before the first step}
   *
   * @param params a pytree of arrays, whose structure the moments take
   */
  OptState init(Object params);

  /**
   * {@return the transformed updates and the next state}
   *
   * @param updates the gradients, or the updates of the transformation before this one
   * @param state from {@link #init} or from the last update of this transformation
   * @param params the parameters the updates are for, in the structure of {@code updates}; {@code
   *     null} where none are at hand
   * @param extras further arguments, such as the value of the loss; transformations ignore extras
   *     they do not need
   * @throws io.cambric.errors.HyperparameterException if this transformation needs parameters and
   *     got {@code null}, or needs an extra argument that is not given
   * @throws io.cambric.errors.TreeStructureException if the state is of another transformation, or
   *     updates, state and parameters differ in structure
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
   * @param extras from no extra arguments to those that are given
   */
  default <P> Updated<P> update(
      P updates, OptState state, @Nullable P params, UnaryOperator<Extras<P>> extras) {
    return update(updates, state, params, extras.apply(Extras.none()));
  }
}
