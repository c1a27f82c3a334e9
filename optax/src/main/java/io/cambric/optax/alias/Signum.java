package io.cambric.optax.alias;

import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.Ema;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.ScaleBySign;
import org.jspecify.annotations.Nullable;

/**
 * Descent along the signs of averaged gradients: {@link Ema} without debiasing, {@link
 * ScaleBySign}, then the learning rate.
 *
 * @param learningRate not negative
 * @param beta decay of the average, in {@code [0, 1)}
 * @param accumulatorDtype dtype of the average, or {@code null} for the dtype of the parameters
 * @see <a href="https://arxiv.org/abs/1802.04434">Bernstein et al., 2018</a>
 */
@Withers
public record Signum(ScalarOrSchedule learningRate, Scalar beta, @Nullable DType accumulatorDtype)
    implements Composition, SignumWith {

  public Signum {
    learningRate.requireLearningRate("signum");
    Hyperparameters.requireDecay("signum", "beta", beta);
  }

  /** A decay of 0.9, in the dtype of the parameters. */
  public Signum(ScalarOrSchedule learningRate) {
    this(learningRate, Scalar.of(0.9), null);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new Ema(beta, false, accumulatorDtype),
        new ScaleBySign(),
        LearningRate.descent(learningRate));
  }
}
