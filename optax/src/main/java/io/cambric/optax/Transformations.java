package io.cambric.optax;

import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Identity;
import io.cambric.optax.base.Mask;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.schedule.Schedule;
import io.cambric.optax.transform.AddDecayedWeights;
import io.cambric.optax.transform.Clip;
import io.cambric.optax.transform.ClipByBlockRms;
import io.cambric.optax.transform.ClipByGlobalNorm;
import io.cambric.optax.transform.Ema;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.Scale;
import io.cambric.optax.transform.ScaleByAdam;
import io.cambric.optax.transform.ScaleByPolyak;
import io.cambric.optax.transform.ScaleBySchedule;
import io.cambric.optax.transform.SetToZero;
import io.cambric.optax.transform.Trace;
import io.cambric.optax.wrapper.Masked;

/** The transformations that optimisers are chained from. */
final class Transformations {

  private Transformations() {}

  /** {@return updates plus parameters times a factor} */
  public static GradientTransformation addDecayedWeights(ScalarOrSchedule weightDecay) {
    return AddDecayedWeights.of(weightDecay);
  }

  /** {@return updates plus parameters times a factor, for the leaves of a mask} */
  public static GradientTransformation addDecayedWeights(ScalarOrSchedule weightDecay, Mask mask) {
    return new Masked(AddDecayedWeights.of(weightDecay), mask);
  }

  /** {@return each element limited to {@code [-maxDelta, maxDelta]}} */
  public static Clip clip(Scalar maxDelta) {
    return new Clip(maxDelta);
  }

  /** {@return the root mean square of each array limited} */
  public static ClipByBlockRms clipByBlockRms(Scalar threshold) {
    return new ClipByBlockRms(threshold);
  }

  /** {@return the norm of all updates together limited} */
  public static ClipByGlobalNorm clipByGlobalNorm(Scalar maxNorm) {
    return new ClipByGlobalNorm(maxNorm);
  }

  /** {@return the debiased exponential moving average of updates} */
  public static Ema ema(Scalar decay) {
    return new Ema(decay);
  }

  /** {@return the identity transformation: updates pass unchanged} */
  public static GradientTransformation identity() {
    return new Identity();
  }

  /** {@return updates times a number} */
  public static Scale scale(Scalar stepSize) {
    return new Scale(stepSize);
  }

  /** {@return updates rescaled by their moments, with the numbers of the paper} */
  public static ScaleByAdam scaleByAdam() {
    return new ScaleByAdam();
  }

  /**
   * {@return updates times the negative learning rate, the last part of most optimisers}
   *
   * @param learningRate not negative; to climb, use {@link #scale}
   */
  public static GradientTransformation scaleByLearningRate(ScalarOrSchedule learningRate) {
    learningRate.requireLearningRate("scale_by_learning_rate");
    return LearningRate.descent(learningRate);
  }

  /** {@return updates times the learning rate, its sign flipped or not} */
  public static GradientTransformation scaleByLearningRate(
      ScalarOrSchedule learningRate, boolean flipSign) {
    learningRate.requireFinite("scale_by_learning_rate", "learning rate");
    return flipSign ? LearningRate.descent(learningRate) : LearningRate.ascent(learningRate);
  }

  /**
   * {@return updates times Polyak's step size}
   *
   * <p>An update needs the value of the loss: {@code tx.update(grads, state, params, extras ->
   * extras.withValue(loss))}.
   */
  public static ScaleByPolyak scaleByPolyak() {
    return new ScaleByPolyak();
  }

  /** {@return updates times the value of a schedule} */
  public static ScaleBySchedule scaleBySchedule(Schedule stepSize) {
    return new ScaleBySchedule(stepSize);
  }

  /** {@return the transformation that replaces updates by zeros} */
  public static GradientTransformation setToZero() {
    return new SetToZero();
  }

  /** {@return momentum: {@code t = g + decay t}} */
  public static Trace trace(Scalar decay) {
    return new Trace(decay);
  }
}
