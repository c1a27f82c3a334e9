package io.cambric.nn.optim;

import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Norms;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * LAMB: Adam whose step has a size in proportion to the norm of the parameter.
 *
 * <pre>
 *   u  = m^ / (sqrt(v^) + eps) + wd x      m^, v^ as in {@link Adam}
 *   x' = x - lr |x| / |u| u                |x| / |u| = 1 where both norms are 0
 * </pre>
 *
 * @param learningRate the step size, or {@code null} if each step gives it
 * @param beta1 decay of the first moment
 * @param beta2 decay of the second moment
 * @param weightDecay share of the parameter added to the step
 * @param eps added to the square root
 * @deprecated use {@code Optax.lamb}
 * @see <a href="https://github.com/google/flax/blob/v0.5.3/flax/optim/lamb.py">flax.optim.LAMB</a>
 * @see <a href="https://arxiv.org/abs/1904.00962">You et al., 2019</a>
 */
@Deprecated(since = "0.1.0")
@Withers
public record Lamb(
    @Nullable Scalar learningRate, Scalar beta1, Scalar beta2, Scalar weightDecay, Scalar eps)
    implements ParamOptimizerDef<Lamb, ParamMoments>, LambWith {

  /** Each step gives the learning rate; decays 0.9 and 0.999, eps 1e-6, no weight decay. */
  public Lamb() {
    this(null, Scalar.of(0.9), Scalar.of(0.999), Scalar.of(0), Scalar.of(1e-6));
  }

  /** A learning rate that steps may override; decays 0.9 and 0.999, eps 1e-6, no weight decay. */
  public Lamb(double learningRate) {
    this(Scalar.of(learningRate), Scalar.of(0.9), Scalar.of(0.999), Scalar.of(0), Scalar.of(1e-6));
  }

  @Override
  public ParamMoments initParamState(Array param) {
    return ParamMoments.zerosLike(param);
  }

  @Override
  public ParamUpdate<ParamMoments> applyParamGradient(
      Array step, Array param, ParamMoments state, Array grad) {
    var rate = LearningRates.required("Lamb", learningRate);
    var moments = state.with(grad, beta1, beta2);
    var scaled =
        moments.meanAfter(step, beta1).div(eps.plus(moments.squareAfter(step, beta2).sqrt()));
    var update = WeightDecay.added(scaled, weightDecay, param);
    var next = param.sub(rate.times(trustRatio(param, update)).mul(update));
    return new ParamUpdate<>(next, moments);
  }

  private static Array trustRatio(Array param, Array update) {
    var paramNorm = Norms.global(param);
    var updateNorm = Norms.global(update);
    return Numpy.where(paramNorm.add(updateNorm).gt(0), paramNorm.div(updateNorm), 1);
  }
}
