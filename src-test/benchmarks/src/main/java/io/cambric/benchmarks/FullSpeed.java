package io.cambric.benchmarks;

import static io.cambric.transform.Transforms.jit;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import java.util.ArrayList;
import java.util.Arrays;

/**
 * Time to full speed: one piece of work, repeated from the start of its JVM on. A run is at full
 * speed if it takes at most 1.2 medians of the last quarter of the runs.
 */
final class FullSpeed {

  private static final double FULL = 1.2;

  /** The work, by the names that rows have. */
  enum Work {
    MLP("mlp step") {
      @Override
      Runnable begin() {
        return ModelBench.mlp()::step;
      }
    },
    MATMUL("matmul 512x512x512") {
      @Override
      Runnable begin() {
        var x = Random.normal(Key.of(0), Shape.of(512, 512));
        var product = jit((Array a) -> a.matmul(a));
        return () -> product.apply(x);
      }
    },
    SOFTMAX("softmax 1024x512") {
      @Override
      Runnable begin() {
        var x = Random.normal(Key.of(0), Shape.of(1024, 512));
        var softmax = jit((Array a) -> Activations.softmax(a));
        return () -> softmax.apply(x);
      }
    };

    private final String title;

    Work(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }

    /** Makes the inputs: {@return the work} */
    abstract Runnable begin();
  }

  private FullSpeed() {}

  /**
   * Prints the seconds to full speed, and the seconds of a run at that speed.
   *
   * @param args the name of the work, seconds to repeat it for, and when the JVM was asked for, in
   *     milliseconds since 1970
   */
  public static void main(String[] args) {
    long main = System.nanoTime();
    double before = (System.currentTimeMillis() - Long.parseLong(args[2])) * 1e-3;
    long end = main + (long) (Double.parseDouble(args[1]) * 1e9);
    var work = Work.valueOf(args[0]).begin();
    var starts = new ArrayList<Long>();
    do {
      starts.add(System.nanoTime());
      work.run();
    } while (System.nanoTime() < end);
    starts.add(System.nanoTime());
    long[] times = new long[starts.size() - 1];
    Arrays.setAll(times, i -> starts.get(i + 1) - starts.get(i));
    double full = medianOfLast(times);
    int first = 0;
    while (times[first] > FULL * full) {
      first++;
    }
    System.out.println(before + (starts.get(first + 1) - main) * 1e-9 + " " + full * 1e-9);
  }

  private static double medianOfLast(long[] times) {
    long[] last = Arrays.copyOfRange(times, times.length * 3 / 4, times.length);
    Arrays.sort(last);
    return last[last.length / 2];
  }
}
