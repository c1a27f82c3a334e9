package io.cambric.nn.optim;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Adagrad.
 *
 * <pre>
 *   G' = G + g^2
 *   x' = x - lr g / (sqrt(G') + eps)
 * </pre>
 *
 * @param learningRate the step size, or {@code null} if each step gives it
 * @param eps added to the square root
 * @deprecated use {@code Optax.adagrad}, which adds its eps inside the square root
 * @see <a
 *     href="https://github.com/google/flax/blob/v0.5.3/flax/optim/adagrad.py">flax.optim.Adagrad</a>
 * @see <a href="https://jmlr.org/papers/v12/duchi11a.html">Duchi, Hazan and Singer, 2011</a>
 */
@Deprecated(since = "0.1.0")
@Withers
public record Adagrad(@Nullable Scalar learningRate, Scalar eps)
    implements ParamOptimizerDef<Adagrad, Adagrad.State>, AdagradWith {

  /**
   * The state of one parameter.
   *
   * @param g sum of squared gradients, in its shape; {@code G} in Flax
   */
  @PyTree
  public record State(Array g) {}

  /** Each step gives the learning rate; eps 1e-8. */
  public Adagrad() {
    this(null, Scalar.of(1e-8));
  }

  /** A learning rate that steps may override; eps 1e-8. */
  public Adagrad(double learningRate) {
    this(Scalar.of(learningRate), Scalar.of(1e-8));
  }

  @Override
  public State initParamState(Array param) {
    return new State(Leaves.zeros(param));
  }

  @Override
  public ParamUpdate<State> applyParamGradient(Array step, Array param, State state, Array grad) {
    var rate = LearningRates.required("Adagrad", learningRate);
    var sum = state.g.add(grad.square());
    return new ParamUpdate<>(param.sub(rate.times(grad).div(eps.plus(sum.sqrt()))), new State(sum));
  }
}
