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
import io.cambric.optax.transform.ScaleByAdamax;
import io.cambric.optax.wrapper.Masked;
import org.jspecify.annotations.Nullable;

/**
 * Adamax with decoupled weight decay: {@link ScaleByAdamax}, then {@link AddDecayedWeights}, then
 * the learning rate, which multiplies the decay, too.
 *
 * @param learningRate not negative
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the infinity norm, in {@code [0, 1)}
 * @param eps added to the magnitude of gradients
 * @param weightDecay fraction of the parameters subtracted in a step, before the learning rate
 * @param mask the leaves with weight decay, or {@code null} for all
 * @see <a href="https://arxiv.org/abs/1711.05101">Loshchilov and Hutter, 2017</a>
 */
@Withers
public record AdamaxW(
    ScalarOrSchedule learningRate,
    Scalar b1,
    Scalar b2,
    Scalar eps,
    ScalarOrSchedule weightDecay,
    @Nullable Mask mask)
    implements Composition, AdamaxWWith {

  public AdamaxW {
    learningRate.requireLearningRate("adamaxw");
    ScaleByAdamax.require("adamaxw", b1, b2, eps);
    weightDecay.requireFinite("adamaxw", "weight decay");
  }

  /** Decays of 0.9 and 0.999, eps 1e-8, a weight decay of 1e-4. */
  public AdamaxW(ScalarOrSchedule learningRate) {
    this(
        learningRate,
        Scalar.of(0.9),
        Scalar.of(0.999),
        Scalar.of(1e-8),
        ScalarOrSchedule.of(1e-4),
        null);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleByAdamax(b1, b2, eps),
        Masked.where(mask, AddDecayedWeights.of(weightDecay)),
        LearningRate.descent(learningRate));
  }
}
