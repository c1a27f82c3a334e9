package io.cambric.optax.alias;

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
import io.cambric.optax.transform.ScaleByAdam;
import io.cambric.optax.transform.ScaleByTrustRatio;
import io.cambric.optax.wrapper.Masked;
import org.jspecify.annotations.Nullable;

/**
 * LAMB, for large batches: {@link ScaleByAdam}, then {@link AddDecayedWeights}, then {@link
 * ScaleByTrustRatio}, then the learning rate.
 *
 * <p>An update needs the parameters.
 *
 * @param learningRate not negative
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param epsRoot added inside the square root
 * @param weightDecay share of the parameters added to rescaled gradients, before the trust ratio
 * @param mask the leaves with weight decay, or {@code null} for all
 * @see <a href="https://arxiv.org/abs/1904.00962">You et al., 2020</a>
 */
@Withers
public record Lamb(
    ScalarOrSchedule learningRate,
    Scalar b1,
    Scalar b2,
    Scalar eps,
    Scalar epsRoot,
    ScalarOrSchedule weightDecay,
    @Nullable Mask mask)
    implements Composition, LambWith {

  public Lamb {
    learningRate.requireLearningRate("lamb");
    Hyperparameters.requireMoments("lamb", b1, b2, eps, epsRoot);
    weightDecay.requireFinite("lamb", "weight decay");
  }

  /** Decays of 0.9 and 0.999, eps 1e-6, no weight decay. */
  public Lamb(ScalarOrSchedule learningRate) {
    this(
        learningRate,
        Scalar.of(0.9),
        Scalar.of(0.999),
        Scalar.of(1e-6),
        Scalar.of(0),
        ScalarOrSchedule.of(0),
        null);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleByAdam(b1, b2, eps, epsRoot, null, false),
        Masked.where(mask, AddDecayedWeights.of(weightDecay)),
        new ScaleByTrustRatio(),
        LearningRate.descent(learningRate));
  }
}
