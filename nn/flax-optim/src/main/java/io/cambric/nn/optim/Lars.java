package io.cambric.nn.optim;

import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Norms;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * LARS: momentum of gradients that are scaled by the norm of the parameter.
 *
 * <pre>
 *   r  = trust |x| / (|g| + wd |x| + eps)  r = 1 where a norm is 0
 *   s  = lr r (g + wd x)
 *   m' = beta m + s
 *   x' = x - m'                            with Nesterov's: x' = x - (s + beta m')
 * </pre>
 *
 * @param learningRate the step size, or {@code null} if each step gives it
 * @param beta share of the old momentum that stays
 * @param weightDecay share of the parameter added to its gradient
 * @param trustCoefficient size of a step, in norms of the parameter
 * @param eps added to the denominator of the ratio
 * @param nesterov whether to look one step ahead
 * @deprecated use {@code Optax.lars}
 * @see <a href="https://github.com/google/flax/blob/v0.5.3/flax/optim/lars.py">flax.optim.LARS</a>
 * @see <a href="https://arxiv.org/abs/1708.03888">You, Gitman and Ginsburg, 2017</a>
 */
@Deprecated(since = "0.1.0")
@Withers
public record Lars(
    @Nullable Scalar learningRate,
    Scalar beta,
    Scalar weightDecay,
    Scalar trustCoefficient,
    Scalar eps,
    boolean nesterov)
    implements ParamOptimizerDef<Lars, Momentum.State>, LarsWith {

  /** Each step gives the learning rate; beta 0.9, trust coefficient 0.001, no weight decay. */
  public Lars() {
    this((Scalar) null);
  }

  /**
   * A learning rate that steps may override; beta 0.9, trust coefficient 0.001, no weight decay.
   */
  public Lars(double learningRate) {
    this(Scalar.of(learningRate));
  }

  private Lars(@Nullable Scalar learningRate) {
    this(learningRate, Scalar.of(0.9), Scalar.of(0), Scalar.of(0.001), Scalar.of(0), false);
  }

  @Override
  public Momentum.State initParamState(Array param) {
    return new Momentum.State(Leaves.zeros(param));
  }

  @Override
  public ParamUpdate<Momentum.State> applyParamGradient(
      Array step, Array param, Momentum.State state, Array grad) {
    var rate = LearningRates.required("Lars", learningRate).times(trustRatio(param, grad));
    var scaled = rate.mul(WeightDecay.added(grad, weightDecay, param));
    var momentum = beta.times(state.momentum()).add(scaled);
    var direction = nesterov ? scaled.add(beta.times(momentum)) : momentum;
    return new ParamUpdate<>(param.sub(direction), new Momentum.State(momentum));
  }

  private Array trustRatio(Array param, Array grad) {
    var paramNorm = Norms.global(param);
    var gradNorm = Norms.global(grad);
    var denominator = eps.plus(gradNorm.add(weightDecay.times(paramNorm)));
    var ratio = trustCoefficient.times(paramNorm).div(denominator);
    return Numpy.where(gradNorm.eq(0).or(paramNorm.eq(0)), 1, ratio);
  }
}
