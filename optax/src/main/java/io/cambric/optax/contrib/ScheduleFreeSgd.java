package io.cambric.optax.contrib;

import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.optax.alias.Sgd;
import io.cambric.optax.base.Chain;
import io.cambric.optax.base.Composition;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.transform.AddDecayedWeights;
import org.jspecify.annotations.Nullable;

/**
 * Schedule-free gradient descent: {@link ScheduleFree} around {@link AddDecayedWeights}, if there
 * is weight decay, and {@link Sgd}.
 *
 * @param learningRate not negative
 * @param warmupSteps steps in which the learning rate grows from 0, or {@code null} for none
 * @param b1 the share of the average in the trained parameters, in {@code (0, 1]}
 * @param weightDecay fraction of the parameters subtracted in a step, before the learning rate, or
 *     {@code null} for none
 * @param weightLrPower power of the learning rate that weighs a step
 * @param stateDtype dtype of the parameters in the state, or {@code null} for their own
 * @see <a href="https://arxiv.org/abs/2405.15682">Defazio et al., 2024</a>
 */
@Withers
public record ScheduleFreeSgd(
    Scalar learningRate,
    @Nullable Integer warmupSteps,
    Scalar b1,
    @Nullable Scalar weightDecay,
    Scalar weightLrPower,
    @Nullable DType stateDtype)
    implements Composition, ScheduleFreeSgdWith {

  /** The defaults of Optax: a learning rate of 1, b1 0.9, neither warmup nor weight decay. */
  public ScheduleFreeSgd() {
    this(Scalar.of(1));
  }

  /** The same with another learning rate. */
  public ScheduleFreeSgd(Scalar learningRate) {
    this(learningRate, null, Scalar.of(0.9), null, Scalar.of(2), null);
  }

  @Override
  public GradientTransformation composed() {
    var rate = LinearWarmup.of(learningRate, warmupSteps);
    var sgd = new Sgd(rate);
    var base = weightDecay == null ? sgd : Chain.of(new AddDecayedWeights(weightDecay), sgd);
    return new ScheduleFree(base, rate, b1, weightLrPower, stateDtype);
  }
}
