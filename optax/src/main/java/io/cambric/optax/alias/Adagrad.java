package io.cambric.optax.alias;

import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.ScaleByRss;

/**
 * Adagrad: {@link ScaleByRss}, then the learning rate.
 *
 * @param learningRate not negative
 * @param initialAccumulatorValue the sum of squares before the first step, not negative
 * @param eps added inside the square root
 * @see <a href="https://jmlr.org/papers/v12/duchi11a.html">Duchi et al., 2011</a>
 */
@Withers
public record Adagrad(ScalarOrSchedule learningRate, Scalar initialAccumulatorValue, Scalar eps)
    implements Composition, AdagradWith {

  public Adagrad {
    learningRate.requireLearningRate("adagrad");
    ScaleByRss.require("adagrad", initialAccumulatorValue, eps);
  }

  /** The defaults of Optax: a sum of 0.1 at the start, eps 1e-7. */
  public Adagrad(ScalarOrSchedule learningRate) {
    this(learningRate, Scalar.of(0.1), Scalar.of(1e-7));
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleByRss(initialAccumulatorValue, eps), LearningRate.descent(learningRate));
  }
}
