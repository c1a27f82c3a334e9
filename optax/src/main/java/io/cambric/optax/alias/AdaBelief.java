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
import io.cambric.optax.transform.ScaleByBelief;
import io.cambric.optax.wrapper.Masked;
import org.jspecify.annotations.Nullable;

/**
 * AdaBelief: {@link ScaleByBelief}, then {@link AddDecayedWeights} if a decay is set, then the
 * learning rate.
 *
 * @param learningRate not negative
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param epsRoot added to the second moment in each step
 * @param weightDecay fraction of the parameters subtracted in a step, before the learning rate, or
 *     {@code null} for none
 * @param mask the leaves with weight decay, or {@code null} for all
 * @param nesterov whether to look one step ahead
 * @see <a href="https://arxiv.org/abs/2010.07468">Zhuang et al., 2020</a>
 */
@Withers
public record AdaBelief(
    ScalarOrSchedule learningRate,
    Scalar b1,
    Scalar b2,
    Scalar eps,
    Scalar epsRoot,
    @Nullable ScalarOrSchedule weightDecay,
    @Nullable Mask mask,
    boolean nesterov)
    implements Composition, AdaBeliefWith {

  public AdaBelief {
    learningRate.requireLearningRate("adabelief");
    Hyperparameters.requireMoments("adabelief", b1, b2, eps, epsRoot);
    if (weightDecay != null) {
      weightDecay.requireFinite("adabelief", "weight decay");
    }
  }

  /** The values of the paper: decays 0.9 and 0.999, both eps 1e-16, no weight decay. */
  public AdaBelief(ScalarOrSchedule learningRate) {
    this(
        learningRate,
        Scalar.of(0.9),
        Scalar.of(0.999),
        Scalar.of(1e-16),
        Scalar.of(1e-16),
        null,
        null,
        false);
  }

  @Override
  public GradientTransformation composed() {
    var belief = new ScaleByBelief(b1, b2, eps, epsRoot, nesterov);
    var descent = LearningRate.descent(learningRate);
    return weightDecay == null
        ? Chain.of(belief, descent)
        : Chain.of(belief, Masked.where(mask, AddDecayedWeights.of(weightDecay)), descent);
  }
}
