package io.cambric.examples.ppo;

import static io.cambric.lax.Lax.collapse;
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
import io.cambric.scope.*;
import io.cambric.transform.ScanOptions;
import io.cambric.transform.result.Carry;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
      ExampleProgram.of("ppo", "Learns to balance a pole with proximal policy optimisation.")
          .whole("--poles", 8, 1, 1024, "Poles to balance at the same time.")
          .whole("--iterations", 300, 1, 10_000, "Maximum number of iterations.")
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
  private static final ActorCritic NET = ActorCritic.of(64);

  private PpoExample() {}

  /**
   * A pole on a cart that is pushed to the left or to the right. The state {@code f32[4]} is
   * position and velocity of the cart, then angle and angular velocity of the pole. The steps
   * {@code i32[]} are those of its episode. {@code vmap} makes these functions of one pole
   * functions of many.
   *
   * @see <a href="https://gymnasium.farama.org/environments/classic_control/cart_pole/">CartPole-v1
   *     of Gymnasium</a>
   */
  @PyTree
  record Pole(Array state, Array steps) {

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
      // The cart leaves its track, or the pole has fallen. No episode has more than 500 steps.
      var terminated = reached.state.get("::2").abs().gt(array(2.4, Math.toRadians(12))).any();
      var done = terminated.or(reached.steps.ge(500));
      var next = Trees.map(reset(key), reached, (Array a, Array b) -> where(done, a, b));
      return new Step(reached, terminated, done, next);
    }

    /** The state after a push of 10 newtons, by one step of Euler's method of 20 ms. */
    private Array moved(Array action) {
      var sin = state.get(2).sin();
      var cos = state.get(2).cos();
      double poleMoment = POLE_MASS * HALF_LENGTH;
      var force = where(action.eq(1), scalar(10), scalar(-10));
      var push = force.add(state.get(3).square().mul(sin).mul(poleMoment)).div(TOTAL_MASS);
      var inertia = cos.square().mul(-POLE_MASS / TOTAL_MASS).add(4.0 / 3).mul(HALF_LENGTH);
      var angular = sin.mul(9.8).sub(cos.mul(push)).div(inertia);
      var linear = push.sub(angular.mul(cos).mul(poleMoment / TOTAL_MASS));
      return state.add(stack(List.of(state.get(1), linear, state.get(3), angular)).mul(0.02));
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
      var logits = Dense.of(2).named("policy").call(layer(layer(x)));
      return new Output(logits, squeeze(Dense.of(1).named("value").call(layer(layer(x))), -1));
    }

    private Array layer(Array x) {
      return tanh(Dense.of(hidden).call(x));
    }
  }

  /** The network, its optimiser and the poles between two iterations. */
  @PyTree
  record Learner(StandardTrainState<ActorCritic> state, Pole poles) {}

  /**
   * The steps of a rollout, and the output of the network at each observation, with the axes {@code
   * [steps, poles]} before their own.
   */
  @PyTree
  record Rollout(Array observation, Array action, ActorCriticDef.Output output, Step step) {}

  /** The steps with their advantages: how much better each was than the value. */
  @PyTree
  record Samples(Rollout rollout, Array advantage) {}

  /** A learner that knows nothing, and new episodes. */
  static Learner start(int count, Key key) {
    var poles = vmap(Pole::reset).apply(key.foldIn(1).split(count));
    var tx = chain(clipByGlobalNorm(0.5), adam(2.5e-3));
    return new Learner(StandardTrainState.create(NET, NET.init(key, poles.state()), tx), poles);
  }

  /** The learner after the next steps of all poles, and these {@code [steps, poles]}. */
  static Carry<Learner, Step> iterate(Learner learner, Key key) {
    var keys = key.split(3);
    var variables = learner.state().variables();
    var rolled =
        scan((Pole p, Key k) -> act(variables, p, k), learner.poles(), keys.get(0).split(STEPS));
    var samples = new Samples(rolled.output(), advantages(variables, rolled.output()));
    int count = samples.advantage().size();
    var orders = vmap((Key k) -> Random.permutation(k, count)).apply(keys.get(1).split(EPOCHS));
    var rows = orders.reshape(EPOCHS * MINIBATCHES, -1);
    var minibatches = Trees.map(samples, (Array x) -> take(collapse(x, 0, 2), rows, 0));
    var state = scan(PpoExample::improve, learner.state(), minibatches).carry();
    return new Carry<>(new Learner(state, rolled.carry()), rolled.output().step());
  }

  private static Carry<Pole, Rollout> act(Variables variables, Pole pole, Key key) {
    var keys = key.split();
    var output = NET.apply(variables, pole.state());
    var action = Random.categorical(keys.get(0), output.logits());
    var step = vmap(Pole::step).apply(pole, action, keys.get(1).split(action.dim(0)));
    return new Carry<>(step.next(), new Rollout(pole.state(), action, output, step));
  }

  /**
   * The advantages of steps {@code [steps, poles]}, by generalised advantage estimation. A
   * truncated episode would have continued: the value of the pole it reached stands for the rest. A
   * terminated one has none.
   */
  static Array advantages(Variables variables, Rollout rollout) {
    var step = rollout.step();
    var next = NET.apply(variables, step.reached().state()).value().mul(step.terminated().not());
    var delta = next.mul(DISCOUNT).add(1).sub(rollout.output().value());
    var decay = step.done().not().mul(DISCOUNT * LAMBDA);
    var parts = stack(List.of(delta, decay), 1);
    var reverse = ScanOptions.DEFAULT.withReverse(true);
    return scan(PpoExample::accumulate, zerosLike(delta.get(0)), parts, reverse).output();
  }

  private static Carry<Array, Array> accumulate(Array later, Array deltaAndDecay) {
    var advantage = later.mul(deltaAndDecay.get(1)).add(deltaAndDecay.get(0));
    return new Carry<>(advantage, advantage);
  }

  /** The state after a step along the gradient of a minibatch, and the loss before it. */
  private static Carry<StandardTrainState<ActorCritic>, Array> improve(
      StandardTrainState<ActorCritic> state, Samples batch) {
    var at = valueAndGrad(PpoExample::loss).apply(state.params(), batch);
    return new Carry<>(state.applyGradients(at.grads()), at.value());
  }

  /** The clipped loss of the policy, with the losses of the value and of the entropy. */
  static Array loss(Params params, Samples batch) {
    var steps = batch.rollout();
    var output = NET.apply(Variables.of(params), steps.observation());
    var changes = logSoftmax(output.logits()).sub(logSoftmax(steps.output().logits()));
    var ratio = changes.get(arange(changes.dim(0)), steps.action()).exp();
    var advantage = batch.advantage();
    var scaled = advantage.sub(advantage.mean()).div(advantage.std().add(1e-8));
    var gain = minimum(ratio.mul(scaled), ratio.clip(1 - CLIP, 1 + CLIP).mul(scaled)).mean();
    var valueLoss = output.value().sub(advantage.add(steps.output().value())).square().mean();
    var logs = logSoftmax(output.logits());
    var entropy = logs.exp().mul(logs).sum(-1).mean().neg();
    return valueLoss.mul(0.5).sub(gain).sub(entropy.mul(0.01));
  }

  static void run(ExampleRun run) {
    var learner = start(run.whole("--poles"), run.key());
    var iterate = jit(PpoExample::iterate);
    var points = new ArrayList<Point>();
    var last = zeros(Shape.of(0), DType.I32);
    int steps = STEPS * run.whole("--poles");
    boolean isSolved = false;
    for (int i = 1; i <= run.whole("--iterations") && !isSolved; i++) {
      var iteration = iterate.apply(learner, run.key().foldIn(i));
      learner = iteration.carry();
      var step = iteration.output();
      last = concatenate(last, extract(step.done(), step.reached().steps())).get(-COUNTED + ":");
      double mean = last.sum().item() / Math.max(1, last.size());
      isSolved = last.size() == COUNTED && mean >= SOLVED;
      points.add(new Point(i * steps, mean));
      run.report("Proximal policy optimisation")
          .writeScalars(i * steps, Map.of("episode/length", mean));
      if (i % 10 == 0 || isSolved) {
        run.printf("iteration %3d  %6d steps  mean length %3.0f", i, i * steps, mean);
      }
    }
    var curve = List.of(new Series("mean of the last " + COUNTED, points));
    run.picture(LineChart.of("Steps of an episode", "step", curve));
    run.result(
        "%ssolved: mean length %.1f of the last %d episodes, after %d steps",
        isSolved ? "" : "not ", points.getLast().y(), last.size(), points.size() * steps);
  }
}
