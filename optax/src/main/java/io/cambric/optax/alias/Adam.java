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
import org.jspecify.annotations.Nullable;

/**
 * Adam: {@link ScaleByAdam}, then the learning rate. With Nesterov's look ahead it is NAdam.
 *
 * @param learningRate not negative
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param epsRoot added inside the square root
 * @param muDtype dtype of the first moment, or {@code null} for the dtype of the parameters
 * @param nesterov whether to look one step ahead
 * @see <a href="https://arxiv.org/abs/1412.6980">Kingma and Ba, 2014</a>
 */
@Withers
public record Adam(
    ScalarOrSchedule learningRate,
    Scalar b1,
    Scalar b2,
    Scalar eps,
    Scalar epsRoot,
    @Nullable DType muDtype,
    boolean nesterov)
    implements Composition, AdamWith {

  public Adam {
    var name = nesterov ? "nadam" : "adam";
    learningRate.requireLearningRate(name);
    Hyperparameters.requireMoments(name, b1, b2, eps, epsRoot);
  }

  /** The values of the paper: decays 0.9 and 0.999, eps 1e-8. */
  public Adam(ScalarOrSchedule learningRate) {
    this(learningRate, false);
  }

  /** The same numbers, with or without Nesterov's momentum. */
  public Adam(ScalarOrSchedule learningRate, boolean nesterov) {
    this(
        learningRate,
        Scalar.of(0.9),
        Scalar.of(0.999),
        Scalar.of(1e-8),
        Scalar.of(0),
        null,
        nesterov);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleByAdam(b1, b2, eps, epsRoot, muDtype, nesterov),
        LearningRate.descent(learningRate));
  }
}
