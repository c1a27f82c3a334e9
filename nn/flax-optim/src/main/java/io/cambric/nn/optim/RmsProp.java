package io.cambric.nn.optim;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.hyperparameter.Scalar;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * RMSProp. Centred, it divides by the estimated standard deviation of the gradient.
 *
 * <pre>
 *   v' = b2 v + (1 - b2) g^2
 *   x' = x - lr g / (sqrt(v') + eps)
 *
 *   mg' = b2 mg + (1 - b2) g       centred: v' - mg'^2 in place of v'
 * </pre>
 *
 * @param learningRate the step size, or {@code null} if each step gives it
 * @param beta2 share of the old averages that stays
 * @param eps added to the square root
 * @param centered whether to subtract the square of the average gradient
 * @deprecated use {@code Optax.rmsprop}
 * @see <a
 *     href="https://github.com/google/flax/blob/v0.5.3/flax/optim/rmsprop.py">flax.optim.RMSProp</a>
 * @see <a href="https://www.cs.toronto.edu/~tijmen/csc321/slides/lecture_slides_lec6.pdf">Tieleman
 *     and Hinton, 2012</a>
 */
@Deprecated(since = "0.1.0")
@Withers
public record RmsProp(@Nullable Scalar learningRate, Scalar beta2, Scalar eps, boolean centered)
    implements ParamOptimizerDef<RmsProp, RmsProp.State>, RmsPropWith {

  /**
   * The state of one parameter.
   *
   * @param v average of squared gradients, in its shape
   * @param mg average of gradients, or {@code null} if not centred
   */
  @PyTree
  public record State(Array v, @Nullable Array mg) {}

  /** Each step gives the learning rate; beta2 0.9, eps 1e-8, not centred. */
  public RmsProp() {
    this(null, Scalar.of(0.9), Scalar.of(1e-8), false);
  }

  /** A learning rate that steps may override; beta2 0.9, eps 1e-8, not centred. */
  public RmsProp(double learningRate) {
    this(Scalar.of(learningRate), Scalar.of(0.9), Scalar.of(1e-8), false);
  }

  @Override
  public State initParamState(Array param) {
    return new State(Leaves.zeros(param), centered ? Leaves.zeros(param) : null);
  }

  @Override
  public ParamUpdate<State> applyParamGradient(Array step, Array param, State state, Array grad) {
    var rate = LearningRates.required("RmsProp", learningRate);
    var v = averaged(state.v, grad.square());
    var mg = centered ? averaged(Objects.requireNonNull(state.mg), grad) : null;
    var variance = mg == null ? v : v.sub(mg.square());
    return new ParamUpdate<>(
        param.sub(rate.times(grad).div(eps.plus(variance.sqrt()))), new State(v, mg));
  }

  private Array averaged(Array average, Array value) {
    return beta2.times(average).add(beta2.complement().times(value));
  }
}
