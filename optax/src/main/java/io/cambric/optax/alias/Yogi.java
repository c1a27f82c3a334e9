package io.cambric.optax.alias;

import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.ScaleByYogi;

/**
 * Yogi: {@link ScaleByYogi}, then the learning rate.
 *
 * @param learningRate not negative
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root
 * @see <a
 *     href="https://proceedings.neurips.cc/paper/2018/hash/90365351ccc7437a1309dc64e4db32a3-Abstract.html">Zaheer
 *     et al., 2018</a>
 */
@Withers
public record Yogi(ScalarOrSchedule learningRate, Scalar b1, Scalar b2, Scalar eps)
    implements Composition, YogiWith {

  public Yogi {
    learningRate.requireLearningRate("yogi");
    Hyperparameters.requireMoments("yogi", b1, b2, eps, Scalar.of(0));
  }

  /** Decays of 0.9 and 0.999, eps 1e-3. */
  public Yogi(ScalarOrSchedule learningRate) {
    this(learningRate, Scalar.of(0.9), Scalar.of(0.999), Scalar.of(1e-3));
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleByYogi(b1, b2, eps, Scalar.of(0), Scalar.of(1e-6)),
        LearningRate.descent(learningRate));
  }
}
