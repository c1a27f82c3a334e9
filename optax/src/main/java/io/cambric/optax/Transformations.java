package io.cambric.optax;

import io.cambric.core.Array;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Identity;
import io.cambric.optax.base.Mask;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.optax.linesearch.ScaleByBacktrackingLinesearch;
import io.cambric.optax.linesearch.ScaleByLbfgs;
import io.cambric.optax.linesearch.ScaleByZoomLinesearch;
import io.cambric.optax.schedule.Schedule;
import io.cambric.optax.transform.AdaptiveGradClip;
import io.cambric.optax.transform.AddDecayedWeights;
import io.cambric.optax.transform.AddNoise;
import io.cambric.optax.transform.ApplyEvery;
import io.cambric.optax.transform.Centralize;
import io.cambric.optax.transform.Clip;
import io.cambric.optax.transform.ClipByBlockRms;
import io.cambric.optax.transform.ClipByGlobalNorm;
import io.cambric.optax.transform.Ema;
import io.cambric.optax.transform.KeepParamsNonnegative;
import io.cambric.optax.transform.LearningRate;
import io.cambric.optax.transform.Measure;
import io.cambric.optax.transform.MeasureWithEma;
import io.cambric.optax.transform.Monitor;
import io.cambric.optax.transform.NormalizeByUpdateNorm;
import io.cambric.optax.transform.Scale;
import io.cambric.optax.transform.ScaleByAdadelta;
import io.cambric.optax.transform.ScaleByAdam;
import io.cambric.optax.transform.ScaleByAdamax;
import io.cambric.optax.transform.ScaleByAdan;
import io.cambric.optax.transform.ScaleByAmsgrad;
import io.cambric.optax.transform.ScaleByBelief;
import io.cambric.optax.transform.ScaleByDistanceOverGradients;
import io.cambric.optax.transform.ScaleByFactoredRms;
import io.cambric.optax.transform.ScaleByLion;
import io.cambric.optax.transform.ScaleByNovograd;
import io.cambric.optax.transform.ScaleByOptimisticGradient;
import io.cambric.optax.transform.ScaleByParamBlockNorm;
import io.cambric.optax.transform.ScaleByParamBlockRms;
import io.cambric.optax.transform.ScaleByPolyak;
import io.cambric.optax.transform.ScaleByRadam;
import io.cambric.optax.transform.ScaleByRms;
import io.cambric.optax.transform.ScaleByRprop;
import io.cambric.optax.transform.ScaleByRss;
import io.cambric.optax.transform.ScaleBySchedule;
import io.cambric.optax.transform.ScaleBySign;
import io.cambric.optax.transform.ScaleBySm3;
import io.cambric.optax.transform.ScaleByStddev;
import io.cambric.optax.transform.ScaleByTrustRatio;
import io.cambric.optax.transform.ScaleByYogi;
import io.cambric.optax.transform.SetToZero;
import io.cambric.optax.transform.Snapshot;
import io.cambric.optax.transform.StatelessFunction;
import io.cambric.optax.transform.Trace;
import io.cambric.optax.transform.ZeroNans;
import io.cambric.optax.wrapper.Masked;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The transformations in the chains of optimisers. */
final class Transformations {

  private Transformations() {}

  /** {@return gradients of units, limited to a fraction of the norm of their weights} */
  public static AdaptiveGradClip adaptiveGradClip(Scalar clipping) {
    return new AdaptiveGradClip(clipping);
  }

  /** {@return updates plus parameters times a factor} */
  public static GradientTransformation addDecayedWeights(ScalarOrSchedule weightDecay) {
    return AddDecayedWeights.of(weightDecay);
  }

  /** {@return updates plus parameters times a factor, for the leaves of a mask} */
  public static GradientTransformation addDecayedWeights(ScalarOrSchedule weightDecay, Mask mask) {
    return new Masked(AddDecayedWeights.of(weightDecay), mask);
  }

  /**
   * {@return updates plus noise of variance {@code eta / t^gamma}; {@code withKey} sets its key}
   */
  public static AddNoise addNoise(Scalar eta, Scalar gamma) {
    return new AddNoise(eta, gamma);
  }

  /** {@return the sum of updates, passed on every {@code k} steps} */
  public static ApplyEvery applyEvery(int k) {
    return new ApplyEvery(k);
  }

  /** {@return updates minus their means over all axes except the first} */
  public static Centralize centralize() {
    return new Centralize();
  }

  /** {@return each element limited to {@code [-maxDelta, maxDelta]}} */
  public static Clip clip(Scalar maxDelta) {
    return new Clip(maxDelta);
  }

  /** {@return updates with a limited root mean square of each array} */
  public static ClipByBlockRms clipByBlockRms(Scalar threshold) {
    return new ClipByBlockRms(threshold);
  }

  /** {@return updates with a limited norm of all leaves together} */
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

  /** {@return updates that leave no parameter negative} */
  public static KeepParamsNonnegative keepParamsNonnegative() {
    return new KeepParamsNonnegative();
  }

  /**
   * {@return the moving average of a measure of updates, for {@link #monitor}}
   *
   * @param measure from updates to a tree of arrays
   */
  public static <P> MeasureWithEma measureWithEma(Fn<P, ?> measure, Scalar decay) {
    return new MeasureWithEma(Measure.of(measure), decay);
  }

  /**
   * {@return measurements of updates in the state, named by {@code with}}
   *
   * {@snippet :
   * monitor().with("norm", (Params g) -> globalNorm(g));
   * }
   */
  public static Monitor monitor() {
    return new Monitor(Map.of());
  }

  /** {@return updates divided by their global norm} */
  public static NormalizeByUpdateNorm normalizeByUpdateNorm() {
    return new NormalizeByUpdateNorm();
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

  /** {@return updates rescaled by moments, with the largest second moment so far} */
  public static ScaleByAmsgrad scaleByAmsgrad() {
    return new ScaleByAmsgrad();
  }

  /** {@return updates rescaled by the distance of gradients from their average} */
  public static ScaleByBelief scaleByBelief() {
    return new ScaleByBelief();
  }

  /** {@return updates rescaled by factored root mean squares, as in Adafactor} */
  public static ScaleByFactoredRms scaleByFactoredRms() {
    return new ScaleByFactoredRms();
  }

  /** {@return updates times the distance of each array from its start over its gradients} */
  public static ScaleByDistanceOverGradients scaleByDistanceOverGradients() {
    return new ScaleByDistanceOverGradients();
  }

  /**
   * {@return updates times a learning rate that backtracking finds}
   *
   * @param maxBacktrackingSteps the most learning rates that are tried after the first one
   */
  public static ScaleByBacktrackingLinesearch scaleByBacktrackingLinesearch(
      int maxBacktrackingSteps) {
    return new ScaleByBacktrackingLinesearch(maxBacktrackingSteps);
  }

  /** {@return updates times an approximation of the inverse Hessian} */
  public static ScaleByLbfgs scaleByLbfgs() {
    return new ScaleByLbfgs();
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

  /** {@return updates times the learning rate, optionally with its sign flipped} */
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

  /** {@return signs of interpolated gradients, as in Lion} */
  public static ScaleByLion scaleByLion() {
    return new ScaleByLion();
  }

  /** {@return updates divided by the norm of each array, as in NovoGrad} */
  public static ScaleByNovograd scaleByNovograd() {
    return new ScaleByNovograd();
  }

  /** {@return updates plus their change since the last step} */
  public static ScaleByOptimisticGradient scaleByOptimisticGradient() {
    return new ScaleByOptimisticGradient();
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

  /** {@return updates rescaled by moments; by the second moment only once its variance is known} */
  public static ScaleByRadam scaleByRadam() {
    return new ScaleByRadam();
  }

  /** {@return updates rescaled by the root of the sum of their squares so far, as in Adagrad} */
  public static ScaleByRss scaleByRss() {
    return new ScaleByRss();
  }

  /** {@return updates divided by the root of the average of their squares} */
  public static ScaleByRms scaleByRms() {
    return new ScaleByRms();
  }

  /** {@return step sizes of each element, by the signs of its gradients} */
  public static ScaleByRprop scaleByRprop(Scalar learningRate) {
    return new ScaleByRprop(learningRate);
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

  /** {@return the signs of updates} */
  public static ScaleBySign scaleBySign() {
    return new ScaleBySign();
  }

  /** {@return updates divided by the roots of squares that rows and columns share, as in SM3} */
  public static ScaleBySm3 scaleBySm3() {
    return new ScaleBySm3();
  }

  /** {@return updates divided by their estimated standard deviation} */
  public static ScaleByStddev scaleByStddev() {
    return new ScaleByStddev();
  }

  /**
   * {@return updates times a learning rate that satisfies Wolfe's criteria}
   *
   * @param maxLinesearchSteps the most learning rates that are tried
   */
  public static ScaleByZoomLinesearch scaleByZoomLinesearch(int maxLinesearchSteps) {
    return new ScaleByZoomLinesearch(maxLinesearchSteps);
  }

  /** {@return the transformation that replaces updates by zeros} */
  public static GradientTransformation setToZero() {
    return new SetToZero();
  }

  /**
   * {@return a measurement of updates in the state; updates pass unchanged}
   *
   * @param measure from updates to a tree of arrays
   */
  public static <P> Snapshot snapshot(String measureName, Fn<P, ?> measure) {
    return new Snapshot(measureName, Measure.of(measure).function());
  }

  /**
   * {@return a function of updates and parameters as a transformation}
   *
   * @param function its parameters are {@code null} if the update has none
   */
  public static <P> GradientTransformation stateless(Fn2<P, @Nullable P, P> function) {
    return StatelessFunction.of(function);
  }

  /** {@return a function of each array of updates and of parameters as a transformation} */
  public static GradientTransformation statelessWithTreeMap(
      Fn2<Array, @Nullable Array, Array> function) {
    return StatelessFunction.ofLeaves(function);
  }

  /** {@return momentum: {@code t = g + decay t}} */
  public static Trace trace(Scalar decay) {
    return new Trace(decay);
  }

  /** {@return updates with 0 in place of NaN} */
  public static ZeroNans zeroNans() {
    return new ZeroNans();
  }
}
