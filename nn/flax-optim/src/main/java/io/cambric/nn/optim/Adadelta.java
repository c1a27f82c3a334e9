package io.cambric.nn.optim;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Adadelta. Its weight decay is multiplied by the learning rate.
 *
 * <pre>
 *   s' = rho s + (1 - rho) g^2
 *   d  = sqrt(a + eps) / sqrt(s' + eps) g
 *   a' = rho a + (1 - rho) d^2
 *   x' = x - lr d - lr wd x
 * </pre>
 *
 * @param learningRate the step size, or {@code null} if each step gives it
 * @param rho share of the old averages that stays
 * @param eps added inside the square roots
 * @param weightDecay share of the parameter subtracted, times the learning rate
 * @deprecated use {@code Optax.adadelta}
 * @see <a
 *     href="https://github.com/google/flax/blob/v0.5.3/flax/optim/adadelta.py">flax.optim.Adadelta</a>
 * @see <a href="https://arxiv.org/abs/1212.5701">Zeiler, 2012</a>
 */
@Deprecated(since = "0.1.0")
@Withers
public record Adadelta(@Nullable Scalar learningRate, Scalar rho, Scalar eps, Scalar weightDecay)
    implements ParamOptimizerDef<Adadelta, Adadelta.State>, AdadeltaWith {

  /**
   * The state of one parameter.
   *
   * @param sqAvg average of squared gradients, in its shape
   * @param accDelta average of squared steps, likewise
   */
  @PyTree
  public record State(Array sqAvg, Array accDelta) {}

  /** Each step gives the learning rate; rho 0.9, eps 1e-6, no weight decay. */
  public Adadelta() {
    this(null, Scalar.of(0.9), Scalar.of(1e-6), Scalar.of(0));
  }

  /** A learning rate that steps may override; rho 0.9, eps 1e-6, no weight decay. */
  public Adadelta(double learningRate) {
    this(Scalar.of(learningRate), Scalar.of(0.9), Scalar.of(1e-6), Scalar.of(0));
  }

  @Override
  public State initParamState(Array param) {
    return new State(Leaves.zeros(param), Leaves.zeros(param));
  }

  @Override
  public ParamUpdate<State> applyParamGradient(Array step, Array param, State state, Array grad) {
    var rate = LearningRates.required("Adadelta", learningRate);
    var sqAvg = averaged(state.sqAvg, grad);
    var scale = eps.plus(state.accDelta).sqrt().div(eps.plus(sqAvg).sqrt());
    var delta = scale.mul(grad);
    var next = param.sub(rate.times(delta));
    return new ParamUpdate<>(
        WeightDecay.subtracted(next, rate, weightDecay, param),
        new State(sqAvg, averaged(state.accDelta, delta)));
  }

  private Array averaged(Array squares, Array value) {
    return rho.times(squares).add(rho.complement().times(value.square()));
  }
}
