package io.cambric.optax.alias;

import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Identity;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.Trace;
import org.jspecify.annotations.Nullable;

/**
 * Stochastic gradient descent: {@link Trace} if there is momentum, then the learning rate.
 *
 * @param learningRate not negative
 * @param momentum decay of the trace, in {@code [0, 1]}, or {@code null} for none
 * @param nesterov whether the momentum looks one step ahead
 * @param accumulatorDtype dtype of the trace, or {@code null} for the dtype of the parameters
 * @see <a href="https://proceedings.mlr.press/v28/sutskever13.html">Sutskever et al., 2013</a>
 */
@Withers
public record Sgd(
    ScalarOrSchedule learningRate,
    @Nullable Scalar momentum,
    boolean nesterov,
    @Nullable DType accumulatorDtype)
    implements Composition, SgdWith {

  public Sgd {
    learningRate.requireLearningRate("sgd");
    if (momentum != null) {
      Hyperparameters.requireUnitInterval("sgd", "momentum", momentum);
    }
  }

  /** Without momentum. */
  public Sgd(ScalarOrSchedule learningRate) {
    this(learningRate, null, false, null);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        momentum == null ? new Identity() : new Trace(momentum, nesterov, accumulatorDtype),
        LearningRate.descent(learningRate));
  }
}
