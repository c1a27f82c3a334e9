package io.cambric.benchmarks;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.KernelRegistry;
import io.cambric.core.NdArray;
import io.cambric.distributed.GroupOptions;
import io.cambric.distributed.ProcessGroup;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * One process of the group that {@link ProcessesBench} times: its steps, with the mean of the
 * gradients of all processes.
 */
final class ProcessStep {

  static final String AXIS = "batch";

  /** Steps between the collectives in which the processes agree to continue. */
  private static final int BLOCK = 5;

  /** The warm-up, as a multiple of the time that is measured: the JIT shares the processors. */
  private static final double WARM_UP = 10;

  private static final int PROBES = 25;

  /** Bytes of a sum that the connection bounds, as large as the bucket of small gradients. */
  static final Shape LARGE = Shape.of(1 << 20);

  /** The models that are trained. */
  enum Model {
    MLP,
    CNN;

    /** {@return the name that rows have} */
    String title() {
      return name().toLowerCase(Locale.ROOT);
    }

    ModelBench.Training<?> training() {
      return this == MLP ? ModelBench.mlp() : ModelBench.cnn();
    }

    /** {@return the training with the mean of the gradients over the processes} */
    ModelBench.Training<?> distributed() {
      return this == MLP
          ? ModelBench.mlp(gradients -> Lax.pmean(gradients, AXIS))
          : ModelBench.cnn(gradients -> Lax.pmean(gradients, AXIS));
    }
  }

  private ProcessStep() {}

  /**
   * Prints the median seconds of a step, the bytes that this process sends in one, and the median
   * seconds of a small and of a large sum.
   *
   * @param args the name of the model, rank, number of processes, port, and seconds to measure
   */
  public static void main(String[] args) {
    var training = Model.valueOf(args[0]).distributed();
    int rank = Integer.parseInt(args[1]);
    int size = Integer.parseInt(args[2]);
    double seconds = Double.parseDouble(args[4]);
    var options = GroupOptions.of(rank, size, "127.0.0.1", Integer.parseInt(args[3]));
    try (var group = ProcessGroup.join(options)) {
      var figures = group.run(AXIS, () -> measure(group, training, seconds));
      System.out.println(String.join(" ", figures.stream().map(String::valueOf).toList()));
    }
  }

  private static List<Double> measure(
      ProcessGroup group, ModelBench.Training<?> training, double seconds) {
    repeat(training::step, seconds * WARM_UP, true);
    double step = repeat(training::step, seconds, false);
    long before = group.bytesSent();
    training.step();
    double bytes = group.bytesSent() - before;
    return List.of(step, bytes, probe(Numpy.ones(Shape.of(1))), probe(Numpy.ones(LARGE)));
  }

  /** {@return the median seconds of a sum over all processes} */
  private static double probe(Array x) {
    var times = new double[PROBES];
    for (int i = 0; i < PROBES; i++) {
      long start = System.nanoTime();
      var _ = Lax.psum(x, AXIS);
      times[i] = (System.nanoTime() - start) * 1e-9;
    }
    Arrays.sort(times);
    return times[PROBES / 2];
  }

  /** Runs as often in all processes: {@return the median seconds of a run} */
  private static double repeat(Runnable work, double seconds, boolean warms) {
    var kernels = KernelRegistry.kernels();
    var times = new ArrayList<Double>();
    long end = System.nanoTime() + (long) (seconds * 1e9);
    do {
      for (int i = 0; i < BLOCK; i++) {
        long start = System.nanoTime();
        work.run();
        times.add((System.nanoTime() - start) * 1e-9);
      }
    } while (anyGoesOn(System.nanoTime() < end || (warms && seconds > 0 && kernels.isWarming())));
    times.sort(null);
    return times.get(times.size() / 2);
  }

  private static boolean anyGoesOn(boolean self) {
    return Lax.pmax(NdArray.scalar(DType.I32, self ? 1 : 0), AXIS).item() > 0;
  }
}
