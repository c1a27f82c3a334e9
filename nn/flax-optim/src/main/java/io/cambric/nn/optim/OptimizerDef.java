package io.cambric.nn.optim;

import io.cambric.core.Array;
import io.cambric.tree.Opaque;
import java.util.Map;

/**
 * The definition of an optimiser: a record of its hyperparameters, and the step that they define.
 *
 * <p>Parameters, states and gradients are maps by path here, such as {@code Dense_0/kernel}. An
 * {@link Optimizer} makes them of any pytree. Optimisers that treat each parameter separately
 * implement {@link ParamOptimizerDef}.
 *
 * @param <D> the definition itself
 * @deprecated use {@link io.cambric.optax.base.GradientTransformation}
 * @see <a
 *     href="https://github.com/google/flax/blob/v0.5.3/flax/optim/base.py">flax.optim.OptimizerDef</a>
 */
@Deprecated(since = "0.1.0")
public interface OptimizerDef<D extends OptimizerDef<D>> extends Opaque {

  /** {@return the state before the first step} */
  OptimizerState initState(Map<String, Array> params);

  /**
   * {@return the parameters and the state after one step}
   *
   * @param params by path
   * @param state from {@link #initState} or from the last step
   * @param grads by the paths of the parameters
   * @throws io.cambric.errors.HyperparameterException if there is no learning rate
   * @throws io.cambric.errors.TreeStructureException if the state is of other parameters
   */
  AppliedGradient applyGradient(
      Map<String, Array> params, OptimizerState state, Map<String, Array> grads);

  /**
   * {@return an optimiser of these parameters, before its first step}
   *
   * @param target a pytree of arrays
   */
  @SuppressWarnings("unchecked") // a definition names itself
  default <P> Optimizer<D, P> create(P target) {
    return new Optimizer<>((D) this, initState(ParamPaths.arrays(target)), target);
  }

  /**
   * {@return an optimiser of the selected parameters; the others stay as they are}
   *
   * @param target a pytree of arrays
   * @param focus selects the parameters
   */
  default <P> Optimizer<MultiOptimizer, P> create(P target, ModelParamTraversal focus) {
    return MultiOptimizer.of(focus, this).create(target);
  }
}
