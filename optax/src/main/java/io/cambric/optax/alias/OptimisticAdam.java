package io.cambric.optax.alias;

import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.Scale;
import io.cambric.optax.transform.ScaleByAdam;
import io.cambric.optax.transform.ScaleByOptimisticGradient;
import org.jspecify.annotations.Nullable;

/**
 * Optimistic Adam in its first form: {@link ScaleByAdam}, then {@link ScaleByOptimisticGradient}
 * with the learning rate as the factor of the gradient. {@link OptimisticAdamV2} takes schedules.
 *
 * @param learningRate not negative
 * @param optimism factor of the gradient's change, or {@code null} for the learning rate
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param epsRoot added inside the square root
 * @param muDtype dtype of the first moment, or {@code null} for the dtype of the parameters
 * @param nesterov whether to look one step ahead
 * @see <a href="https://arxiv.org/abs/1711.00141">Daskalakis et al., 2017</a>
 */
@Withers
public record OptimisticAdam(
    Scalar learningRate,
    @Nullable Scalar optimism,
    Scalar b1,
    Scalar b2,
    Scalar eps,
    Scalar epsRoot,
    @Nullable DType muDtype,
    boolean nesterov)
    implements Composition, OptimisticAdamWith {

  public OptimisticAdam {
    Hyperparameters.requireLearningRate("optimistic_adam", learningRate);
    Hyperparameters.requireMoments("optimistic_adam", b1, b2, eps, epsRoot);
    if (optimism != null) {
      Hyperparameters.requireFinite("optimistic_adam", "optimism", optimism);
    }
  }

  /** The values of Adam's paper, with Nesterov's look ahead. */
  public OptimisticAdam(Scalar learningRate) {
    this(
        learningRate,
        null,
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
        new ScaleByOptimisticGradient(learningRate, optimism == null ? learningRate : optimism),
        new Scale(Scalar.of(-1)));
  }
}
