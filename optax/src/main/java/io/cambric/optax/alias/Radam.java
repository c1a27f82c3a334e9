package io.cambric.optax.alias;

import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.ScaleByRadam;

/**
 * Rectified Adam: {@link ScaleByRadam}, then the learning rate.
 *
 * @param learningRate not negative
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param epsRoot added inside the square root
 * @param threshold smallest length of the average at which its variance counts as known
 * @param nesterov whether to look one step ahead
 * @see <a href="https://arxiv.org/abs/1908.03265">Liu et al., 2019</a>
 */
@Withers
public record Radam(
    ScalarOrSchedule learningRate,
    Scalar b1,
    Scalar b2,
    Scalar eps,
    Scalar epsRoot,
    Scalar threshold,
    boolean nesterov)
    implements Composition, RadamWith {

  public Radam {
    learningRate.requireLearningRate("radam");
    ScaleByRadam.require("radam", b1, b2, eps, epsRoot, threshold);
  }

  /** Decays of 0.9 and 0.999, eps 1e-8, a threshold of 5. */
  public Radam(ScalarOrSchedule learningRate) {
    this(
        learningRate,
        Scalar.of(0.9),
        Scalar.of(0.999),
        Scalar.of(1e-8),
        Scalar.of(0),
        Scalar.of(5),
        false);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleByRadam(b1, b2, eps, epsRoot, threshold, nesterov),
        LearningRate.descent(learningRate));
  }
}
