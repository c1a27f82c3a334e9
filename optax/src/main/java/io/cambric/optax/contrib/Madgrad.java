package io.cambric.optax.contrib;

import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.AddDecayedWeights;

/**
 * MADGRAD, a momentumised, adaptive, dual averaged gradient method: weight decay, then {@link
 * ScaleByMadgrad}.
 *
 * @param learningRate not negative
 * @param momentum share of the parameters that stays after a step, in {@code [0, 1)}
 * @param weightDecay fraction of the parameters added to gradients
 * @param eps added to the learning rate, and outside the cube root
 * @see <a href="https://arxiv.org/abs/2101.11075">Defazio and Jelassi, 2021</a>
 */
@Withers
public record Madgrad(
    ScalarOrSchedule learningRate, Scalar momentum, ScalarOrSchedule weightDecay, Scalar eps)
    implements Composition, MadgradWith {

  public Madgrad {
    ScaleByMadgrad.require("madgrad", learningRate, momentum, eps);
    weightDecay.requireFinite("madgrad", "weight decay");
  }

  /** The defaults of Optax: a momentum of 0.9, no weight decay and eps 1e-6. */
  public Madgrad(ScalarOrSchedule learningRate) {
    this(learningRate, Scalar.of(0.9), ScalarOrSchedule.of(0), Scalar.of(1e-6));
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        AddDecayedWeights.of(weightDecay), new ScaleByMadgrad(learningRate, momentum, eps));
  }
}
