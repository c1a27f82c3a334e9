package io.cambric.optax.contrib;

import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Mask;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.AddDecayedWeights;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.wrapper.Masked;
import org.jspecify.annotations.Nullable;

/**
 * Simplified AdEMAMix: {@link ScaleBySimplifiedAdemamix}, then weight decay, then the learning
 * rate.
 *
 * <p>The sum of gradients is not an average, so learning rates are smaller than in Adam, by about
 * the factor {@code 1 - b1}.
 *
 * @param learningRate not negative
 * @param b1 decay of the sum, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param alpha weight of the newest gradient
 * @param eps added outside the square root
 * @param epsRoot added inside the square root
 * @param weightDecay fraction of the parameters subtracted in a step, before the learning rate
 * @param mask the leaves with weight decay, or {@code null} for all
 * @see <a href="https://arxiv.org/abs/2502.02431">Morwani et al., 2025</a>
 */
@Withers
public record SimplifiedAdemamix(
    ScalarOrSchedule learningRate,
    Scalar b1,
    Scalar b2,
    ScalarOrSchedule alpha,
    Scalar eps,
    Scalar epsRoot,
    ScalarOrSchedule weightDecay,
    @Nullable Mask mask)
    implements Composition, SimplifiedAdemamixWith {

  public SimplifiedAdemamix {
    learningRate.requireLearningRate("simplified_ademamix");
    Hyperparameters.requireMoments("simplified_ademamix", b1, b2, eps, epsRoot);
    alpha.requireFinite("simplified_ademamix", "alpha");
    weightDecay.requireFinite("simplified_ademamix", "weight decay");
  }

  /** The defaults of Optax: decays 0.99 and 0.95, a weight of 0, eps 1e-8, no weight decay. */
  public SimplifiedAdemamix(ScalarOrSchedule learningRate) {
    this(
        learningRate,
        Scalar.of(0.99),
        Scalar.of(0.95),
        ScalarOrSchedule.of(0),
        Scalar.of(1e-8),
        Scalar.of(0),
        ScalarOrSchedule.of(0),
        null);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleBySimplifiedAdemamix(b1, b2, alpha, eps, epsRoot),
        Masked.where(mask, AddDecayedWeights.of(weightDecay)),
        LearningRate.descent(learningRate));
  }
}
