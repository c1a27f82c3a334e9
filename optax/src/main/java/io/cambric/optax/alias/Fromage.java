package io.cambric.optax.alias;

import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.AddDecayedWeights;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.ScaleByTrustRatio;

/**
 * Fromage: {@link ScaleByTrustRatio}, then the learning rate, then a shrinking of the parameters.
 *
 * <pre>
 *   m  = 1 / sqrt(1 + learningRate^2)
 *   p' = m (p - learningRate |p| g / |g|)
 * </pre>
 *
 * <p>Norms are taken for each array, and are at least {@code minNorm}. An update needs the
 * parameters.
 *
 * @param learningRate not negative
 * @param minNorm lower bound of both norms, without which parameters of 0 would not move
 * @see <a href="https://arxiv.org/abs/2002.03432">Bernstein et al., 2020</a>
 */
@Withers
public record Fromage(ScalarOrSchedule learningRate, Scalar minNorm)
    implements Composition, FromageWith {

  public Fromage {
    learningRate.requireLearningRate("fromage");
    Hyperparameters.requireNotNegative("fromage", "min_norm", minNorm, "1e-6 is usual.");
  }

  /** The bound of Optax, 1e-6. */
  public Fromage(ScalarOrSchedule learningRate) {
    this(learningRate, Scalar.of(1e-6));
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleByTrustRatio(minNorm, Scalar.of(1), Scalar.of(0)),
        LearningRate.descent(learningRate.map(rate -> shrinkage(rate).times(rate))),
        AddDecayedWeights.of(learningRate.map(rate -> shrinkage(rate).minus(Scalar.of(1)))));
  }

  private static Scalar shrinkage(Scalar rate) {
    return Scalar.of(1).over(rate.times(rate).plus(Scalar.of(1)).sqrt());
  }
}
