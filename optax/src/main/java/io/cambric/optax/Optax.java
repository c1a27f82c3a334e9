package io.cambric.optax;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.optax.check.Hyperparameters;
import io.cambric.optax.schedule.NegatedSchedule;
import io.cambric.optax.schedule.Schedule;
import io.cambric.transform.function.Fn;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Optimisers and the gradient transformations they are chained from, as functions, with the names
 * of Optax.
 *
 * <p>Where a learning rate may change it is a {@link Schedule}. Options beyond the usual ones are
 * withers of the transformation: {@code adam(1e-3, a -> a.withNesterov(true))}.
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/api/optimizers.html">optax optimizers</a>
 */
public final class Optax {

  private Optax() {}

  /** {@return these transformations one after the other} */
  public static GradientTransformation chain(GradientTransformation... parts) {
    return new Chain(List.of(parts));
  }

  /**
   * {@return a transformation of some leaves; the updates of the others pass unchanged}
   *
   * @param mask a tree of booleans like the parameters, true where the transformation applies; one
   *     boolean may apply to a whole subtree
   */
  public static Masked masked(GradientTransformation inner, Object mask) {
    return new Masked(inner, new Masked.Fixed(mask));
  }

  /**
   * {@return a transformation of some leaves; the updates of the others pass unchanged}
   *
   * {@snippet :
   * masked(sgd(0.1), (Params p) -> p.mapWithPath((path, leaf) -> path.endsWith("/bias")));
   * }
   *
   * @param mask from the parameters, or the updates, to a tree of booleans
   */
  @SuppressWarnings("unchecked") // it is called with trees of the parameter type of its lambda
  public static <P> Masked masked(GradientTransformation inner, Fn<P, ?> mask) {
    return new Masked(inner, (Fn<Object, ?>) mask);
  }

  /** {@return the identity transformation: updates pass unchanged} */
  public static GradientTransformation identity() {
    return new Identity();
  }

  /** {@return the transformation that replaces updates by zeros} */
  public static GradientTransformation setToZero() {
    return new SetToZero();
  }

  /** {@return momentum: {@code t = g + decay t}} */
  public static Trace trace(double decay) {
    return new Trace(decay, false);
  }

  /** {@return momentum, perhaps with Nesterov's look ahead} */
  public static Trace trace(double decay, boolean nesterov) {
    return new Trace(decay, nesterov);
  }

  /** {@return the debiased exponential moving average of updates} */
  public static Ema ema(double decay) {
    return new Ema(decay, true);
  }

  /** {@return the exponential moving average of updates} */
  public static Ema ema(double decay, boolean debias) {
    return new Ema(decay, debias);
  }

  /** {@return updates times a number} */
  public static Scale scale(double stepSize) {
    return new Scale(stepSize);
  }

  /** {@return updates times the value of a schedule} */
  public static ScaleBySchedule scaleBySchedule(Schedule stepSize) {
    return new ScaleBySchedule(stepSize);
  }

  /**
   * {@return updates times the negative learning rate, the last part of most optimisers}
   *
   * @param learningRate not negative; to climb, use {@link #scale}
   */
  public static GradientTransformation scaleByLearningRate(double learningRate) {
    return descent("scale_by_learning_rate", learningRate);
  }

  /** {@return updates times the negative learning rate that an optimiser was given} */
  private static Scale descent(String optimiser, double learningRate) {
    Hyperparameters.requireLearningRate(optimiser, learningRate);
    return new Scale(-learningRate);
  }

  /** {@return updates times the negative value of a schedule} */
  public static ScaleBySchedule scaleByLearningRate(Schedule learningRate) {
    return new ScaleBySchedule(new NegatedSchedule(learningRate));
  }

  /** {@return updates times the learning rate, its sign flipped or not} */
  public static Scale scaleByLearningRate(double learningRate, boolean flipSign) {
    Hyperparameters.requireFinite("scale_by_learning_rate", "learning rate", learningRate);
    return new Scale(flipSign ? -learningRate : learningRate);
  }

  /** {@return updates times the value of a schedule, its sign flipped or not} */
  public static ScaleBySchedule scaleByLearningRate(Schedule learningRate, boolean flipSign) {
    return new ScaleBySchedule(flipSign ? new NegatedSchedule(learningRate) : learningRate);
  }

  /** {@return updates rescaled by their moments, with the numbers of the paper} */
  public static ScaleByAdam scaleByAdam() {
    return new ScaleByAdam();
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

  /** {@return updates plus parameters times a number} */
  public static AddDecayedWeights addDecayedWeights(double weightDecay) {
    return new AddDecayedWeights(weightDecay);
  }

  /** {@return updates plus parameters times the value of a schedule} */
  public static AddScheduledWeights addDecayedWeights(Schedule weightDecay) {
    return new AddScheduledWeights(weightDecay);
  }

  /**
   * {@return updates plus parameters times a number, for some leaves}
   *
   * @param mask from the parameters to a tree of booleans, true where the weights decay
   */
  public static <P> Masked addDecayedWeights(double weightDecay, Fn<P, ?> mask) {
    return masked(addDecayedWeights(weightDecay), mask);
  }

  /** {@return each element limited to {@code [-maxDelta, maxDelta]}} */
  public static Clip clip(double maxDelta) {
    return new Clip(maxDelta);
  }

  /** {@return the root mean square of each array limited} */
  public static ClipByBlockRms clipByBlockRms(double threshold) {
    return new ClipByBlockRms(threshold);
  }

  /** {@return the norm of all updates together limited} */
  public static ClipByGlobalNorm clipByGlobalNorm(double maxNorm) {
    return new ClipByGlobalNorm(maxNorm);
  }

  /** {@return stochastic gradient descent} */
  public static GradientTransformation sgd(double learningRate) {
    return chain(identity(), descent("sgd", learningRate));
  }

  /** {@return stochastic gradient descent} */
  public static GradientTransformation sgd(Schedule learningRate) {
    return chain(identity(), scaleByLearningRate(learningRate));
  }

  /** {@return stochastic gradient descent with momentum} */
  public static GradientTransformation sgd(double learningRate, double momentum) {
    return sgd(learningRate, momentum, false);
  }

  /** {@return stochastic gradient descent with momentum} */
  public static GradientTransformation sgd(Schedule learningRate, double momentum) {
    return sgd(learningRate, momentum, false);
  }

  /** {@return stochastic gradient descent with momentum, perhaps Nesterov's} */
  public static GradientTransformation sgd(double learningRate, double momentum, boolean nesterov) {
    return chain(momentum(momentum, nesterov), descent("sgd", learningRate));
  }

  /** {@return stochastic gradient descent with momentum, perhaps Nesterov's} */
  public static GradientTransformation sgd(
      Schedule learningRate, double momentum, boolean nesterov) {
    return chain(momentum(momentum, nesterov), scaleByLearningRate(learningRate));
  }

  private static Trace momentum(double momentum, boolean nesterov) {
    Hyperparameters.requireUnitInterval("sgd", "momentum", momentum);
    return trace(momentum, nesterov);
  }

  /**
   * {@return stochastic gradient descent with Polyak's step size}
   *
   * <p>An update needs the value of the loss: {@code tx.update(grads, state, params, extras ->
   * extras.withValue(loss))}.
   *
   * @see ScaleByPolyak
   */
  public static GradientTransformation polyakSgd() {
    return polyakSgd(1, UnaryOperator.identity());
  }

  /**
   * {@return stochastic gradient descent with Polyak's step size}
   *
   * @param scaling multiplies the gradient before the step size is computed; Optax's is 1
   * @param options of the step size
   */
  public static GradientTransformation polyakSgd(
      double scaling, UnaryOperator<ScaleByPolyak> options) {
    return chain(chain(identity(), descent("polyak_sgd", scaling)), options.apply(scaleByPolyak()));
  }

  /** {@return stochastic gradient descent with Polyak's step size and a scaling that changes} */
  public static GradientTransformation polyakSgd(
      Schedule scaling, UnaryOperator<ScaleByPolyak> options) {
    return chain(sgd(scaling), options.apply(scaleByPolyak()));
  }

  /**
   * {@return Adam}
   *
   * @see ScaleByAdam
   */
  public static GradientTransformation adam(double learningRate) {
    return adam(learningRate, UnaryOperator.identity());
  }

  /** {@return Adam with a learning rate that changes} */
  public static GradientTransformation adam(Schedule learningRate) {
    return adam(learningRate, UnaryOperator.identity());
  }

  /** {@return Adam with other options than the paper's} */
  public static GradientTransformation adam(
      double learningRate, UnaryOperator<ScaleByAdam> options) {
    return chain(options.apply(scaleByAdam()), descent("adam", learningRate));
  }

  /** {@return Adam with a learning rate that changes and other options than the paper's} */
  public static GradientTransformation adam(
      Schedule learningRate, UnaryOperator<ScaleByAdam> options) {
    return chain(options.apply(scaleByAdam()), scaleByLearningRate(learningRate));
  }

  /** {@return Adam with decoupled weight decay of 1e-4} */
  public static GradientTransformation adamw(double learningRate) {
    return adamw(learningRate, 1e-4);
  }

  /** {@return Adam with decoupled weight decay of 1e-4 and a learning rate that changes} */
  public static GradientTransformation adamw(Schedule learningRate) {
    return adamw(learningRate, 1e-4);
  }

  /** {@return Adam with decoupled weight decay} */
  public static GradientTransformation adamw(double learningRate, double weightDecay) {
    return adamw(learningRate, weightDecay, UnaryOperator.identity());
  }

  /** {@return Adam with decoupled weight decay and a learning rate that changes} */
  public static GradientTransformation adamw(Schedule learningRate, double weightDecay) {
    return adamw(learningRate, weightDecay, UnaryOperator.identity());
  }

  /**
   * {@return Adam with decoupled weight decay}
   *
   * @param learningRate multiplies the decay, too
   * @param weightDecay share of the parameters subtracted in a step, before the learning rate
   * @param options of the part that is Adam
   * @see <a href="https://arxiv.org/abs/1711.05101">Loshchilov and Hutter, 2017</a>
   */
  public static GradientTransformation adamw(
      double learningRate, double weightDecay, UnaryOperator<ScaleByAdam> options) {
    return chain(options.apply(scaleByAdam()), decay(weightDecay), descent("adamw", learningRate));
  }

  /** {@return Adam with decoupled weight decay and a learning rate that changes} */
  public static GradientTransformation adamw(
      Schedule learningRate, double weightDecay, UnaryOperator<ScaleByAdam> options) {
    return chain(
        options.apply(scaleByAdam()), decay(weightDecay), scaleByLearningRate(learningRate));
  }

  /**
   * {@return Adam with decoupled weight decay of some leaves}
   *
   * {@snippet :
   * adamw(1e-3, 1e-2, adam -> adam.withB2(0.99),
   *     (Params p) -> p.mapWithPath((path, leaf) -> path.endsWith("kernel")));
   * }
   *
   * @param mask from the parameters to a tree of booleans, true where the weights decay
   * @see <a
   *     href="https://optax.readthedocs.io/en/latest/api/optimizers.html#optax.adamw">optax.adamw</a>
   */
  public static <P> GradientTransformation adamw(
      double learningRate, double weightDecay, UnaryOperator<ScaleByAdam> options, Fn<P, ?> mask) {
    return chain(
        options.apply(scaleByAdam()),
        masked(decay(weightDecay), mask),
        descent("adamw", learningRate));
  }

  /** {@return Adam with decoupled weight decay of some leaves and a learning rate that changes} */
  public static <P> GradientTransformation adamw(
      Schedule learningRate,
      double weightDecay,
      UnaryOperator<ScaleByAdam> options,
      Fn<P, ?> mask) {
    return chain(
        options.apply(scaleByAdam()),
        masked(decay(weightDecay), mask),
        scaleByLearningRate(learningRate));
  }

  private static AddDecayedWeights decay(double weightDecay) {
    Hyperparameters.requireFinite("adamw", "weight decay", weightDecay);
    return addDecayedWeights(weightDecay);
  }

  /**
   * {@return parameters plus updates, each sum converted back to the dtype of the parameter}
   *
   * @throws io.cambric.errors.TreeStructureException if their structures differ
   */
  public static <P> P applyUpdates(P params, P updates) {
    return Leaves.map(params, updates, (p, u) -> p.add(u).astype(p.dtype()));
  }

  /** {@return the square root of the sum of squares over all leaves; a scalar} */
  public static Array globalNorm(Object tree) {
    return Leaves.of(tree).stream()
        .map(leaf -> leaf.square().sum())
        .reduce(Array::add)
        .orElseGet(() -> NdArray.weakScalar(0.0))
        .sqrt();
  }
}
