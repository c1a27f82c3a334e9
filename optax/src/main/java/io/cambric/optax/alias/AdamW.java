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
import io.cambric.optax.transform.ScaleByAdam;
import io.cambric.optax.wrapper.Masked;
import org.jspecify.annotations.Nullable;

/**
 * Adam with decoupled weight decay: {@link ScaleByAdam}, then {@link AddDecayedWeights}, then the
 * learning rate, which multiplies the decay, too. With Nesterov's look ahead it is NAdamW.
 *
 * @param learningRate not negative
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param epsRoot added inside the square root
 * @param muDtype dtype of the first moment, or {@code null} for the dtype of the parameters
 * @param weightDecay fraction of the parameters subtracted in a step, before the learning rate
 * @param mask the leaves with weight decay, or {@code null} for all
 * @param nesterov whether to look one step ahead
 * @see <a href="https://arxiv.org/abs/1711.05101">Loshchilov and Hutter, 2017</a>
 */
@Withers
public record AdamW(
    ScalarOrSchedule learningRate,
    Scalar b1,
    Scalar b2,
    Scalar eps,
    Scalar epsRoot,
    @Nullable DType muDtype,
    ScalarOrSchedule weightDecay,
    @Nullable Mask mask,
    boolean nesterov)
    implements Composition, AdamWWith {

  public AdamW {
    var name = nesterov ? "nadamw" : "adamw";
    learningRate.requireLearningRate(name);
    Hyperparameters.requireMoments(name, b1, b2, eps, epsRoot);
    weightDecay.requireFinite(name, "weight decay");
  }

  /** The values of Adam's paper, and a weight decay of 1e-4. */
  public AdamW(ScalarOrSchedule learningRate) {
    this(learningRate, false);
  }

  /** The same numbers, with or without Nesterov's momentum. */
  public AdamW(ScalarOrSchedule learningRate, boolean nesterov) {
    this(
        learningRate,
        Scalar.of(0.9),
        Scalar.of(0.999),
        Scalar.of(1e-8),
        Scalar.of(0),
        null,
        ScalarOrSchedule.of(1e-4),
        null,
        nesterov);
  }

  @Override
  public GradientTransformation composed() {
    return Chain.of(
        new ScaleByAdam(b1, b2, eps, epsRoot, muDtype, nesterov),
        Masked.where(mask, AddDecayedWeights.of(weightDecay)),
        LearningRate.descent(learningRate));
  }
}
