package io.cambric.examples.ppo;

import static io.cambric.numpy.Activations.logSoftmax;
import static io.cambric.numpy.Numpy.*;
import static io.cambric.optax.Optax.*;
import static io.cambric.transform.Transforms.*;

import io.cambric.annotations.*;
import io.cambric.annotations.Module;
import io.cambric.array.*;
import io.cambric.core.*;
import io.cambric.examples.console.*;
import io.cambric.nn.Dense;
import io.cambric.nn.report.*;
import io.cambric.nn.report.Series.Point;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.scope.Params;
import io.cambric.transform.ScanOptions;
import io.cambric.transform.result.Carry;
import io.cambric.tree.Trees;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The example {@code ./run ppo}: learns to balance a pole by proximal policy optimisation. One
 * iteration is one program: a rollout of all poles, advantages, and several epochs of minibatches.
 *
 * @see <a href="https://arxiv.org/abs/1707.06347">Schulman et al., Proximal Policy Optimization
 *     Algorithms</a>
 */
public final class PpoExample {

  /** The command {@code ./run ppo}. */
  public static final ExampleCommand COMMAND =
      Example.of("ppo", "Learns to balance a pole by proximal policy optimisation.")
          .whole("--poles", 8, 1, 1024, "Poles that are balanced together.")
          .whole("--iterations", 300, 1, 10_000, "Iterations at most.")
          .picture("ppo-lengths.svg", "The mean length of the last episodes.")
          .runs(PpoExample::run);

  /** Steps of each pole in an iteration. */
  private static final int STEPS = 128;

  private static final int EPOCHS = 4;
  private static final int MINIBATCHES = 4;
  private static final int HIDDEN = 64;
  private static final double RATE = 2.5e-3;
  private static final double MAX_NORM = 0.5;
  private static final double DISCOUNT = 0.99;

  /** The decay of later differences in an advantage. */
  private static final double LAMBDA = 0.95;

  /** The policy is rewarded for changes of a probability up to this share. */
  private static final double CLIP = 0.2;

  private static final double VALUE_WEIGHT = 0.5;
  private static final double ENTROPY_WEIGHT = 0.01;

  /** Keeps the division by a standard deviation finite. */
  private static final double EPSILON = 1e-8;

  /** Episodes of the mean length, and the length from which the task counts as solved. */
  private static final int COUNTED = 100;

  private static final double SOLVED = 475;
  private static final int LINE_EVERY = 10;

  private PpoExample() {}

  /**
   * A pole on a cart that is pushed to the left or to the right: position and velocity of the cart,
   * angle and angular velocity of the pole {@code f32[4]}, and the steps of its episode {@code
   * i32[]}. {@code vmap} makes these functions of one pole functions of many.
   *
   * @see <a href="https://gymnasium.farama.org/environments/classic_control/cart_pole/">CartPole-v1
   *     of Gymnasium</a>
   */
  @PyTree
  record Pole(Array state, Array steps) {

    static final int ACTIONS = 2;

    private static final int MAX_STEPS = 500;
    private static final double GRAVITY = 9.8;
    private static final double POLE_MASS = 0.1;
    private static final double TOTAL_MASS = 1.1;
    private static final double HALF_LENGTH = 0.5;
    private static final double FORCE = 10;
    private static final double SECONDS = 0.02;
    private static final double MAX_POSITION = 2.4;
    private static final double MAX_ANGLE = Math.toRadians(12);

    /** The first pole of an episode, close to the balance. */
    static Pole reset(Key key) {
      var state = Random.uniform(key, Shape.of(4), DType.F32, -0.05, 0.05);
      return new Pole(state, NdArray.scalar(DType.I32, 0));
    }

    /** A push to the left by 0, to the right by 1; an episode that ends begins again by the key. */
    Step step(Array action, Key key) {
      var reached = new Pole(moved(action), steps.add(1));
      var isFar = reached.state.get(0).abs().gt(MAX_POSITION);
      var terminated = isFar.or(reached.state.get(2).abs().gt(MAX_ANGLE));
      var done = terminated.or(reached.steps.ge(MAX_STEPS));
      var next = Trees.map(reset(key), reached, (Array a, Array b) -> where(done, a, b));
      return new Step(reached, terminated, done, next);
    }

    /** The state after a push, by one step of Euler's method. */
    private Array moved(Array action) {
      var turning = state.get(3);
      var sin = state.get(2).sin();
      var cos = state.get(2).cos();
      double poleMoment = POLE_MASS * HALF_LENGTH;
      var force = where(action.eq(1), scalar(FORCE), scalar(-FORCE));
      var push = force.add(turning.square().mul(sin).mul(poleMoment)).div(TOTAL_MASS);
      var inertia = cos.square().mul(-POLE_MASS / TOTAL_MASS).add(4.0 / 3).mul(HALF_LENGTH);
      var angular = sin.mul(GRAVITY).sub(cos.mul(push)).div(inertia);
      var linear = push.sub(angular.mul(cos).mul(poleMoment / TOTAL_MASS));
      return state.add(stack(List.of(state.get(1), linear, turning, angular)).mul(SECONDS));
    }
  }

  /** The pole after a push; an episode terminates when it fails, and is done at its end, too. */
  @PyTree
  record Step(Pole reached, Array terminated, Array done, Pole next) {}

  /** A policy and a value, each from two hidden layers of its own. */
  @Module
  record ActorCriticDef(int hidden) {

    /** The logits of the actions {@code [n, actions]}, and the return that is expected. */
    @PyTree
    record Output(Array logits, Array value) {}

    @Compact
    Output call(Array x) {
      var actor = tanh(Dense.of(hidden).call(x));
      actor = tanh(Dense.of(hidden).call(actor));
      var critic = tanh(Dense.of(hidden).call(x));
      critic = tanh(Dense.of(hidden).call(critic));
      var logits = Dense.of(Pole.ACTIONS).named("policy").call(actor);
      return new Output(logits, squeeze(Dense.of(1).named("value").call(critic), -1));
    }
  }

  /** The network, its optimiser and the poles between two iterations. */
  @PyTree
  record Learner(StandardTrainState<ActorCritic> state, Pole poles) {}

  /** The learner after an iteration, and its steps {@code [steps, poles]}. */
  @PyTree
  record Iteration(Learner learner, Step step) {}

  /** The steps of a rollout, with the axes {@code [steps, poles]} before their own. */
  @PyTree
  record Rollout(Array observation, Array action, Array logProbability, Array value, Step step) {}

  /** The part of a step that the loss is computed from. */
  @PyTree
  record Sample(
      Array observation, Array action, Array logProbability, Array advantage, Array target) {}

  /** The numbers that advantages are computed from, of a step of each pole. */
  @PyTree
  record Difference(Array delta, Array decay) {}

  /** A learner that knows nothing, and new episodes. */
  static Learner start(int poles, Key key) {
    var net = ActorCritic.of(HIDDEN);
    var started = vmap(Pole::reset).apply(key.foldIn(1).split(poles));
    var optimiser = chain(clipByGlobalNorm(MAX_NORM), adam(RATE));
    var variables = net.init(key, started.state());
    return new Learner(StandardTrainState.create(net, variables, optimiser), started);
  }

  /** The learner after the next steps of all poles. */
  static Iteration iterate(Learner learner, Key key) {
    var state = learner.state();
    var keys = key.split(3);
    var rolled =
        scan((Pole p, Key k) -> act(state, p, k), learner.poles(), keys.get(0).split(STEPS));
    var samples =
        Trees.map(
            samples(state, rolled.output()),
            (Array x) -> x.rank() == 2 ? x.reshape(-1) : x.reshape(-1, x.dim(2)));
    var next = new Learner(update(state, samples, keys.get(1)), rolled.carry());
    return new Iteration(next, rolled.output().step());
  }

  private static Carry<Pole, Rollout> act(
      StandardTrainState<ActorCritic> state, Pole pole, Key key) {
    var keys = key.split();
    var out = state.model().apply(state.variables(), pole.state());
    var action = Random.categorical(keys.get(0), out.logits());
    var step = vmap(Pole::step).apply(pole, action, keys.get(1).split(action.dim(0)));
    var chosen = logProbability(out.logits(), action);
    return new Carry<>(step.next(), new Rollout(pole.state(), action, chosen, out.value(), step));
  }

  private static Array logProbability(Array logits, Array action) {
    return squeeze(takeAlongAxis(logSoftmax(logits), expandDims(action, -1), -1), -1);
  }

  /**
   * The steps with their advantages, by generalised advantage estimation. A truncated episode would
   * have continued: the value of the pole it reached stands for the rest. A terminated one has
   * none.
   */
  static Sample samples(StandardTrainState<ActorCritic> state, Rollout rollout) {
    var step = rollout.step();
    var next = state.model().apply(state.variables(), step.reached().state()).value();
    var alive = step.terminated().not().astype(DType.F32);
    var delta = next.mul(alive).mul(DISCOUNT).add(1).sub(rollout.value());
    var decay = step.done().not().astype(DType.F32).mul(DISCOUNT * LAMBDA);
    var advantage =
        scan(
                PpoExample::accumulate,
                zerosLike(delta.get(0)),
                new Difference(delta, decay),
                ScanOptions.DEFAULT.withReverse(true))
            .output();
    var target = advantage.add(rollout.value());
    return new Sample(
        rollout.observation(), rollout.action(), rollout.logProbability(), advantage, target);
  }

  private static Carry<Array, Array> accumulate(Array later, Difference step) {
    var advantage = later.mul(step.decay()).add(step.delta());
    return new Carry<>(advantage, advantage);
  }

  private static StandardTrainState<ActorCritic> update(
      StandardTrainState<ActorCritic> state, Sample samples, Key key) {
    int count = samples.action().dim(0);
    var orders = vmap((Key each) -> Random.permutation(each, count)).apply(key.split(EPOCHS));
    var rows = orders.reshape(EPOCHS * MINIBATCHES, count / MINIBATCHES);
    return scan((StandardTrainState<ActorCritic> s, Array r) -> step(s, samples, r), state, rows)
        .carry();
  }

  private static Carry<StandardTrainState<ActorCritic>, @Nullable Void> step(
      StandardTrainState<ActorCritic> state, Sample samples, Array rows) {
    var batch = Trees.map(samples, (Array x) -> take(x, rows, 0));
    var grads = grad((Params params) -> loss(state, params, batch)).apply(state.params());
    return new Carry<>(state.applyGradients(grads), null);
  }

  /** The clipped loss of the policy, with the losses of the value and of the entropy. */
  static Array loss(StandardTrainState<ActorCritic> state, Params params, Sample batch) {
    var out = state.model().apply(state.variables(params), batch.observation());
    var ratio = logProbability(out.logits(), batch.action()).sub(batch.logProbability()).exp();
    var advantage = batch.advantage().sub(batch.advantage().mean());
    advantage = advantage.div(batch.advantage().std().add(EPSILON));
    var clipped = ratio.clip(1 - CLIP, 1 + CLIP).mul(advantage);
    var gain = minimum(ratio.mul(advantage), clipped).mean();
    var valueLoss = out.value().sub(batch.target()).square().mean();
    var logs = logSoftmax(out.logits());
    var entropy = logs.exp().mul(logs).sum(-1).mean().neg();
    return valueLoss.mul(VALUE_WEIGHT).sub(gain).sub(entropy.mul(ENTROPY_WEIGHT));
  }

  /** Keeps the lengths of the episodes that ended last. */
  private static void add(Deque<Integer> lengths, Step step) {
    int[] done = step.done().toInts();
    int[] steps = step.reached().steps().toInts();
    for (int i = 0; i < done.length; i++) {
      if (done[i] != 0) {
        lengths.addLast(steps[i]);
      }
      if (lengths.size() > COUNTED) {
        lengths.removeFirst();
      }
    }
  }

  static void run(ExampleRun run) {
    var key = run.key();
    int poles = run.whole("--poles");
    var learner = start(poles, key);
    var iterate = jit(PpoExample::iterate);
    var report = run.report("Proximal policy optimisation");
    var lengths = new ArrayDeque<Integer>();
    var points = new ArrayList<Point>();
    double mean = 0;
    boolean isSolved = false;
    for (int i = 1; i <= run.whole("--iterations") && !isSolved; i++) {
      var iteration = iterate.apply(learner, key.foldIn(i));
      learner = iteration.learner();
      add(lengths, iteration.step());
      mean = lengths.stream().mapToInt(length -> length).average().orElse(0);
      isSolved = lengths.size() == COUNTED && mean >= SOLVED;
      long steps = (long) i * poles * STEPS;
      points.add(new Point(steps, mean));
      report.writeScalars(steps, Map.of("episode/length", mean));
      if (i % LINE_EVERY == 0 || isSolved) {
        var line = "iteration %3d  %6d steps  mean length %5.1f";
        run.println(String.format(Locale.ROOT, line, i, steps, mean));
      }
    }
    var curve = List.of(new Series("mean of the last " + COUNTED, points));
    run.picture(LineChart.of("Steps of an episode", "step", curve));
    run.result(
        "%s: mean length %.1f of the last %d episodes, after %d steps",
        isSolved ? "solved" : "not solved", mean, lengths.size(), (long) points.getLast().x());
  }
}
