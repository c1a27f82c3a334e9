package io.cambric.optax.alias;

import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.ScaleByAdam;
import io.cambric.optax.transform.ScaleByOptimisticGradient;
import org.jspecify.annotations.Nullable;

/**
 * Optimistic Adam: {@link ScaleByAdam}, then {@link ScaleByOptimisticGradient}, then the learning
 * rate.
 *
 * @param learningRate not negative
 * @param alpha factor of the gradient
 * @param beta factor of its change since the last step
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param epsRoot added inside the square root
 * @param muDtype dtype of the first moment, or {@code null} for the dtype of the parameters
 * @param nesterov whether to look one step ahead
 * @see <a href="https://arxiv.org/abs/1711.00141">Daskalakis et al., 2017</a>
 */
@Withers
public record OptimisticAdamV2(
    ScalarOrSchedule learningRate,
    Scalar alpha,
    Scalar beta,
    Scalar b1,
    Scalar b2,
    Scalar eps,
    Scalar epsRoot,
    @Nullable DType muDtype,
    boolean nesterov)
    implements Composition, OptimisticAdamV2With {

  public OptimisticAdamV2 {
    learningRate.requireLearningRate("optimistic_adam_v2");
    Hyperparameters.requireFinite("optimistic_adam_v2", "alpha", alpha);
    Hyperparameters.requireFinite("optimistic_adam_v2", "beta", beta);
    Hyperparameters.requireMoments("optimistic_adam_v2", b1, b2, eps, epsRoot);
  }

  /** Factors of 1 and the numbers of Adam's paper, with Nesterov's look ahead. */
  public OptimisticAdamV2(ScalarOrSchedule learningRate) {
    this(
        learningRate,
        Scalar.of(1),
        Scalar.of(1),
        Scalar.of(0.9),
        Scalar.of(0.999),
        Scalar.of(1e-8),
        Scalar.of(0),
        null,
        true);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleByAdam(b1, b2, eps, epsRoot, muDtype, nesterov),
        new ScaleByOptimisticGradient(alpha, beta),
        LearningRate.descent(learningRate));
  }
}
