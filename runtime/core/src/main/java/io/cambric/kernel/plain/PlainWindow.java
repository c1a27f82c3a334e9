package io.cambric.kernel.plain;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.WindowSpec;
import io.cambric.kernel.block.Fold;
import io.cambric.kernel.block.StridedIndex;
import io.cambric.kernel.thread.Parallel;

/**
 * Plain kernels for sliding windows over arrays of any rank: reductions, and the gradients of max
 * and min pooling.
 */
final class PlainWindow {

  private final WindowSpec spec;
  private final int rank;
  private final int windowSize;

  private PlainWindow(WindowSpec spec) {
    this.spec = spec;
    rank = spec.window().size();
    int product = 1;
    for (int d = 0; d < rank; d++) {
      product *= spec.window().get(d);
    }
    windowSize = product;
  }

  static void reduce(ReduceOp op, WindowSpec spec, DType dtype, Operand input, Operand output) {
    var window = new PlainWindow(spec);
    Object values = StridedIndex.dense(spec.input().toArray(), input);
    var results = StridedIndex.of(spec.output().toArray(), window.rank, output);
    Parallel.forRange(
        results.count(),
        256,
        (from, to) -> {
          var fold = new Fold(op, dtype);
          for (int w = from; w < to; w++) {
            int[] corner = window.corner(w);
            fold.reset();
            for (int tap = 0; tap < window.windowSize; tap++) {
              int element = window.element(corner, tap);
              if (element >= 0) {
                fold.accept(values, element, 1);
              }
            }
            fold.store(output.buffer(), results.position(w));
          }
        });
  }

  static void scatter(
      boolean max, WindowSpec spec, DType dtype, Operand source, Operand input, Operand output) {
    var window = new PlainWindow(spec);
    Object values = StridedIndex.dense(spec.input().toArray(), input);
    var targets = StridedIndex.of(spec.input().toArray(), window.rank, output);
    var sources = StridedIndex.of(spec.output().toArray(), window.rank, source);
    double[] real = new double[dtype.isFloating() ? targets.count() : 0];
    long[] whole = new long[dtype.isFloating() ? 0 : targets.count()];
    for (int w = 0; w < sources.count(); w++) {
      int selected = window.select(max, dtype, values, w);
      if (selected < 0) {
        continue;
      }
      int from = sources.position(w);
      if (dtype.isFloating()) {
        real[selected] += source.buffer().getDouble(from);
      } else {
        whole[selected] += source.buffer().getLong(from);
      }
    }
    for (int i = 0; i < targets.count(); i++) {
      if (dtype.isFloating()) {
        output.buffer().setDouble(targets.position(i), real[i]);
      } else {
        Fold.storeWhole(output.buffer(), targets.position(i), whole[i]);
      }
    }
  }

  static void gather(
      boolean max, WindowSpec spec, DType dtype, Operand tangents, Operand input, Operand output) {
    var window = new PlainWindow(spec);
    Object values = StridedIndex.dense(spec.input().toArray(), input);
    var sources = StridedIndex.of(spec.input().toArray(), window.rank, tangents);
    var results = StridedIndex.of(spec.output().toArray(), window.rank, output);
    Buffer from = tangents.buffer();
    Parallel.forRange(
        results.count(),
        256,
        (first, last) -> {
          for (int w = first; w < last; w++) {
            int selected = window.select(max, dtype, values, w);
            int target = results.position(w);
            if (selected < 0) {
              output.buffer().setDouble(target, 0);
            } else if (dtype.isFloating()) {
              output.buffer().setDouble(target, from.getDouble(sources.position(selected)));
            } else {
              output.buffer().setLong(target, from.getLong(sources.position(selected)));
            }
          }
        });
  }

  /** {@return the element that a window selects, or -1 if it holds only padding} */
  private int select(boolean max, DType dtype, Object values, int windowIndex) {
    int[] corner = corner(windowIndex);
    int best = -1;
    for (int tap = 0; tap < windowSize; tap++) {
      int element = element(corner, tap);
      if (element >= 0 && (best < 0 || wins(max, dtype, values, element, best))) {
        best = element;
      }
    }
    return best;
  }

  private static boolean wins(boolean max, DType dtype, Object values, int candidate, int best) {
    return switch (values) {
      case float[] a -> wins(max, a[candidate], a[best]);
      case double[] a -> wins(max, a[candidate], a[best]);
      case int[] a -> order(dtype, a[candidate], a[best]) * (max ? 1 : -1) > 0;
      case long[] a -> order(dtype, a[candidate], a[best]) * (max ? 1 : -1) > 0;
      default -> throw new AssertionError(values);
    };
  }

  private static int order(DType dtype, long a, long b) {
    // Sign extension keeps the order of U32 values if they are compared as unsigned longs.
    return dtype.kind() == DType.Kind.SIGNED ? Long.compare(a, b) : Long.compareUnsigned(a, b);
  }

  /**
   * {@return the position of the first tap of a window in the dilated input, negative in padding}
   */
  private int[] corner(int windowIndex) {
    int[] corner = new int[rank];
    int rest = windowIndex;
    for (int d = rank - 1; d >= 0; d--) {
      int size = spec.output().get(d);
      corner[d] = rest % size * spec.strides().get(d) - spec.padLow().get(d);
      rest /= size;
    }
    return corner;
  }

  /** {@return the number of the input element under a tap, or -1 in padding and holes} */
  private int element(int[] corner, int tap) {
    int element = 0;
    int scale = 1;
    int rest = tap;
    for (int d = rank - 1; d >= 0; d--) {
      int size = spec.window().get(d);
      int p = corner[d] + rest % size * spec.windowDilation().get(d);
      rest /= size;
      int dilation = spec.baseDilation().get(d);
      if (p < 0 || p % dilation != 0 || p / dilation >= spec.input().get(d)) {
        return -1;
      }
      element += p / dilation * scale;
      scale *= spec.input().get(d);
    }
    return element;
  }

  /** {@return whether a later element replaces the best earlier one; a NaN beats numbers} */
  private static boolean wins(boolean max, double candidate, double best) {
    if (Double.isNaN(best)) {
      return false;
    }
    return Double.isNaN(candidate) || (max ? candidate > best : candidate < best);
  }
}
