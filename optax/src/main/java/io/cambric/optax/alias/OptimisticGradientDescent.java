package io.cambric.optax.alias;

import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.ScaleByOptimisticGradient;

/**
 * Optimistic gradient descent: {@link ScaleByOptimisticGradient}, then the learning rate.
 *
 * @param learningRate not negative
 * @param alpha factor of the gradient
 * @param beta factor of its change since the last step
 * @see <a href="https://arxiv.org/abs/1901.08511">Mokhtari et al., 2019</a>
 */
@Withers
public record OptimisticGradientDescent(ScalarOrSchedule learningRate, Scalar alpha, Scalar beta)
    implements Composition, OptimisticGradientDescentWith {

  public OptimisticGradientDescent {
    learningRate.requireLearningRate("optimistic_gradient_descent");
    Hyperparameters.requireFinite("optimistic_gradient_descent", "alpha", alpha);
    Hyperparameters.requireFinite("optimistic_gradient_descent", "beta", beta);
  }

  /** Factors of 1. */
  public OptimisticGradientDescent(ScalarOrSchedule learningRate) {
    this(learningRate, Scalar.of(1), Scalar.of(1));
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(new ScaleByOptimisticGradient(alpha, beta), LearningRate.descent(learningRate));
  }
}
