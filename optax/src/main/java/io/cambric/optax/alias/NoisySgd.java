package io.cambric.optax.alias;

import io.cambric.build.Withers;
import io.cambric.numpy.Key;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.AddNoise;
import io.cambric.optax.transform.LearningRate;

/**
 * Gradient descent with noise: {@link AddNoise}, then the learning rate.
 *
 * @param learningRate not negative
 * @param eta variance of the noise in the first step, not negative
 * @param gamma rate at which the variance falls
 * @param key of the random numbers
 * @see <a href="https://arxiv.org/abs/1511.06807">Neelakantan et al., 2014</a>
 */
@Withers
public record NoisySgd(ScalarOrSchedule learningRate, Scalar eta, Scalar gamma, Key key)
    implements Composition, NoisySgdWith {

  public NoisySgd {
    learningRate.requireLearningRate("noisy_sgd");
    AddNoise.require("noisy_sgd", eta, gamma);
  }

  /** A variance of 0.01 that falls with the power 0.55 of the steps, and the key of the seed 0. */
  public NoisySgd(ScalarOrSchedule learningRate) {
    this(learningRate, Scalar.of(0.01), Scalar.of(0.55), Key.of(0));
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(new AddNoise(eta, gamma, key), LearningRate.descent(learningRate));
  }
}
