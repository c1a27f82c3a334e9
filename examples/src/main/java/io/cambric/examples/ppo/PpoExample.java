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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

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
  private static final double DISCOUNT = 0.99;

  /** The decay of later differences in an advantage. */
  private static final double LAMBDA = 0.95;

  /** The policy is rewarded for changes of a probability up to this share. */
  private static final double CLIP = 0.2;

  /** Episodes of the mean length, and the length from which the task counts as solved. */
  private static final int COUNTED = 100;

  private static final double SOLVED = 475;

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

    private static final int MAX_STEPS = 500;
    private static final double POLE_MASS = 0.1;
    private static final double TOTAL_MASS = 1.1;
    private static final double HALF_LENGTH = 0.5;

    /** The first pole of an episode, close to the balance. */
    static Pole reset(Key key) {
      var state = Random.uniform(key, Shape.of(4), DType.F32, -0.05, 0.05);
      return new Pole(state, NdArray.scalar(DType.I32, 0));
    }

    /** A push to the left by 0, to the right by 1; an episode that ends begins again by the key. */
    Step step(Array action, Key key) {
      var reached = new Pole(moved(action), steps.add(1));
      // The cart leaves its track, or the pole has fallen.
      var isFar = reached.state.get(0).abs().gt(2.4);
      var terminated = isFar.or(reached.state.get(2).abs().gt(Math.toRadians(12)));
      var done = terminated.or(reached.steps.ge(MAX_STEPS));
      var next = Trees.map(reset(key), reached, (Array a, Array b) -> where(done, a, b));
      return new Step(reached, terminated, done, next);
    }

    /** The state after a push of 10 newtons, by one step of Euler's method of 20 ms. */
    private Array moved(Array action) {
      var turning = state.get(3);
      var sin = state.get(2).sin();
      var cos = state.get(2).cos();
      double poleMoment = POLE_MASS * HALF_LENGTH;
      var force = where(action.eq(1), scalar(10), scalar(-10));
      var push = force.add(turning.square().mul(sin).mul(poleMoment)).div(TOTAL_MASS);
      var inertia = cos.square().mul(-POLE_MASS / TOTAL_MASS).add(4.0 / 3).mul(HALF_LENGTH);
      var angular = sin.mul(9.8).sub(cos.mul(push)).div(inertia);
      var linear = push.sub(angular.mul(cos).mul(poleMoment / TOTAL_MASS));
      return state.add(stack(List.of(state.get(1), linear, turning, angular)).mul(0.02));
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
      var logits = Dense.of(2).named("policy").call(actor);
      return new Output(logits, squeeze(Dense.of(1).named("value").call(critic), -1));
    }
  }

  /** The network, its optimiser and the poles between two iterations. */
  @PyTree
  record Learner(StandardTrainState<ActorCritic> state, Pole poles) {

    ActorCriticDef.Output output(Array observation) {
      return state.model().apply(state.variables(), observation);
    }
  }

  /** The steps of a rollout, with the axes {@code [steps, poles]} before their own. */
  @PyTree
  record Rollout(Array observation, Array action, Array logProbability, Array value, Step step) {}

  /** The steps with their advantages: how much better each was than the value. */
  @PyTree
  record Samples(Rollout rollout, Array advantage) {}

  /** A learner that knows nothing, and new episodes. */
  static Learner start(int poles, Key key) {
    var started = vmap(Pole::reset).apply(key.foldIn(1).split(poles));
    var net = ActorCritic.of(64);
    var optimiser = chain(clipByGlobalNorm(0.5), adam(2.5e-3));
    var state = StandardTrainState.create(net, net.init(key, started.state()), optimiser);
    return new Learner(state, started);
  }

  /** The learner after the next steps of all poles, and these {@code [steps, poles]}. */
  static Carry<Learner, Step> iterate(Learner learner, Key key) {
    var keys = key.split(3);
    var rolled =
        scan((Pole p, Key k) -> act(learner, p, k), learner.poles(), keys.get(0).split(STEPS));
    var samples =
        Trees.map(
            new Samples(rolled.output(), advantages(learner, rolled.output())),
            (Array x) -> x.rank() == 2 ? x.reshape(-1) : x.reshape(-1, x.dim(2)));
    var state = updated(learner.state(), samples, keys.get(1));
    return new Carry<>(new Learner(state, rolled.carry()), rolled.output().step());
  }

  private static Carry<Pole, Rollout> act(Learner learner, Pole pole, Key key) {
    var keys = key.split();
    var out = learner.output(pole.state());
    var action = Random.categorical(keys.get(0), out.logits());
    var step = vmap(Pole::step).apply(pole, action, keys.get(1).split(action.dim(0)));
    var taken = logProbability(out.logits(), action);
    return new Carry<>(step.next(), new Rollout(pole.state(), action, taken, out.value(), step));
  }

  private static Array logProbability(Array logits, Array action) {
    return squeeze(takeAlongAxis(logSoftmax(logits), expandDims(action, -1), -1), -1);
  }

  /**
   * The advantages of steps {@code [steps, poles]}, by generalised advantage estimation. A
   * truncated episode would have continued: the value of the pole it reached stands for the rest. A
   * terminated one has none.
   */
  static Array advantages(Learner learner, Rollout rollout) {
    var step = rollout.step();
    var alive = step.terminated().not().astype(DType.F32);
    var next = learner.output(step.reached().state()).value().mul(alive);
    var delta = next.mul(DISCOUNT).add(1).sub(rollout.value());
    var decay = step.done().not().astype(DType.F32).mul(DISCOUNT * LAMBDA);
    return scan(
            (Array later, Array each) -> {
              var advantage = later.mul(each.get(1)).add(each.get(0));
              return new Carry<>(advantage, advantage);
            },
            zerosLike(delta.get(0)),
            stack(List.of(delta, decay), 1),
            ScanOptions.DEFAULT.withReverse(true))
        .output();
  }

  private static StandardTrainState<ActorCritic> updated(
      StandardTrainState<ActorCritic> state, Samples samples, Key key) {
    int count = samples.advantage().size();
    var orders = vmap((Key each) -> Random.permutation(each, count)).apply(key.split(EPOCHS));
    var minibatches = orders.reshape(EPOCHS * MINIBATCHES, count / MINIBATCHES);
    return scan(
            (StandardTrainState<ActorCritic> s, Array rows) -> {
              var batch = Trees.map(samples, (Array x) -> take(x, rows, 0));
              var grads = grad((Params params) -> loss(s, params, batch)).apply(s.params());
              return new Carry<>(s.applyGradients(grads), rows);
            },
            state,
            minibatches)
        .carry();
  }

  /** The clipped loss of the policy, with the losses of the value and of the entropy. */
  static Array loss(StandardTrainState<ActorCritic> state, Params params, Samples batch) {
    var steps = batch.rollout();
    var out = state.model().apply(state.variables(params), steps.observation());
    var ratio = logProbability(out.logits(), steps.action()).sub(steps.logProbability()).exp();
    var scaled = batch.advantage().sub(batch.advantage().mean());
    scaled = scaled.div(batch.advantage().std().add(1e-8));
    var gain = minimum(ratio.mul(scaled), ratio.clip(1 - CLIP, 1 + CLIP).mul(scaled)).mean();
    var valueLoss = out.value().sub(batch.advantage().add(steps.value())).square().mean();
    var logs = logSoftmax(out.logits());
    var entropy = logs.exp().mul(logs).sum(-1).mean().neg();
    return valueLoss.mul(0.5).sub(gain).sub(entropy.mul(0.01));
  }

  static void run(ExampleRun run) {
    var key = run.key();
    var learner = start(run.whole("--poles"), key);
    var iterate = jit(PpoExample::iterate);
    var report = run.report("Proximal policy optimisation");
    var lengths = new ArrayList<Integer>();
    var points = new ArrayList<Point>();
    double mean = 0;
    long steps = 0;
    boolean isSolved = false;
    for (int i = 1; i <= run.whole("--iterations") && !isSolved; i++) {
      var iteration = iterate.apply(learner, key.foldIn(i));
      learner = iteration.carry();
      var step = iteration.output();
      int[] done = step.done().toInts();
      int[] ends = step.reached().steps().toInts();
      IntStream.range(0, done.length).filter(k -> done[k] != 0).forEach(k -> lengths.add(ends[k]));
      var last = lengths.subList(Math.max(0, lengths.size() - COUNTED), lengths.size());
      mean = last.stream().mapToInt(length -> length).average().orElse(0);
      isSolved = last.size() == COUNTED && mean >= SOLVED;
      steps += done.length;
      points.add(new Point(steps, mean));
      report.writeScalars(steps, Map.of("episode/length", mean));
      if (i % 10 == 0 || isSolved) {
        run.println("iteration %3d  %6d steps  mean length %3.0f".formatted(i, steps, mean));
      }
    }
    var curve = List.of(new Series("mean of the last " + COUNTED, points));
    run.picture(LineChart.of("Steps of an episode", "step", curve));
    run.result(
        "%ssolved: mean length %.1f of the last %d episodes, after %d steps",
        isSolved ? "" : "not ", mean, Math.min(COUNTED, lengths.size()), steps);
  }
}
