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
import io.cambric.optax.transform.ScaleByAdan;
import io.cambric.optax.wrapper.Masked;
import org.jspecify.annotations.Nullable;

/**
 * Adan, Adam with differences of gradients: {@link ScaleByAdan}, then {@link AddDecayedWeights},
 * then the learning rate.
 *
 * @param learningRate not negative
 * @param b1 decay of the average of gradients, in {@code [0, 1)}
 * @param b2 decay of the average of differences of gradients, in {@code [0, 1)}
 * @param b3 decay of the average of squares, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param epsRoot added inside the square root
 * @param weightDecay fraction of the parameters subtracted in a step, before the learning rate
 * @param mask the leaves with weight decay, or {@code null} for all
 * @see <a href="https://arxiv.org/abs/2208.06677">Xie et al., 2022</a>
 */
@Withers
public record Adan(
    ScalarOrSchedule learningRate,
    Scalar b1,
    Scalar b2,
    Scalar b3,
    Scalar eps,
    Scalar epsRoot,
    ScalarOrSchedule weightDecay,
    @Nullable Mask mask)
    implements Composition, AdanWith {

  public Adan {
    learningRate.requireLearningRate("adan");
    ScaleByAdan.require("adan", b1, b2, b3, eps, epsRoot);
    weightDecay.requireFinite("adan", "weight decay");
  }

  /** Decays of 0.98, 0.92 and 0.99, both eps 1e-8, no weight decay. */
  public Adan(ScalarOrSchedule learningRate) {
    this(
        learningRate,
        Scalar.of(0.98),
        Scalar.of(0.92),
        Scalar.of(0.99),
        Scalar.of(1e-8),
        Scalar.of(1e-8),
        ScalarOrSchedule.of(0),
        null);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleByAdan(b1, b2, b3, eps, epsRoot),
        Masked.where(mask, AddDecayedWeights.of(weightDecay)),
        LearningRate.descent(learningRate));
  }
}
