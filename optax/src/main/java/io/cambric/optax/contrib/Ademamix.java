package io.cambric.optax.contrib;

import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Mask;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.AddDecayedWeights;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.wrapper.Masked;
import org.jspecify.annotations.Nullable;

/**
 * AdEMAMix, Adam with a second, slower average of gradients: {@link ScaleByAdemamix}, then weight
 * decay, then the learning rate.
 *
 * @param learningRate not negative
 * @param b1 decay of the fast average, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param b3 decay of the slow average, in {@code [0, 1)}
 * @param alpha weight of the slow average
 * @param eps added outside the square root
 * @param epsRoot added inside the square root
 * @param muDtype dtype in which all averages are kept, or {@code null} for the dtype of the
 *     parameters
 * @param weightDecay fraction of the parameters subtracted in a step, before the learning rate
 * @param mask the leaves with weight decay, or {@code null} for all
 * @see <a href="https://arxiv.org/abs/2409.03137">Pagliardini et al., 2024</a>
 */
@Withers
public record Ademamix(
    ScalarOrSchedule learningRate,
    Scalar b1,
    Scalar b2,
    ScalarOrSchedule b3,
    ScalarOrSchedule alpha,
    Scalar eps,
    Scalar epsRoot,
    @Nullable DType muDtype,
    ScalarOrSchedule weightDecay,
    @Nullable Mask mask)
    implements Composition, AdemamixWith {

  public Ademamix {
    learningRate.requireLearningRate("ademamix");
    ScaleByAdemamix.require("ademamix", b1, b2, b3, alpha, eps, epsRoot);
    weightDecay.requireFinite("ademamix", "weight decay");
  }

  /** The defaults of Optax: decays 0.9, 0.999 and 0.9999, a weight of 5, no weight decay. */
  public Ademamix(ScalarOrSchedule learningRate) {
    this(
        learningRate,
        Scalar.of(0.9),
        Scalar.of(0.999),
        ScalarOrSchedule.of(0.9999),
        ScalarOrSchedule.of(5),
        Scalar.of(1e-8),
        Scalar.of(0),
        null,
        ScalarOrSchedule.of(0),
        null);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleByAdemamix(b1, b2, b3, alpha, eps, epsRoot, muDtype),
        Masked.where(mask, AddDecayedWeights.of(weightDecay)),
        LearningRate.descent(learningRate));
  }
}
