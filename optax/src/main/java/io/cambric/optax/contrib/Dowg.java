package io.cambric.optax.contrib;

import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Mask;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.LearningRate;
import org.jspecify.annotations.Nullable;

/**
 * DoWG, gradient descent with distance over weighted gradients as step sizes: weight decay, then
 * {@link ScaleByDowg}, then the learning rate.
 *
 * @param learningRate factor of step sizes, not negative
 * @param initEstimSqDist the initial squared distance, or {@code null} for eps
 * @param eps added outside the square root
 * @param weightDecay fraction of the parameters added to gradients, or {@code null} for none
 * @param mask the leaves with weight decay, or {@code null} for all
 * @see <a href="https://arxiv.org/abs/2305.16284">Khaled et al., 2023</a>
 */
@Withers
public record Dowg(
    ScalarOrSchedule learningRate,
    @Nullable Scalar initEstimSqDist,
    Scalar eps,
    @Nullable ScalarOrSchedule weightDecay,
    @Nullable Mask mask)
    implements Composition, DowgWith {

  public Dowg {
    learningRate.requireLearningRate("dowg");
    ScaleByDowg.require(initEstimSqDist, eps);
    if (weightDecay != null) {
      weightDecay.requireFinite("dowg", "weight decay");
    }
  }

  /** The defaults of Optax: a learning rate of 1, a first squared distance and eps of 1e-4. */
  public Dowg() {
    this(ScalarOrSchedule.of(1), null, Scalar.of(1e-4), null, null);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        Dog.decay(weightDecay, mask),
        new ScaleByDowg(initEstimSqDist, eps),
        LearningRate.descent(learningRate));
  }
}
