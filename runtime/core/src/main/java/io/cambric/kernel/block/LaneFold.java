package io.cambric.kernel.block;

import io.cambric.array.DType;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.scalar.F32Ops;
import io.cambric.kernel.scalar.F64Ops;
import io.cambric.kernel.scalar.IntOps;
import io.cambric.kernel.scalar.LongOps;
import java.lang.reflect.Array;
import java.util.Arrays;

/**
 * Reduction of the values of a lane by a fixed tree; its bits do not depend on the vector width. A
 * run is added to a number of parallel accumulators; the last accumulators take the remainder of
 * the run. Then the upper half is folded onto the lower half until one accumulator is left. The
 * tree depends on the length and the lane only. Used by one thread.
 */
public final class LaneFold {

  /** Places at which runs are folded at once, so that their cache misses overlap. */
  public static final int PLACES = 4;

  /** Bytes of the accumulators of a long run: enough to hide the latency of additions. */
  private static final int WIDE = 256;

  /**
   * Bytes of the accumulators of a short run. With more, folding them would be most of the work.
   */
  private static final int MIDDLE = 64;

  /**
   * Accumulators of a short run of at least as many floats. A short run of another lane has one, so
   * its elements are added in order, like the elements of a column.
   */
  private static final int NARROW = 8;

  /** Runs of a place that are accumulated before their accumulators are folded. */
  private static final int RUNS = 32;

  /** The largest number of runs that wait for their results. */
  static final int MOST = PLACES * RUNS;

  /** Short runs that are folded together, with the i-th elements of all runs in a line. */
  private static final int LINE = 64;

  /** Elements after the accumulators that a vector may read and write. */
  private static final int ROOM = 64;

  /** The number of columns in a group, if there is room for whole groups. */
  static final int GROUP = 16;

  /** The accumulators of a thread, by lane. */
  private static final ThreadLocal<Object[]> ACCUMULATORS =
      ThreadLocal.withInitial(() -> new Object[2 * Lane.values().length]);

  private final DType dtype;
  private final Lane lane;
  private final ReduceOp op;
  private final ScalarOp step;
  private final FoldLoops loops;

  /** Whether every tree gives the same bits; short runs may then have more accumulators. */
  private final boolean isOrderFree;

  LaneFold(BlockOps ops, ReduceOp op, DType dtype) {
    this.dtype = dtype;
    this.lane = Lane.of(dtype);
    this.op = op;
    this.step = step(op, dtype);
    this.loops = ops.folds(step, dtype);
    this.isOrderFree = step != ScalarOp.ADD && step != ScalarOp.MUL;
  }

  /** {@return whether an operation folds values of a dtype} */
  public static boolean supports(ReduceOp op, DType dtype) {
    return switch (op) {
      case SUM, PROD, MAX, MIN -> true;
      case AND, OR, XOR -> !dtype.isFloating();
    };
  }

  /** {@return the operation that combines two values of a lane} */
  public static ScalarOp step(ReduceOp op, DType dtype) {
    boolean bool = dtype == DType.BOOL;
    return switch (op) {
      case SUM -> bool ? ScalarOp.OR : ScalarOp.ADD;
      case PROD -> bool ? ScalarOp.AND : ScalarOp.MUL;
      case MAX -> ScalarOp.MAX;
      case MIN -> ScalarOp.MIN;
      case AND -> ScalarOp.AND;
      case OR -> ScalarOp.OR;
      case XOR -> ScalarOp.XOR;
    };
  }

  /** {@return the number of accumulators for a long run} */
  public static int wide(Lane lane) {
    return WIDE / lane.bytes();
  }

  /** {@return the number of accumulators for a run that is neither long nor short} */
  public static int middle(Lane lane) {
    return MIDDLE / lane.bytes();
  }

  /** {@return the number of accumulators for a run of {@code n} elements of a lane} */
  public static int width(Lane lane, int n) {
    if (n >= 2 * wide(lane)) {
      return wide(lane);
    }
    if (!isShort(lane, n)) {
      return middle(lane);
    }
    return lane == Lane.FLOAT && n >= NARROW ? NARROW : 1;
  }

  /** {@return the number of accumulators of a run that is not folded as a line} */
  private int width(int n) {
    return isOrderFree ? (n < 2 * wide(lane) ? middle(lane) : wide(lane)) : width(lane, n);
  }

  /** {@return whether runs of {@code n} values are folded as lines} */
  static boolean isShort(Lane lane, int n) {
    return n < 2 * middle(lane);
  }

  /** Sets values to the identity of the reduction. */
  void clear(Object values, int from, int to) {
    switch (values) {
      case float[] a -> Arrays.fill(a, from, to, (float) op.identity(dtype));
      case double[] a -> Arrays.fill(a, from, to, op.identity(dtype));
      case int[] a -> Arrays.fill(a, from, to, (int) (long) op.identity(dtype));
      case long[] a -> Arrays.fill(a, from, to, wholeIdentity());
      default -> throw new AssertionError(values);
    }
  }

  private long wholeIdentity() {
    boolean unsigned = dtype == DType.U64;
    return switch (op) {
      case SUM, OR, XOR -> 0;
      case PROD -> 1;
      case AND -> -1;
      case MAX -> unsigned ? 0 : Long.MIN_VALUE;
      case MIN -> unsigned ? -1 : Long.MAX_VALUE;
    };
  }

  /** {@code a[to + i] = op(a[to + i], x[at + i])} for {@code n} values; the ranges are disjoint. */
  private void combine(Object values, int to, Object x, int at, int n) {
    switch (values) {
      case float[] a -> F32Ops.binary(step, a, to, (float[]) x, at, a, to, n);
      case double[] a -> F64Ops.binary(step, a, to, (double[]) x, at, a, to, n);
      case int[] a -> IntOps.binary(step, dtype, a, to, (int[]) x, at, a, to, n);
      case long[] a -> LongOps.binary(step, dtype == DType.U64, a, to, (long[]) x, at, a, to, n);
      default -> throw new AssertionError(values);
    }
  }

  /**
   * Reduces runs of {@code n} values.
   *
   * @param stride distance of consecutive runs
   * @param results one value per run, starting at {@code to}
   */
  void rows(Object x, int at, int stride, int runs, int n, Object results, int to) {
    boolean isShort = isShort(lane, n) && !(isOrderFree && n >= middle(lane));
    if (isShort && x instanceof float[] floats && ShortFold.supports(step, n)) {
      ShortFold.rows(step, floats, at, stride, runs, n, (float[]) results, to);
    } else if (isShort) {
      for (int done = 0; done < runs; done += LINE) {
        int some = Math.min(LINE, runs - done);
        acrossRuns(x, at + done * stride, stride, some, n, results, to + done);
      }
    } else {
      int share = runs / PLACES;
      for (int done = 0, some; done < share; done += some) {
        some = Math.min(RUNS, share - done);
        fold(x, at + done * stride, share * stride, stride, PLACES, some, n);
        for (int place = 0; place < PLACES; place++) {
          int first = to + place * share + done;
          System.arraycopy(accumulators(0), place * some, results, first, some);
        }
      }
      int done = share * PLACES;
      if (done < runs) {
        fold(x, at + done * stride, 0, stride, 1, runs - done, n);
        System.arraycopy(accumulators(0), 0, results, to + done, runs - done);
      }
    }
  }

  /** Reduces runs of some places; the first accumulators become the results. */
  private void fold(Object x, int at, int far, int stride, int places, int some, int n) {
    Object lanes = accumulators(0);
    int width = width(n);
    int left = loops.rows(width, lanes, x, at, far, stride, places, some, n);
    if (left == 0) {
      clear(lanes, 0, places * some * width);
      for (int run = 0; run < places * some; run++) {
        int start = at + run / some * far + run % some * stride;
        accumulate(width, lanes, run * width, x, start, n);
      }
      left = width;
    }
    close(left, lanes, places * some);
  }

  /** Adds the values of a run to accumulators; the last ones take the remainder. */
  private void accumulate(int width, Object lanes, int to, Object x, int at, int n) {
    int rest = n % width;
    columns(lanes, to, x, at, width, n / width, width);
    add(lanes, to + width - rest, x, at + n - rest, rest);
  }

  /** Reduces the accumulators of runs; the first ones become the results. */
  private void close(int width, Object lanes, int runs) {
    if (loops.close(width, lanes, runs)) {
      return;
    }
    for (int run = 0; run < runs; run++) {
      int first = run * width;
      for (int half = width / 2; half > 0; half /= 2) {
        combine(lanes, first, lanes, first + half, half);
      }
      System.arraycopy(lanes, first, lanes, run, 1);
    }
  }

  /** {@return whether a run of {@code n} values can be reduced block by block} */
  boolean takesBlocks(int n) {
    return n >= 2 * wide(lane);
  }

  /** Prepares the reduction of some runs block by block. */
  void open(int runs) {
    clear(accumulators(1), 0, runs * wide(lane));
  }

  /** Adds a block of a run. Only the last block of a run may be shorter than the longest block. */
  void accept(int run, Object x, int at, int n) {
    int width = wide(lane);
    accumulate(width, accumulators(1), run * width, x, at, n);
  }

  /** {@return an array whose first elements are the results of the opened runs} */
  Object close(int runs) {
    Object lanes = accumulators(1);
    close(wide(lane), lanes, runs);
    return lanes;
  }

  /**
   * Reduces short runs. The i-th elements of all runs form a line. Lines are folded like the
   * elements of one run.
   */
  private void acrossRuns(Object x, int at, int stride, int runs, int n, Object results, int to) {
    if (n == 0) {
      clear(results, to, to + runs);
      return;
    }
    Object lines = accumulators(0);
    for (int i = 0; i < n; i++) {
      StridedMoves.line(x, at + i, stride, lines, i * runs, 1, runs);
    }
    lines(lines, runs, n, results, to);
  }

  /**
   * Reduces short runs of {@code n} values, at least one.
   *
   * @param lines the first value of each run, then the second of each, and so on; changed
   */
  void lines(Object lines, int runs, int n, Object results, int to) {
    clear(results, to, to + runs);
    int width = width(lane, n);
    int whole = n - n % width;
    int group = width * runs;
    columns(lines, 0, lines, group, group, whole / width - 1, group);
    add(lines, (width - n + whole) * runs, lines, whole * runs, (n - whole) * runs);
    for (int half = width / 2; half > 0; half /= 2) {
      add(lines, 0, lines, half * runs, half * runs);
    }
    add(results, to, lines, 0, runs);
  }

  /** {@return the first accumulators of the thread, or the second ones, which are kept longer} */
  private Object accumulators(int which) {
    Object[] all = ACCUMULATORS.get();
    int number = 2 * lane.ordinal() + which;
    var known = all[number];
    if (known == null) {
      known = lane.allocate(MOST * wide(lane) + ROOM);
      all[number] = known;
    }
    return known;
  }

  /** Adds one value to each accumulator. */
  void add(Object sums, int to, Object x, int at, int n) {
    columns(sums, to, x, at, 0, 1, n);
  }

  /**
   * Adds the values of {@code n} columns to their accumulators, one row after the other.
   *
   * @param stride distance of consecutive rows
   */
  void columns(Object sums, int to, Object x, int at, int stride, int rows, int n) {
    int done = loops.columns(sums, to, x, at, stride, rows, n);
    for (int row = 0; row < rows && done < n; row++) {
      combine(sums, to + done, x, at + row * stride + done, n - done);
    }
  }

  /**
   * Reduces rows of {@code n} values at each of some places, one row after the other.
   *
   * @param apart distance of the results of consecutive places
   * @param distance distance of consecutive places
   * @param stride distance of consecutive rows
   */
  void windows(
      Object results,
      int to,
      int apart,
      Object x,
      int at,
      int distance,
      int stride,
      int rows,
      int places,
      int n) {
    if (loops.windows(results, to, apart, x, at, distance, stride, rows, places, n)) {
      return;
    }
    for (int place = 0; place < places; place++) {
      int first = to + place * apart;
      clear(results, first, first + n);
      columns(results, first, x, at + place * distance, stride, rows, n);
    }
  }

  /**
   * Adds the values of columns, like {@link #columns}. The accumulators up to the next multiple of
   * {@link #GROUP} may become arbitrary.
   */
  void columnsWithRoom(Object sums, int to, Object x, int at, int stride, int rows, int n) {
    int wide = (n - 1) / GROUP * GROUP + GROUP;
    // The rows after which a whole group is still inside the array.
    int within = Array.getLength(x) - wide - at;
    int safe = within < 0 ? 0 : stride <= 0 ? rows : Math.min(rows, within / stride + 1);
    int done = loops.columns(sums, to, x, at, stride, safe, wide) == wide ? safe : 0;
    columns(sums, to, x, at + done * stride, stride, rows - done, n);
  }

  /** Reduces {@code count} rows of {@code n} values into the first row, neighbours first. */
  void combineRows(Object rows, int from, int count, int n) {
    for (int step = 1; step < count; step *= 2) {
      for (int r = 0; r + step < count; r += 2 * step) {
        add(rows, from + r * n, rows, from + (r + step) * n, n);
      }
    }
  }
}
