package io.cambric.distributed;

import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ProcessGroupException;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.lax.Lax;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.transform.function.Fn3;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A training in a group of processes that resumes from the checkpoint of rank 0. Arguments: rank,
 * machine and port of rank 0, file of the checkpoint, last step.
 */
final class GroupTraining {

  static final int SIZE = 3;

  /** Past what one life comes to. */
  static final int ENDLESS = 1_000_000_000;

  private static final int EVERY = 3;

  private static final int FEATURES = 2000;

  private GroupTraining() {}

  /**
   * A state of the training.
   *
   * @param step the number of steps before it
   */
  record State(Array w, Array momentum, int step) {

    static State initial() {
      var zeros = Numpy.zeros(Shape.of(FEATURES), DType.F32);
      return new State(zeros, zeros, 0);
    }

    static State read(Path file) {
      if (!Files.exists(file)) {
        return initial();
      }
      var arrays = SafeTensors.read(file);
      int step = (int) arrays.get("step").getLong(0);
      return new State(arrays.get("w"), arrays.get("momentum"), step);
    }

    void write(Path file) {
      var step = NdArray.ofInts(Shape.scalar(), this.step);
      SafeTensors.of(
              Map.of(
                  "w", w.concrete("write"), "momentum", momentum.concrete("write"), "step", step))
          .write(file);
    }
  }

  /** The steps of one process. */
  static final class Steps {

    private final Key data;

    private final Fn3<Array, Array, Array, Array> momentum =
        jit((Array w, Array before, Array x) -> {
          var gradient = grad((Array v) -> x.matmul(v).sub(1).square().mean()).apply(w);
          return before.mul(0.9f).add(Lax.pmean(gradient, "batch"));
        });

    Steps(int rank) {
      data = Key.of(0).foldIn(rank);
    }

    State next(State state) {
      var x = Random.normal(data.foldIn(state.step()), Shape.of(8, FEATURES)).mul(0.01f);
      var m = momentum.apply(state.w(), state.momentum(), x);
      return new State(state.w().sub(m.mul(0.1f)), m, state.step() + 1);
    }
  }

  /** {@return the state after steps that nothing has stopped} */
  static State undisturbed(int last) {
    return Members.run(
            SIZE,
            group ->
                group.run(
                    "batch",
                    () -> {
                      var state = State.initial();
                      var steps = new Steps(group.rank());
                      while (state.step() < last) {
                        state = steps.next(state);
                      }
                      return state;
                    }))
        .getFirst();
  }

  public static void main(String[] arguments) {
    int rank = Integer.parseInt(arguments[0]);
    var host = arguments[1];
    int port = Integer.parseInt(arguments[2]);
    var file = Path.of(arguments[3]);
    int last = Integer.parseInt(arguments[4]);
    var options =
        GroupOptions.of(rank, SIZE, host, port, "secret")
            .withJoinTimeout(Duration.ofSeconds(20))
            .withHeartbeatTimeout(Duration.ofSeconds(3));
    try (var group = ProcessGroup.join(options)) {
      group.run("batch", () -> train(group, file, last));
      System.out.println("done");
    } catch (ProcessGroupException e) {
      System.out.println("stopped");
    }
  }

  private static State train(ProcessGroup group, Path file, int last) {
    var state = State.read(file);
    // Rank 0 does not write before all have read.
    group.barrier();
    var steps = new Steps(group.rank());
    int first = state.step();
    while (state.step() < last) {
      state = steps.next(state);
      if (state.step() == first + 1) {
        System.out.println("working");
      }
      if (group.rank() == 0 && (state.step() % EVERY == 0 || state.step() == last)) {
        state.write(file);
      }
    }
    return state;
  }
}
