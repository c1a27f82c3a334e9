package io.cambric.nn.optim;

import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Adam. Its weight decay is multiplied by the learning rate.
 *
 * <pre>
 *   m' = b1 m + (1 - b1) g         m^ = m' / (1 - b1^t)
 *   v' = b2 v + (1 - b2) g^2       v^ = v' / (1 - b2^t)
 *   x' = x - lr m^ / (sqrt(v^) + eps) - lr wd x
 * </pre>
 *
 * @param learningRate the step size, or {@code null} if each step gives it
 * @param beta1 decay of the first moment
 * @param beta2 decay of the second moment
 * @param eps added to the square root
 * @param weightDecay share of the parameter subtracted, times the learning rate
 * @deprecated use {@link io.cambric.optax.Optax#adam}, or {@link io.cambric.optax.Optax#adamw} with
 *     a weight decay
 * @see <a href="https://github.com/google/flax/blob/v0.5.3/flax/optim/adam.py">flax.optim.Adam</a>
 * @see <a href="https://arxiv.org/abs/1412.6980">Kingma and Ba, 2014</a>
 */
@Deprecated(since = "0.1.0")
@Withers
public record Adam(
    @Nullable Scalar learningRate, Scalar beta1, Scalar beta2, Scalar eps, Scalar weightDecay)
    implements ParamOptimizerDef<Adam, ParamMoments>, AdamWith {

  /** Each step gives the learning rate; the numbers of the paper, no weight decay. */
  public Adam() {
    this(null, Scalar.of(0.9), Scalar.of(0.999), Scalar.of(1e-8), Scalar.of(0));
  }

  /** A learning rate that steps may override; the numbers of the paper, no weight decay. */
  public Adam(double learningRate) {
    this(Scalar.of(learningRate), Scalar.of(0.9), Scalar.of(0.999), Scalar.of(1e-8), Scalar.of(0));
  }

  @Override
  public ParamMoments initParamState(Array param) {
    return ParamMoments.zerosLike(param);
  }

  @Override
  public ParamUpdate<ParamMoments> applyParamGradient(
      Array step, Array param, ParamMoments state, Array grad) {
    var rate = LearningRates.required("Adam", learningRate);
    var moments = state.with(grad, beta1, beta2);
    var denominator = eps.plus(moments.squareAfter(step, beta2).sqrt());
    var next = param.sub(rate.times(moments.meanAfter(step, beta1)).div(denominator));
    return new ParamUpdate<>(WeightDecay.subtracted(next, rate, weightDecay, param), moments);
  }
}
