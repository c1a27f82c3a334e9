package io.cambric.optax.alias;

import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.ScaleByNovograd;

/**
 * NovoGrad: {@link ScaleByNovograd}, then the learning rate, which multiplies the weight decay,
 * too.
 *
 * @param learningRate not negative
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param epsRoot added inside the square root
 * @param weightDecay factor of the parameters
 * @see <a href="https://arxiv.org/abs/1905.11286">Ginsburg et al., 2019</a>
 */
@Withers
public record Novograd(
    ScalarOrSchedule learningRate,
    Scalar b1,
    Scalar b2,
    Scalar eps,
    Scalar epsRoot,
    Scalar weightDecay)
    implements Composition, NovogradWith {

  public Novograd {
    learningRate.requireLearningRate("novograd");
    Hyperparameters.requireMoments("novograd", b1, b2, eps, epsRoot);
    Hyperparameters.requireFinite("novograd", "weight decay", weightDecay);
  }

  /** The defaults of Optax: decays of 0.9 and 0.25, an eps of 1e-6, no weight decay. */
  public Novograd(ScalarOrSchedule learningRate) {
    this(
        learningRate, Scalar.of(0.9), Scalar.of(0.25), Scalar.of(1e-6), Scalar.of(0), Scalar.of(0));
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleByNovograd(b1, b2, eps, epsRoot, weightDecay, null),
        LearningRate.descent(learningRate));
  }
}
