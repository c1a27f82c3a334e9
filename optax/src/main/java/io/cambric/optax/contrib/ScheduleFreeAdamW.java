package io.cambric.optax.contrib;

import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.AddDecayedWeights;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.ScaleByRms;
import org.jspecify.annotations.Nullable;

/**
 * Schedule-free AdamW: {@link ScheduleFree} around {@link ScaleByRms}, {@link AddDecayedWeights}
 * and the learning rate. The first of them has bias correction, and is Adam without a first moment.
 *
 * @param learningRate not negative
 * @param warmupSteps steps in which the learning rate grows from 0, or {@code null} for none
 * @param b1 the share of the average in the trained parameters, in {@code (0, 1]}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param weightDecay fraction of the parameters subtracted in a step, before the learning rate
 * @param weightLrPower power of the learning rate that weighs a step
 * @param stateDtype dtype of the parameters in the state, or {@code null} for their own
 * @see <a href="https://arxiv.org/abs/2405.15682">Defazio et al., 2024</a>
 */
@Withers
public record ScheduleFreeAdamW(
    Scalar learningRate,
    @Nullable Integer warmupSteps,
    Scalar b1,
    Scalar b2,
    Scalar eps,
    Scalar weightDecay,
    Scalar weightLrPower,
    @Nullable DType stateDtype)
    implements Composition, ScheduleFreeAdamWWith {

  /** The defaults of Optax: a learning rate of 0.0025, b1 0.9, b2 0.999, without weight decay. */
  public ScheduleFreeAdamW() {
    this(Scalar.of(0.0025));
  }

  /** The same with another learning rate. */
  public ScheduleFreeAdamW(Scalar learningRate) {
    this(
        learningRate,
        null,
        Scalar.of(0.9),
        Scalar.of(0.999),
        Scalar.of(1e-8),
        Scalar.of(0),
        Scalar.of(2),
        null);
  }

  @Override
  public GradientTransformation composed() {
    var rate = LinearWarmup.of(learningRate, warmupSteps);
    var rms = new ScaleByRms(b2, eps, Scalar.of(0), false, true);
    return new ScheduleFree(
        Chain.of(rms, new AddDecayedWeights(weightDecay), LearningRate.descent(rate)),
        rate,
        b1,
        weightLrPower,
        stateDtype);
  }
}
