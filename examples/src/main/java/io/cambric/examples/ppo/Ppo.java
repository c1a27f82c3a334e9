package io.cambric.examples.ppo;

import static io.cambric.numpy.Activations.logSoftmax;
import static io.cambric.numpy.Numpy.expandDims;
import static io.cambric.numpy.Numpy.minimum;
import static io.cambric.numpy.Numpy.squeeze;
import static io.cambric.numpy.Numpy.take;
import static io.cambric.numpy.Numpy.takeAlongAxis;
import static io.cambric.numpy.Numpy.zerosLike;
import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.Optax.chain;
import static io.cambric.optax.Optax.clipByGlobalNorm;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.vmap;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.examples.ppo.CartPole.Pole;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.scope.Params;
import io.cambric.transform.ScanOptions;
import io.cambric.transform.result.Carry;
import io.cambric.tree.Trees;
import org.jspecify.annotations.Nullable;

/**
 * Proximal policy optimisation. One iteration is one program: a rollout of all environments,
 * advantages, and several epochs of minibatches.
 *
 * @param poles environments that run together
 * @param steps of each in an iteration
 * @param epochs over the steps of an iteration
 * @param minibatches of an epoch
 * @see <a href="https://arxiv.org/abs/1707.06347">Schulman et al., Proximal Policy Optimization
 *     Algorithms</a>
 */
record Ppo(int poles, int steps, int epochs, int minibatches) {

  private static final double DISCOUNT = 0.99;

  /** The decay of later differences in an advantage. */
  private static final double LAMBDA = 0.95;

  /** The policy is rewarded for changes of a probability up to this share. */
  private static final double CLIP = 0.2;

  private static final double VALUE_WEIGHT = 0.5;
  private static final double ENTROPY_WEIGHT = 0.01;
  private static final double MAX_NORM = 0.5;

  /** Keeps the division by a standard deviation finite. */
  private static final double EPSILON = 1e-8;

  /** The network, its optimiser and the environments between two iterations. */
  @PyTree
  record Learner(StandardTrainState<ActorCritic> state, Pole poles) {}

  /**
   * An iteration.
   *
   * @param done whether an episode ended with a step, {@code bool[steps, poles]}
   * @param length steps of the episode up to each step, {@code i32[steps, poles]}
   */
  @PyTree
  record Iteration(Learner learner, Array done, Array length) {}

  /** The steps of a rollout, with the axes {@code [steps, poles]} before those of each. */
  @PyTree
  record Rollout(
      Array observation,
      Array action,
      Array logProbability,
      Array value,
      Array reached,
      Array terminated,
      Array done,
      Array length) {}

  /** The part of a step that the loss is computed from; {@code [n]} before the axes of each. */
  @PyTree
  record Sample(
      Array observation, Array action, Array logProbability, Array advantage, Array target) {}

  /** The numbers that advantages are computed from, of a step of each pole. */
  @PyTree
  record Difference(Array delta, Array done) {}

  /** {@return a learner that knows nothing, and new episodes} */
  Learner start(int hidden, double rate, Key key) {
    var net = ActorCritic.of(hidden, CartPole.ACTIONS);
    var started = vmap(CartPole::reset).apply(key.foldIn(1).split(poles));
    var tx = chain(clipByGlobalNorm(MAX_NORM), adam(rate));
    return new Learner(StandardTrainState.create(net, net.init(key, started.state()), tx), started);
  }

  /** {@return the learner after the next steps of all poles} */
  Iteration iterate(Learner learner, Key key) {
    var keys = key.split(3);
    var rolled =
        scan(
            (Pole pole, Key each) -> act(learner.state(), pole, each),
            learner.poles(),
            keys.get(0).split(steps));
    var rollout = rolled.output();
    var samples = Trees.map(samples(learner.state(), rollout), this::withoutTime);
    var state = update(learner.state(), samples, keys.get(1));
    return new Iteration(new Learner(state, rolled.carry()), rollout.done(), rollout.length());
  }

  private Array withoutTime(Array x) {
    var dims = new int[x.rank() - 1];
    dims[0] = steps * poles;
    for (int i = 1; i < dims.length; i++) {
      dims[i] = x.dim(i + 1);
    }
    return x.reshape(dims);
  }

  private Carry<Pole, Rollout> act(StandardTrainState<ActorCritic> state, Pole pole, Key key) {
    var keys = key.split();
    var out = state.model().apply(state.variables(), pole.state());
    Array action = Random.categorical(keys.get(0), out.logits());
    var step = vmap(CartPole::step).apply(pole, action, keys.get(1).split(poles));
    return new Carry<>(
        step.next(),
        new Rollout(
            pole.state(),
            action,
            logProbability(out.logits(), action),
            out.value(),
            step.reached().state(),
            step.terminated(),
            step.done(),
            step.reached().steps()));
  }

  private static Array logProbability(Array logits, Array action) {
    return squeeze(takeAlongAxis(logSoftmax(logits), expandDims(action, -1), -1), -1);
  }

  /**
   * {@return the steps with their advantages, by generalised advantage estimation}
   *
   * <p>A truncated episode would have continued: the value of the pole it reached stands for the
   * rest. A terminated one has none.
   */
  static Sample samples(StandardTrainState<ActorCritic> state, Rollout rollout) {
    Array next = state.model().apply(state.variables(), rollout.reached()).value();
    Array alive = rollout.terminated().not().astype(DType.F32);
    Array delta = next.mul(alive).mul(DISCOUNT).add(1).sub(rollout.value());
    var backwards =
        scan(
            Ppo::accumulate,
            zerosLike(delta.get(0)),
            new Difference(delta, rollout.done()),
            ScanOptions.DEFAULT.withReverse(true));
    Array advantage = backwards.output();
    return new Sample(
        rollout.observation(),
        rollout.action(),
        rollout.logProbability(),
        advantage,
        advantage.add(rollout.value()));
  }

  private static Carry<Array, Array> accumulate(Array later, Difference step) {
    Array running = step.done().not().astype(DType.F32);
    Array advantage = later.mul(running).mul(DISCOUNT * LAMBDA).add(step.delta());
    return new Carry<>(advantage, advantage);
  }

  private StandardTrainState<ActorCritic> update(
      StandardTrainState<ActorCritic> state, Sample samples, Key key) {
    int count = steps * poles;
    Array orders = vmap((Key each) -> Random.permutation(each, count)).apply(key.split(epochs));
    Array rows = orders.reshape(epochs * minibatches, count / minibatches);
    return scan((StandardTrainState<ActorCritic> s, Array r) -> step(s, samples, r), state, rows)
        .carry();
  }

  private static Carry<StandardTrainState<ActorCritic>, @Nullable Void> step(
      StandardTrainState<ActorCritic> state, Sample samples, Array rows) {
    var batch = Trees.map(samples, (Array x) -> take(x, rows, 0));
    var grads = grad((Params params) -> loss(state, params, batch)).apply(state.params());
    return new Carry<>(state.applyGradients(grads), null);
  }

  /** {@return the clipped loss of the policy, with those of the value and of the entropy} */
  static Array loss(StandardTrainState<ActorCritic> state, Params params, Sample batch) {
    var out = state.model().apply(state.variables(params), batch.observation());
    Array ratio = logProbability(out.logits(), batch.action()).sub(batch.logProbability()).exp();
    Array advantage =
        batch.advantage().sub(batch.advantage().mean()).div(batch.advantage().std().add(EPSILON));
    Array gain =
        minimum(ratio.mul(advantage), ratio.clip(1 - CLIP, 1 + CLIP).mul(advantage)).mean();
    Array valueLoss = out.value().sub(batch.target()).square().mean();
    Array logs = logSoftmax(out.logits());
    Array entropy = logs.exp().mul(logs).sum(-1).mean().neg();
    return valueLoss.mul(VALUE_WEIGHT).sub(gain).sub(entropy.mul(ENTROPY_WEIGHT));
  }
}
