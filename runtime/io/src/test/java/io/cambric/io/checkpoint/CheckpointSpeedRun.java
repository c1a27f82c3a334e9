package io.cambric.io.checkpoint;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.transform.Transforms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Steps during a checkpoint, and the same steps without one. A program to be run by hand: the
 * folder to write to, the size of the state in MiB, and the pace, 0 for the default.
 */
final class CheckpointSpeedRun {

  private static final int PART = 4 << 20;

  /** A state of which large parts are updated, and a small one that takes the time of a step. */
  record State(List<Array> parts, Array busy) {}

  private CheckpointSpeedRun() {}

  private static State step(State state) {
    var busy = state.busy();
    for (int i = 0; i < 4; i++) {
      busy = busy.matmul(busy).mul(1e-3);
    }
    return new State(state.parts().stream().map(part -> part.mul(0.999)).toList(), busy);
  }

  public static void main(String[] arguments) throws IOException {
    var folder = Path.of(arguments[0]);
    int parts = Integer.parseInt(arguments[1]) / (PART * Float.BYTES >> 20);
    double pace = Double.parseDouble(arguments[2]);
    var jitted = Transforms.jit(CheckpointSpeedRun::step).donate(0);
    var state = jitted.apply(initial(parts));
    var checkpoints = Checkpoints.in(folder).withOverwrite(true);
    try (var saver =
        pace == 0 ? CheckpointSaver.of(checkpoints) : CheckpointSaver.of(checkpoints, pace)) {
      for (int round = 0; round < 4; round++) {
        var alone = new ArrayList<Double>();
        var beside = new ArrayList<Double>();
        for (int i = 0; i < 20; i++) {
          long start = System.nanoTime();
          state = jitted.apply(state);
          alone.add((System.nanoTime() - start) / 1e6);
        }
        long start = System.nanoTime();
        saver.save(state, round);
        double call = (System.nanoTime() - start) / 1e6;
        do {
          long before = System.nanoTime();
          state = jitted.apply(state);
          beside.add((System.nanoTime() - before) / 1e6);
        } while (saver.isSaving());
        double whole = (System.nanoTime() - start) / 1e6;
        System.out.printf(
            "call %.2f ms, save %.0f ms; steps alone %.1f ms, %d beside %.1f ms (longest %.1f):"
                + " %+.1f %%%n",
            call,
            whole,
            mean(alone),
            beside.size(),
            mean(beside),
            beside.stream().mapToDouble(Double::doubleValue).max().orElseThrow(),
            100 * (mean(beside) / mean(alone) - 1));
      }
    }
    Files.delete(checkpoints.files().file(3));
  }

  private static State initial(int parts) {
    var list = new ArrayList<Array>();
    for (int i = 0; i < parts; i++) {
      list.add(Numpy.ones(Shape.of(PART), DType.F32));
    }
    return new State(list, Numpy.ones(Shape.of(768, 768), DType.F32));
  }

  private static double mean(List<Double> times) {
    return times.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }
}
