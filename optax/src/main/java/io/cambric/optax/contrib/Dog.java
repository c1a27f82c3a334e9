package io.cambric.optax.contrib;

import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Identity;
import io.cambric.optax.base.Mask;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.AddDecayedWeights;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.wrapper.Masked;
import org.jspecify.annotations.Nullable;

/**
 * DoG, gradient descent with distance over gradients as step sizes: weight decay, then {@link
 * ScaleByDog}, then the learning rate.
 *
 * <p>The iterates of DoG are usually averaged, for example with {@code Optax.ema} of the
 * parameters.
 *
 * @param learningRate factor of step sizes, not negative
 * @param initStep the initial distance, or the learning rate of the first step
 * @param eps added inside the square root
 * @param weightDecay fraction of the parameters added to gradients, or {@code null} for none
 * @param mask the leaves with weight decay, or {@code null} for all
 * @see <a href="https://arxiv.org/abs/2302.12022">Ivgi et al., 2023</a>
 */
@Withers
public record Dog(
    ScalarOrSchedule learningRate,
    InitialStep initStep,
    Scalar eps,
    @Nullable ScalarOrSchedule weightDecay,
    @Nullable Mask mask)
    implements Composition, DogWith {

  public Dog {
    learningRate.requireLearningRate("dog");
    Hyperparameters.requireNotNegative("dog", "eps", eps, "1e-8 is usual.");
    if (weightDecay != null) {
      weightDecay.requireFinite("dog", "weight decay");
    }
  }

  /** The defaults of Optax: a learning rate of 1, a first distance of 1e-6 (1 + |p0|). */
  public Dog() {
    this(ScalarOrSchedule.of(1), InitialStep.heuristic(1e-6), Scalar.of(1e-8), null, null);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        decay(weightDecay, mask),
        new ScaleByDog(initStep, eps),
        LearningRate.descent(learningRate));
  }

  /** {@return weight decay, or the identity if there is none} */
  static GradientTransformation decay(@Nullable ScalarOrSchedule weightDecay, @Nullable Mask mask) {
    return weightDecay == null
        ? new Identity()
        : Masked.where(mask, AddDecayedWeights.of(weightDecay));
  }
}
