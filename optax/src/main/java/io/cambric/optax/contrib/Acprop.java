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
 * ACProp, asynchronous centred momentum: {@link ScaleByAcprop}, then weight decay, then the
 * learning rate.
 *
 * @param learningRate not negative
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param epsRoot added to the second moment
 * @param weightDecay fraction of the parameters subtracted in a step, before the learning rate
 * @param mask the leaves with weight decay, or {@code null} for all
 * @see <a href="https://arxiv.org/abs/2110.05454">Zhuang et al., 2021</a>
 */
@Withers
public record Acprop(
    ScalarOrSchedule learningRate,
    Scalar b1,
    Scalar b2,
    Scalar eps,
    Scalar epsRoot,
    ScalarOrSchedule weightDecay,
    @Nullable Mask mask)
    implements Composition, AcpropWith {

  public Acprop {
    learningRate.requireLearningRate("acprop");
    Hyperparameters.requireMoments("acprop", b1, b2, eps, epsRoot);
    weightDecay.requireFinite("acprop", "weight decay");
  }

  /** The defaults of Optax: decays 0.9 and 0.999, eps and eps_root 1e-16, no weight decay. */
  public Acprop(ScalarOrSchedule learningRate) {
    this(
        learningRate,
        Scalar.of(0.9),
        Scalar.of(0.999),
        Scalar.of(1e-16),
        Scalar.of(1e-16),
        ScalarOrSchedule.of(0),
        null);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleByAcprop(b1, b2, eps, epsRoot),
        Masked.where(mask, AddDecayedWeights.of(weightDecay)),
        LearningRate.descent(learningRate));
  }
}
