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
import io.cambric.optax.transform.ScaleByAdadelta;
import io.cambric.optax.transform.ScaleByAdam;
import io.cambric.optax.transform.ScaleByAdamax;
import io.cambric.optax.transform.ScaleByAdan;
import io.cambric.optax.transform.ScaleByAmsgrad;
import io.cambric.optax.transform.ScaleByBelief;
import io.cambric.optax.transform.ScaleByFactoredRms;
import io.cambric.optax.transform.ScaleByParamBlockNorm;
import io.cambric.optax.transform.ScaleByParamBlockRms;
import io.cambric.optax.transform.ScaleByPolyak;
import io.cambric.optax.transform.ScaleByRadam;
import io.cambric.optax.transform.ScaleByRss;
import io.cambric.optax.transform.ScaleBySchedule;
import io.cambric.optax.transform.ScaleByTrustRatio;
import io.cambric.optax.transform.ScaleByYogi;
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

  /** {@return updates rescaled by past updates and past gradients, as in Adadelta} */
  public static ScaleByAdadelta scaleByAdadelta() {
    return new ScaleByAdadelta();
  }

  /** {@return updates rescaled by their moments, with the numbers of the paper} */
  public static ScaleByAdam scaleByAdam() {
    return new ScaleByAdam();
  }

  /** {@return updates rescaled by a moment and the infinity norm} */
  public static ScaleByAdamax scaleByAdamax() {
    return new ScaleByAdamax();
  }

  /** {@return updates rescaled by moments of gradients and of their differences} */
  public static ScaleByAdan scaleByAdan() {
    return new ScaleByAdan();
  }

  /** {@return updates rescaled by moments, the second of which is the largest so far} */
  public static ScaleByAmsgrad scaleByAmsgrad() {
    return new ScaleByAmsgrad();
  }

  /** {@return updates rescaled by how far gradients are from their average} */
  public static ScaleByBelief scaleByBelief() {
    return new ScaleByBelief();
  }

  /** {@return updates rescaled by factored root mean squares, as in Adafactor} */
  public static ScaleByFactoredRms scaleByFactoredRms() {
    return new ScaleByFactoredRms();
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

  /** {@return updates of each array times the norm of its parameters} */
  public static ScaleByParamBlockNorm scaleByParamBlockNorm() {
    return new ScaleByParamBlockNorm();
  }

  /** {@return updates of each array times the root mean square of its parameters} */
  public static ScaleByParamBlockRms scaleByParamBlockRms() {
    return new ScaleByParamBlockRms();
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

  /** {@return updates rescaled by moments, by the second one once its variance is known} */
  public static ScaleByRadam scaleByRadam() {
    return new ScaleByRadam();
  }

  /** {@return updates rescaled by the root of the sum of their squares so far, as in Adagrad} */
  public static ScaleByRss scaleByRss() {
    return new ScaleByRss();
  }

  /** {@return updates times the value of a schedule} */
  public static ScaleBySchedule scaleBySchedule(Schedule stepSize) {
    return new ScaleBySchedule(stepSize);
  }

  /** {@return updates of each array scaled to the norm of its parameters, as in LARS and LAMB} */
  public static ScaleByTrustRatio scaleByTrustRatio() {
    return new ScaleByTrustRatio();
  }

  /** {@return updates rescaled by moments, as in Yogi} */
  public static ScaleByYogi scaleByYogi() {
    return new ScaleByYogi();
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
