package io.cambric.nn.optim;

import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.optax.base.EmptyState;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Gradient descent.
 *
 * <pre>
 *   x' = x - lr g
 * </pre>
 *
 * @param learningRate the step size, or {@code null} if each step gives it
 * @deprecated use {@link io.cambric.optax.Optax#sgd}
 * @see <a
 *     href="https://github.com/google/flax/blob/v0.5.3/flax/optim/sgd.py">flax.optim.GradientDescent</a>
 */
@Deprecated(since = "0.1.0")
@Withers
public record GradientDescent(@Nullable Scalar learningRate)
    implements ParamOptimizerDef<GradientDescent, EmptyState>, GradientDescentWith {

  /** Each step gives the learning rate. */
  public GradientDescent() {
    this((Scalar) null);
  }

  /** A learning rate that steps may override. */
  public GradientDescent(double learningRate) {
    this(Scalar.of(learningRate));
  }

  @Override
  public EmptyState initParamState(Array param) {
    return new EmptyState();
  }

  @Override
  public ParamUpdate<EmptyState> applyParamGradient(
      Array step, Array param, EmptyState state, Array grad) {
    var rate = LearningRates.required("GradientDescent", learningRate);
    return new ParamUpdate<>(param.sub(rate.times(grad)), state);
  }
}
