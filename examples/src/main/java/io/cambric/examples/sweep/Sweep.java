package io.cambric.examples.sweep;

import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.take;
import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.optax.Optax.adamw;
import static io.cambric.optax.Optax.applyUpdates;
import static io.cambric.optax.Optax.injectHyperparams;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.valueAndGrad;
import static io.cambric.transform.Transforms.vmap;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Batch;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.optax.base.OptState;
import io.cambric.optax.wrapper.InjectHyperparams;
import io.cambric.scope.Variables;
import io.cambric.transform.result.Carry;

/**
 * Many trainings of a small network as one program.
 *
 * <p>{@link #train} is one training, from its key and its learning rate to its losses. One {@code
 * vmap} makes it a function of several rates, another one a function of several keys.
 *
 * @param net the network of each training
 * @param training flat images and their labels
 * @param test likewise
 * @param steps of each training
 * @param batch images a step
 */
record Sweep(SweepNet net, Batch training, Batch test, int steps, int batch) {

  private static final InjectHyperparams OPTIMIZER =
      injectHyperparams(adamw(1e-3).withWeightDecay(1e-4));

  /** Parameters and optimiser between two steps. */
  @PyTree
  record State(Variables params, OptState optState) {}

  /**
   * The result of a training, or of many with leading axes for keys and rates.
   *
   * @param losses of all steps, {@code [steps]}
   * @param accuracy on the test images, {@code []}
   */
  @PyTree
  record Result(Array losses, Array accuracy) {}

  /** {@return a sweep on the handwritten digits} */
  static Sweep onDigits(int hidden, int steps, int batch) {
    var digits = DigitsData.builtIn();
    return new Sweep(
        SweepNet.of(hidden),
        flat(digits.trainingPart().batch()),
        flat(digits.testPart().batch()),
        steps,
        batch);
  }

  private static Batch flat(Batch images) {
    return new Batch(images.images().reshape(images.size(), -1), images.labels());
  }

  /**
   * {@return all trainings, with the axes {@code [keys, rates]} before those of each}
   *
   * @param keys {@code [keys]}
   * @param rates {@code [rates]}
   */
  Result run(Key keys, Array rates) {
    var overRates = vmap(this::train).inAxes(null, 0);
    return jit(vmap(overRates).inAxes(0, null)).apply(keys, rates);
  }

  /** {@return one training} */
  Result train(Key key, Array rate) {
    var params = net.init(key, training.images().get("0:1"));
    var initial = new State(params, OPTIMIZER.initial(params).with("learning_rate", rate));
    var trained = scan((State s, Array i) -> step(s, key.foldIn(i)), initial, arange(steps));
    var logits = net.apply(trained.carry().params(), test.images());
    return new Result(trained.output(), logits.argmax(-1).eq(test.labels()).mean());
  }

  private Carry<State, Array> step(State state, Key key) {
    var rows = Random.randint(key, Shape.of(batch), 0, training.size(), DType.I32);
    var x = take(training.images(), rows, 0);
    var y = take(training.labels(), rows, 0);
    var at =
        valueAndGrad(
                (Variables p) -> softmaxCrossEntropyWithIntegerLabels(net.apply(p, x), y).mean())
            .apply(state.params());
    var updated = OPTIMIZER.update(at.grads(), state.optState(), state.params());
    return new Carry<>(
        new State(applyUpdates(state.params(), updated.updates()), updated.state()), at.value());
  }
}
