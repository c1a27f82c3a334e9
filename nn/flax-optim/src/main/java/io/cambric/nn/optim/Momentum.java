package io.cambric.nn.optim;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Gradient descent with momentum.
 *
 * <pre>
 *   g' = g + wd x
 *   m' = beta m + g'
 *   x' = x - lr m'                 with Nesterov's: x' = x - lr (g' + beta m')
 * </pre>
 *
 * @param learningRate the step size, or {@code null} if each step gives it
 * @param beta share of the old momentum that stays
 * @param weightDecay share of the parameter added to its gradient
 * @param nesterov whether to look one step ahead
 * @deprecated use {@link io.cambric.optax.Optax#sgd} with its momentum
 * @see <a
 *     href="https://github.com/google/flax/blob/v0.5.3/flax/optim/momentum.py">flax.optim.Momentum</a>
 */
@Deprecated(since = "0.1.0")
@Withers
public record Momentum(
    @Nullable Scalar learningRate, Scalar beta, Scalar weightDecay, boolean nesterov)
    implements ParamOptimizerDef<Momentum, Momentum.State>, MomentumWith {

  /**
   * The state of one parameter.
   *
   * @param momentum in its shape
   */
  @PyTree
  public record State(Array momentum) {}

  /** Each step gives the learning rate; beta 0.9, no weight decay. */
  public Momentum() {
    this(null, Scalar.of(0.9), Scalar.of(0), false);
  }

  /** A learning rate that steps may override; beta 0.9, no weight decay. */
  public Momentum(double learningRate) {
    this(Scalar.of(learningRate), Scalar.of(0.9), Scalar.of(0), false);
  }

  @Override
  public State initParamState(Array param) {
    return new State(Leaves.zeros(param));
  }

  @Override
  public ParamUpdate<State> applyParamGradient(Array step, Array param, State state, Array grad) {
    var rate = LearningRates.required("Momentum", learningRate);
    var decayed = WeightDecay.added(grad, weightDecay, param);
    var momentum = beta.times(state.momentum).add(decayed);
    var direction = nesterov ? decayed.add(beta.times(momentum)) : momentum;
    return new ParamUpdate<>(param.sub(rate.times(direction)), new State(momentum));
  }
}
