package io.cambric.kernel.block;

import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.scalar.F32Ops;
import java.util.Arrays;

/**
 * Reduction of floats by a fixed tree, so that the bits do not depend on the vector width. A run is
 * added to a number of parallel accumulators; the last accumulators take the remainder of the run,
 * where vector code finds it. Then the upper half is folded onto the lower half until one is left.
 * The tree depends on the length only.
 */
public final class FloatFold {

  /** Accumulators of a long run: enough to hide the latency of additions at any vector width. */
  static final int WIDE = 64;

  /** Accumulators of a short run, where folding 64 of them would be most of the work. */
  private static final int MIDDLE = 16;

  private static final int NARROW = 8;

  /** Places at which rows are folded at once, so that their cache misses overlap. */
  static final int PLACES = 4;

  /** Rows of a place that are accumulated before their accumulators are folded. */
  static final int ROWS = 32;

  /** The accumulators of a thread, reused by each fold. */
  private static final ThreadLocal<float[]> LANES =
      ThreadLocal.withInitial(() -> new float[PLACES * ROWS * WIDE]);

  private final BlockOps ops;
  private final ReduceOp op;
  private final ScalarOp step;
  private final float identity;

  FloatFold(BlockOps ops, ReduceOp op) {
    this.ops = ops;
    this.op = op;
    this.step = step(op);
    this.identity = identity(op);
  }

  /** {@return the initial value of an accumulator} */
  static float identity(ReduceOp op) {
    return switch (op) {
      case SUM -> 0f;
      case PROD -> 1f;
      case MAX -> Float.NEGATIVE_INFINITY;
      case MIN -> Float.POSITIVE_INFINITY;
      case AND, OR, XOR -> throw new IllegalArgumentException(op + " needs integers");
    };
  }

  /** {@return whether an operation folds floats} */
  public static boolean supports(ReduceOp op) {
    return switch (op) {
      case SUM, PROD, MAX, MIN -> true;
      case AND, OR, XOR -> false;
    };
  }

  float identity() {
    return identity;
  }

  /** {@return the operation that combines two elements} */
  static ScalarOp step(ReduceOp op) {
    return switch (op) {
      case SUM -> ScalarOp.ADD;
      case PROD -> ScalarOp.MUL;
      case MAX -> ScalarOp.MAX;
      case MIN -> ScalarOp.MIN;
      case AND -> ScalarOp.AND;
      case OR -> ScalarOp.OR;
      case XOR -> ScalarOp.XOR;
    };
  }

  /** {@return the number of accumulators for a run of {@code n} elements} */
  static int width(int n) {
    return n >= 2 * WIDE ? WIDE : n >= 2 * MIDDLE ? MIDDLE : n >= NARROW ? NARROW : 1;
  }

  /** {@return the reduction of a run} */
  float fold(float[] x, int at, int n) {
    if (n < 2 * MIDDLE && op == ReduceOp.SUM) {
      return ShortFold.sum(x, at, n);
    }
    if (n < 2 * MIDDLE && op == ReduceOp.MAX) {
      return ShortFold.max(x, at, n);
    }
    float[] lanes = LANES.get();
    int width = width(n);
    Arrays.fill(lanes, 0, width, identity);
    int whole = n - n % width;
    if (width == WIDE) {
      ops.fold(op, lanes, x, at, whole);
    } else {
      for (int i = 0; i < whole; i += width) {
        F32Ops.binary(step, lanes, 0, x, at + i, lanes, 0, width);
      }
    }
    addRest(lanes, 0, width, x, at + whole, n - whole);
    return close(op, lanes, 0, width);
  }

  /** {@return whether rows of {@code n} elements can be folded at four places at once} */
  static boolean foldsTogether(int n) {
    return width(n) == WIDE;
  }

  /**
   * Reduces each run of four places.
   *
   * @param far distance of consecutive places
   * @param stride distance of consecutive runs
   * @param rows runs of a place, at most {@link #ROWS}
   * @param results the results, place by place
   */
  void foldTogether(float[] x, int at, int far, int stride, int rows, int n, float[] results) {
    float[] lanes = LANES.get();
    int whole = n - n % WIDE;
    int runs = PLACES * rows;
    ops.foldTogether(op, lanes, x, at, far, stride, rows, whole);
    for (int run = 0; run < runs && whole < n; run++) {
      int rest = at + run / rows * far + run % rows * stride + whole;
      addRest(lanes, run * WIDE, WIDE, x, rest, n - whole);
    }
    ops.close(op, lanes, runs, results);
  }

  /** Adds the remainder of a run to the last accumulators. */
  private void addRest(float[] lanes, int first, int width, float[] x, int at, int rest) {
    int last = first + width - rest;
    F32Ops.binary(step, lanes, last, x, at, lanes, last, rest);
  }

  /**
   * {@return the reduction of some accumulators, upper half onto lower half; their contents are
   * arbitrary afterwards}
   */
  static float close(ReduceOp op, float[] lanes, int first, int width) {
    // A method for each width: a general loop would dominate these few steps.
    switch (op) {
      case SUM -> sum(lanes, first, width);
      case MAX -> max(lanes, first, width);
      case MIN -> min(lanes, first, width);
      default -> {
        for (int half = width / 2; half > 0; half /= 2) {
          F32Ops.binary(step(op), lanes, first, lanes, first + half, lanes, first, half);
        }
      }
    }
    return lanes[first];
  }

  private static void sum(float[] x, int first, int width) {
    if (width == WIDE) {
      for (int i = first; i < first + NARROW; i++) {
        float a = (x[i] + x[i + 32]) + (x[i + 16] + x[i + 48]);
        float b = (x[i + 8] + x[i + 40]) + (x[i + 24] + x[i + 56]);
        x[i] = a + b;
      }
    } else if (width == MIDDLE) {
      for (int i = first; i < first + NARROW; i++) {
        x[i] = x[i] + x[i + NARROW];
      }
    }
    if (width >= NARROW) {
      int i = first;
      float a = (x[i] + x[i + 4]) + (x[i + 2] + x[i + 6]);
      float b = (x[i + 1] + x[i + 5]) + (x[i + 3] + x[i + 7]);
      x[i] = a + b;
    }
  }

  private static void max(float[] x, int first, int width) {
    if (width == WIDE) {
      for (int i = first; i < first + NARROW; i++) {
        float a = Math.max(Math.max(x[i], x[i + 32]), Math.max(x[i + 16], x[i + 48]));
        float b = Math.max(Math.max(x[i + 8], x[i + 40]), Math.max(x[i + 24], x[i + 56]));
        x[i] = Math.max(a, b);
      }
    } else if (width == MIDDLE) {
      for (int i = first; i < first + NARROW; i++) {
        x[i] = Math.max(x[i], x[i + NARROW]);
      }
    }
    if (width >= NARROW) {
      int i = first;
      float a = Math.max(Math.max(x[i], x[i + 4]), Math.max(x[i + 2], x[i + 6]));
      float b = Math.max(Math.max(x[i + 1], x[i + 5]), Math.max(x[i + 3], x[i + 7]));
      x[i] = Math.max(a, b);
    }
  }

  private static void min(float[] x, int first, int width) {
    if (width == WIDE) {
      for (int i = first; i < first + NARROW; i++) {
        float a = Math.min(Math.min(x[i], x[i + 32]), Math.min(x[i + 16], x[i + 48]));
        float b = Math.min(Math.min(x[i + 8], x[i + 40]), Math.min(x[i + 24], x[i + 56]));
        x[i] = Math.min(a, b);
      }
    } else if (width == MIDDLE) {
      for (int i = first; i < first + NARROW; i++) {
        x[i] = Math.min(x[i], x[i + NARROW]);
      }
    }
    if (width >= NARROW) {
      int i = first;
      float a = Math.min(Math.min(x[i], x[i + 4]), Math.min(x[i + 2], x[i + 6]));
      float b = Math.min(Math.min(x[i + 1], x[i + 5]), Math.min(x[i + 3], x[i + 7]));
      x[i] = Math.min(a, b);
    }
  }

  /** Adds one element to each accumulator. */
  void combine(float[] sums, int to, float[] x, int at, int n) {
    combineColumns(sums, to, x, at, 0, 1, n);
  }

  /** Adds the elements of a column to each accumulator, one row after the other. */
  void combineColumns(float[] sums, int to, float[] x, int at, int stride, int rows, int n) {
    ops.foldColumns(op, sums, to, x, at, stride, rows, n);
  }

  /** Reduces {@code count} rows of {@code n} into the first, neighbours first. */
  void combineRows(float[] rows, int from, int count, int n) {
    for (int step = 1; step < count; step *= 2) {
      for (int r = 0; r + step < count; r += 2 * step) {
        combine(rows, from + r * n, rows, from + (r + step) * n, n);
      }
    }
  }
}
