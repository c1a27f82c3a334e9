package io.cambric.optax.alias;

import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Mask;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.AddDecayedWeights;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.ScaleByAdadelta;
import io.cambric.optax.wrapper.Masked;
import org.jspecify.annotations.Nullable;

/**
 * Adadelta: {@link AddDecayedWeights}, then {@link ScaleByAdadelta}, then the learning rate.
 *
 * <p>Without a learning rate the sign of updates is not flipped, so they climb.
 *
 * @param learningRate not negative, or {@code null} for none; the paper uses 1
 * @param rho decay of both averages, in {@code [0, 1)}
 * @param eps added inside both square roots
 * @param weightDecay fraction of the parameters added to gradients before they are rescaled
 * @param weightDecayMask the leaves with weight decay, or {@code null} for all
 * @see <a href="https://arxiv.org/abs/1212.5701">Zeiler, 2012</a>
 */
@Withers
public record Adadelta(
    @Nullable ScalarOrSchedule learningRate,
    Scalar rho,
    Scalar eps,
    ScalarOrSchedule weightDecay,
    @Nullable Mask weightDecayMask)
    implements Composition, AdadeltaWith {

  public Adadelta {
    if (learningRate != null) {
      learningRate.requireLearningRate("adadelta");
    }
    ScaleByAdadelta.require("adadelta", rho, eps);
    weightDecay.requireFinite("adadelta", "weight decay");
  }

  /** The defaults of Optax: a decay of 0.9, eps 1e-6, no weight decay. */
  public Adadelta(@Nullable ScalarOrSchedule learningRate) {
    this(learningRate, Scalar.of(0.9), Scalar.of(1e-6), ScalarOrSchedule.of(0), null);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        Masked.where(weightDecayMask, AddDecayedWeights.of(weightDecay)),
        new ScaleByAdadelta(rho, eps),
        LearningRate.descent(learningRate));
  }
}
