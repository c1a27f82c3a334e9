package io.cambric.optax.alias;

import io.cambric.array.DType;
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
import io.cambric.optax.transform.ScaleByLion;
import io.cambric.optax.wrapper.Masked;
import org.jspecify.annotations.Nullable;

/**
 * Lion: {@link ScaleByLion}, then {@link AddDecayedWeights}, then the learning rate, which
 * multiplies the decay, too. Its learning rate is smaller than Adam's, its weight decay larger.
 *
 * @param learningRate not negative
 * @param b1 fraction of the average in the update, in {@code [0, 1)}
 * @param b2 decay of the average, in {@code [0, 1)}
 * @param muDtype dtype of the average, or {@code null} for the dtype of the parameters
 * @param weightDecay fraction of the parameters subtracted in a step, before the learning rate
 * @param mask the leaves with weight decay, or {@code null} for all
 * @see <a href="https://arxiv.org/abs/2302.06675">Chen et al., 2023</a>
 */
@Withers
public record Lion(
    ScalarOrSchedule learningRate,
    Scalar b1,
    Scalar b2,
    @Nullable DType muDtype,
    ScalarOrSchedule weightDecay,
    @Nullable Mask mask)
    implements Composition, LionWith {

  public Lion {
    learningRate.requireLearningRate("lion");
    Hyperparameters.requireDecay("lion", "b1", b1);
    Hyperparameters.requireDecay("lion", "b2", b2);
  }

  /** The values of the paper, and a weight decay of 1e-3. */
  public Lion(ScalarOrSchedule learningRate) {
    this(learningRate, Scalar.of(0.9), Scalar.of(0.99), null, ScalarOrSchedule.of(1e-3), null);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleByLion(b1, b2, muDtype, ScaleByLion.Mode.HARD, Scalar.of(1)),
        Masked.where(mask, AddDecayedWeights.of(weightDecay)),
        LearningRate.descent(learningRate));
  }
}
