package io.cambric.io.checkpoint;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn2;
import java.nio.file.Path;
import java.util.Map;

/**
 * A training that saves each step and continues from the last checkpoint: keys, the order of data,
 * moments, the step and a metric. A program of these tests, made to be killed.
 */
final class KilledTraining {

  /** Enough that writing a file takes a while. */
  private static final int SIZE = 100_000;

  private static final int NUMBERS = 7;

  /** Everything that the next steps depend on. */
  record State(Array w, Array moments, Key key, long step, long[] position, double loss) {}

  /** The arrays that a compiled step takes over and gives back. */
  record Trained(Array w, Array moments, Key key) {}

  private KilledTraining() {}

  static State initial() {
    var w = Numpy.linspace(-1, 1, SIZE);
    var moments = Numpy.zeros(Shape.of(SIZE), DType.F32);
    return new State(w, moments, Key.of(7), 0, new long[] {0, 0}, 0);
  }

  static Checkpoints checkpoints(Path folder) {
    return Checkpoints.in(folder).withKeep(2).withBest(BestMetric.lowest("loss", 1));
  }

  /** The training: it makes the next state out of a state, whose arrays it takes over. */
  static final class Steps {

    private final Fn2<Trained, Array, Trained> step = Transforms.jit(Steps::update).donate(0);

    private static Trained update(Trained state, Array number) {
      var keys = state.key().splitToList(2);
      var noise = Random.normal(keys.get(0), state.w().shape(), DType.F32);
      var gradient = state.w().sub(number).add(noise.mul(0.1));
      var moments = state.moments().mul(0.9).add(gradient);
      return new Trained(state.w().sub(moments.mul(0.01)), moments, keys.get(1));
    }

    State next(State state) {
      long epoch = state.position()[0];
      long index = state.position()[1];
      // Another order in each epoch.
      double number = (index * (epoch % (NUMBERS - 1) + 1)) % NUMBERS;
      var trained =
          step.apply(
              new Trained(state.w(), state.moments(), state.key()),
              NdArray.scalar(DType.F32, number));
      long next = (index + 1) % NUMBERS;
      var position = new long[] {next == 0 ? epoch + 1 : epoch, next};
      double loss = 0.9 * state.loss() + trained.w().get(0).item();
      return new State(
          trained.w(), trained.moments(), trained.key(), state.step() + 1, position, loss);
    }
  }

  static CheckpointDetails details(State state) {
    return CheckpointDetails.now().withMetric("loss", state.loss());
  }

  /** Arguments: the folder, the last step, and whether to save on a thread of its own. */
  public static void main(String[] arguments) {
    var checkpoints = checkpoints(Path.of(arguments[0]));
    long last = Long.parseLong(arguments[1]);
    boolean beside = Boolean.parseBoolean(arguments[2]);
    var state = checkpoints.restore(initial());
    var steps = new Steps();
    boolean first = true;
    try (var saver = CheckpointSaver.of(checkpoints, 0.5)) {
      while (state.step() < last) {
        state = steps.next(state);
        if (beside) {
          saver.trySave(state, state.step(), details(state));
        } else {
          checkpoints.save(state, state.step(), details(state));
        }
        if (first) {
          System.out.println("working");
          first = false;
        }
      }
      saver.flush();
    }
    var at = checkpoints.latestStep();
    if (at.isEmpty() || at.getAsLong() < state.step()) {
      checkpoints.save(state, state.step(), details(state));
    }
    System.out.println("done " + Map.of("step", state.step()));
  }
}
