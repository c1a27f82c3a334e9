package io.cambric.nn.optim;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.optax.base.Leaves;
import java.util.function.UnaryOperator;

/**
 * Parameters with their optimiser and its state, as one pytree.
 *
 * {@snippet :
 * var optimizer = new Momentum(0.1).create(variables.params());
 * var grads = grad(loss).apply(optimizer.target());
 * optimizer = optimizer.applyGradient(grads);
 * }
 *
 * @param optimizerDef the definition, metadata of the tree
 * @param state of the optimiser
 * @param target the parameters
 * @param <D> the definition
 * @param <P> the tree of parameters
 * @deprecated use {@link io.cambric.nn.training.TrainState}
 * @see <a
 *     href="https://github.com/google/flax/blob/v0.5.3/flax/optim/base.py">flax.optim.Optimizer</a>
 */
@Deprecated(since = "0.1.0")
@PyTree
public record Optimizer<D extends OptimizerDef<D>, P>(
    @Static D optimizerDef, OptimizerState state, P target) implements OptimizerWith<D, P> {

  /**
   * {@return this after a step along gradients}
   *
   * @param grads structured like {@link #target}
   * @throws io.cambric.errors.TreeStructureException if the structures differ
   * @throws io.cambric.errors.HyperparameterException if there is no learning rate
   */
  public Optimizer<D, P> applyGradient(P grads) {
    return applyGradient(grads, UnaryOperator.identity());
  }

  /**
   * {@return this after a step along gradients with other hyperparameters; the definition stays}
   *
   * {@snippet :
   * optimizer.applyGradient(grads, adam -> adam.withLearningRate(schedule.apply(step)));
   * }
   *
   * @param grads structured like {@link #target}
   * @param override from the hyperparameters of the definition to those of this step
   * @throws io.cambric.errors.TreeStructureException if the structures differ
   * @throws io.cambric.errors.HyperparameterException if there is no learning rate
   */
  public Optimizer<D, P> applyGradient(P grads, UnaryOperator<D> override) {
    P fitting = Leaves.map(target, grads, (_, grad) -> grad);
    var applied =
        override
            .apply(optimizerDef)
            .applyGradient(ParamPaths.arrays(target), state, ParamPaths.arrays(fitting));
    return new Optimizer<>(
        optimizerDef, applied.state(), ParamPaths.replaced(target, applied.params()));
  }
}
