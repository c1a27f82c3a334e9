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
import io.cambric.optax.transform.ScaleByTrustRatio;
import io.cambric.optax.transform.Trace;
import io.cambric.optax.wrapper.Masked;
import org.jspecify.annotations.Nullable;

/**
 * LARS, for large batches: {@link AddDecayedWeights}, then {@link ScaleByTrustRatio}, then the
 * learning rate, then {@link Trace}.
 *
 * <p>The momentum sums updates that are already scaled by the learning rate, so a change of the
 * rate acts slowly. An update needs the parameters.
 *
 * @param learningRate not negative
 * @param weightDecay fraction of the parameters added to gradients
 * @param weightDecayMask the leaves with weight decay, or {@code null} for all
 * @param trustCoefficient factor of the trust ratio
 * @param eps added to the norm of updates in the trust ratio
 * @param trustRatioMask the leaves that are scaled by the trust ratio, or {@code null} for all
 * @param momentum decay of the trace, in {@code [0, 1]}
 * @param nesterov whether the momentum looks one step ahead
 * @see <a href="https://arxiv.org/abs/1708.03888">You et al., 2017</a>
 */
@Withers
public record Lars(
    ScalarOrSchedule learningRate,
    ScalarOrSchedule weightDecay,
    @Nullable Mask weightDecayMask,
    Scalar trustCoefficient,
    Scalar eps,
    @Nullable Mask trustRatioMask,
    Scalar momentum,
    boolean nesterov)
    implements Composition, LarsWith {

  public Lars {
    learningRate.requireLearningRate("lars");
    ScaleByTrustRatio.require("lars", Scalar.of(0), trustCoefficient, eps);
    Hyperparameters.requireUnitInterval("lars", "momentum", momentum);
    weightDecay.requireFinite("lars", "weight decay");
  }

  /**
   * No weight decay, a trust coefficient of 0.001, a momentum of 0.9. Both masks are {@code true},
   * which gives masked states as in Optax.
   */
  public Lars(ScalarOrSchedule learningRate) {
    this(
        learningRate,
        ScalarOrSchedule.of(0),
        Mask.of(true),
        Scalar.of(0.001),
        Scalar.of(0),
        Mask.of(true),
        Scalar.of(0.9),
        false);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        Masked.where(weightDecayMask, AddDecayedWeights.of(weightDecay)),
        Masked.where(trustRatioMask, new ScaleByTrustRatio(Scalar.of(0), trustCoefficient, eps)),
        LearningRate.descent(learningRate),
        new Trace(momentum, nesterov, null));
  }
}
