package io.cambric.optax.contrib;

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
 * COCOB, which bets on gradients instead of a learning rate: weight decay, then the learning rate
 * as a factor of gradients, then {@link ScaleByCocob}.
 *
 * @param learningRate factor of gradients, not negative
 * @param alpha the least divisor of a bet, in units of the scale
 * @param eps the initial scale of gradients, above 0
 * @param weightDecay fraction of the parameters added to gradients
 * @param mask the leaves with weight decay, or {@code null} for all
 * @see <a href="https://arxiv.org/abs/1705.07795">Orabona and Tommasi, 2017</a>
 */
@Withers
public record Cocob(
    ScalarOrSchedule learningRate,
    Scalar alpha,
    Scalar eps,
    ScalarOrSchedule weightDecay,
    @Nullable Mask mask)
    implements Composition, CocobWith {

  public Cocob {
    learningRate.requireLearningRate("cocob");
    ScaleByCocob.require("cocob", alpha, eps);
    weightDecay.requireFinite("cocob", "weight decay");
  }

  /** The defaults of Optax: a learning rate of 1, an alpha of 100, no weight decay. */
  public Cocob() {
    this(ScalarOrSchedule.of(1), Scalar.of(100), Scalar.of(1e-8), ScalarOrSchedule.of(0), null);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        Masked.where(mask, AddDecayedWeights.of(weightDecay)),
        LearningRate.ascent(learningRate),
        new ScaleByCocob(alpha, eps));
  }
}
