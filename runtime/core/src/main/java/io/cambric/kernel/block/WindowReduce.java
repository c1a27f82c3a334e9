package io.cambric.kernel.block;

import io.cambric.array.DType;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.WindowSpec;
import io.cambric.kernel.thread.Parallel;
import java.util.ArrayList;
import java.util.List;

/**
 * Window reductions of all dtypes, one axis after the other. Elements along the inner axes are
 * combined as one run. A few results of the first axis pass through all other axes at once, so
 * values between two axes stay in the cache.
 *
 * <p>If runs are short, a whole line of them is combined with copies of itself that are shifted by
 * the taps. Results between two windows are dropped. For providers.
 */
public final class WindowReduce {

  /** The least number of elements worth a handover to another thread. */
  private static final int GRAIN = 1 << 14;

  /** Elements between two axes that stay in the L1 cache. */
  private static final int CACHED = 1 << 12;

  /** Bytes of a short run. */
  private static final int SHORT = 64;

  /**
   * The least ratio of windows in a line to the window size. The windows of other sizes at the ends
   * of the line then cost little.
   */
  private static final int MANY = 4;

  private final BlockOps ops;
  private final ReduceOp op;
  private final WindowSpec spec;
  private final DType dtype;
  private final Lane lane;

  private WindowReduce(BlockOps ops, ReduceOp op, WindowSpec spec, DType dtype) {
    this.ops = ops;
    this.op = op;
    this.spec = spec;
    this.dtype = dtype;
    lane = Lane.of(dtype);
  }

  /** Reduces each window, without padding. */
  public static void run(
      BlockOps ops, ReduceOp op, WindowSpec spec, DType dtype, Operand input, Operand output) {
    new WindowReduce(ops, op, spec, dtype).run(input, output);
  }

  private void run(Operand input, Operand output) {
    int[] dims = spec.input().toArray();
    int[] last = spec.output().toArray();
    if (count(last) == 0) {
      return;
    }
    boolean direct = Lane.isStored(dtype) && output.offset() == 0 && output.isDense(last);
    try (var scratch = new Scratch()) {
      Object values = dense(dims, input, scratch);
      Object results = direct ? output.buffer().storage() : scratch.values(lane, count(last));
      if (count(dims) == 0) {
        new LaneFold(ops, op, dtype).clear(results, 0, count(last));
      } else if (windows(dims).isEmpty()) {
        System.arraycopy(values, 0, results, 0, count(last));
      } else {
        reduce(windows(dims), values, results, count(last));
      }
      if (!direct) {
        store(results, last, output);
      }
    }
  }

  /** {@return the windows along each axis, except axes whose windows are single elements} */
  private List<AxisWindow> windows(int[] dims) {
    var windows = new ArrayList<AxisWindow>();
    int run = count(dims);
    for (int axis = 0; axis < dims.length; axis++) {
      run /= dims[axis];
      if (!isAlone(axis)) {
        int values = windows.isEmpty() ? 0 : windows.getLast().values();
        int lines = values / (dims[axis] * run);
        windows.add(new AxisWindow(axis, run, Math.max(1, lines * spec.output().get(axis))));
      }
    }
    return windows;
  }

  /** Reduces along all axes, some results of the first axis at a time. */
  private void reduce(List<AxisWindow> windows, Object values, Object results, int count) {
    var first = windows.getFirst();
    int share = windows.getLast().values();
    int unit = first.isLine ? first.output : 1;
    int units = count / share / unit;
    int together = Math.clamp(CACHED / ((long) unit * first.run), 1, units);
    long work = (long) unit * Math.max(first.run * first.window, share);
    Parallel.forRange(
        units,
        (int) Math.max(1, GRAIN / work),
        (from, to) -> {
          var fold = new LaneFold(ops, op, dtype);
          try (var scratch = new Scratch()) {
            var targets = new ArrayList<Object>();
            for (var window : windows.subList(0, windows.size() - 1)) {
              targets.add(scratch.values(lane, together * unit * window.values()));
            }
            targets.add(results);
            for (int at = from; at < to; at += together) {
              int start = at * unit;
              int some = Math.min(together, to - at) * unit;
              Object x = values;
              for (int i = 0; i < windows.size(); i++) {
                var window = windows.get(i);
                int begin = i == 0 ? start : 0;
                int target = i == windows.size() - 1 ? start * share : 0;
                var y = targets.get(i);
                window.reduce(fold, x, begin, begin + some * window.perFirst, y, target);
                x = y;
              }
            }
          }
        });
  }

  private static int count(int[] dims) {
    int count = 1;
    for (int dim : dims) {
      count = Math.multiplyExact(count, dim);
    }
    return count;
  }

  /** {@return the elements, contiguous; in place if possible} */
  private Object dense(int[] dims, Operand input, Scratch scratch) {
    if (!input.isDense(dims)) {
      return StridedIndex.dense(dims, input);
    }
    if (Lane.isStored(dtype) && input.offset() == 0) {
      return input.buffer().storage();
    }
    int count = count(dims);
    Object values = scratch.values(lane, count);
    Parallel.forRange(
        count,
        GRAIN,
        (from, to) ->
            ops.halves()
                .load(input.buffer(), input.offset() + from, 0, 1, 1, to - from, values, from));
    return values;
  }

  private void store(Object values, int[] dims, Operand output) {
    var results = StridedIndex.of(dims, dims.length, output);
    boolean isDense = output.isDense(dims);
    Parallel.forRange(
        results.count(),
        GRAIN,
        (from, to) -> {
          if (isDense) {
            int at = output.offset() + from;
            ops.halves().store(values, from, output.buffer(), at, 0, 1, 1, to - from);
          } else {
            results.store(values, from, output.buffer(), from, to - from);
          }
        });
  }

  /** {@return whether the windows along an axis are its elements} */
  private boolean isAlone(int axis) {
    return spec.window().get(axis) == 1
        && spec.strides().get(axis) == 1
        && spec.padLow().get(axis) == 0
        && spec.baseDilation().get(axis) == 1
        && spec.output().get(axis) == spec.input().get(axis);
  }

  /** The windows along an axis, over runs of elements. */
  private final class AxisWindow {

    private final int input;
    private final int output;
    private final int window;
    private final int stride;
    private final int low;
    private final int base;
    private final int dilation;
    private final int run;

    /** The number of results for each result of the first axis. */
    private final int perFirst;

    /** Whether whole lines are combined. */
    private final boolean isLine;

    /** The distance of taps that hit elements. */
    private final int tapStep;

    /** The distance of results whose windows have elements at the same taps. */
    private final int phases;

    /**
     * For each result: the number of taps that hit elements, and the element under the first tap.
     */
    private final int[] counts;

    private final int[] elements;

    AxisWindow(int axis, int run, int perFirst) {
      this.run = run;
      this.perFirst = perFirst;
      input = spec.input().get(axis);
      output = spec.output().get(axis);
      window = spec.window().get(axis);
      stride = spec.strides().get(axis);
      low = spec.padLow().get(axis);
      base = spec.baseDilation().get(axis);
      dilation = spec.windowDilation().get(axis);
      boolean slides = stride == 1 && base == 1 && output >= MANY * window;
      isLine = run * lane.bytes() < SHORT && !slides;
      tapStep = period(dilation);
      phases = period(stride);
      counts = new int[output];
      elements = new int[output];
      for (int result = 0; result < output; result++) {
        int corner = result * stride - low;
        int tap = 0;
        while (tap < window && !hits(corner + tap * dilation)) {
          tap++;
        }
        elements[result] = (corner + tap * dilation) / base;
        for (; tap < window && hits(corner + tap * dilation); tap += tapStep) {
          counts[result]++;
        }
      }
    }

    /** {@return the number of steps from one element to the next that they hit} */
    private int period(int step) {
      int steps = 1;
      while (steps * step % base != 0) {
        steps++;
      }
      return steps;
    }

    private boolean hits(int place) {
      return place >= 0 && place % base == 0 && place / base < input;
    }

    /** {@return the number of elements for each result of the first axis} */
    int values() {
      return perFirst * run;
    }

    /** Reduces the windows of some results, each a run; {@code y} begins with the first of them. */
    void reduce(LaneFold fold, Object x, int from, int to, Object y, int at) {
      if (isLine) {
        lines(fold, x, from / output, to / output, y, at);
        return;
      }
      for (int result = from, end; result < to; result += end) {
        int first = result % output;
        end = Math.min(output - first, to - result);
        int line = result / output * input * run;
        int start = at + (result - from) * run;
        for (int phase = 0; phase < Math.min(end, phases); phase++) {
          runs(fold, x, line, first + phase, first + end, y, start + phase * run);
        }
      }
    }

    /**
     * Reduces the windows of the results of a phase; neighbours with equally many elements at once.
     */
    private void runs(LaneFold fold, Object x, int line, int first, int end, Object y, int at) {
      int apart = phases * run;
      int move = phases * stride / base;
      int step = tapStep * dilation / base * run;
      for (int result = first, next; result < end; result = next) {
        int count = counts[result];
        next = result;
        int places = 0;
        int element = elements[result];
        while (next < end && counts[next] == count && elements[next] == element + places * move) {
          next += phases;
          places++;
        }
        int to = at + (result - first) * run;
        int start = line + element * run;
        if (phases == 1 && move == 1) {
          fold.windows(y, to, 0, x, start, 0, step, count, 1, places * run);
        } else {
          fold.windows(y, to, apart, x, start, move * run, step, count, places, run);
        }
      }
    }

    /** Reduces the windows of whole lines. */
    private void lines(LaneFold fold, Object x, int from, int to, Object y, int at) {
      int places = (output - 1) * stride + 1;
      int span = (places + (window - 1) * dilation) * run;
      try (var scratch = new Scratch()) {
        Object line = scratch.values(lane, span);
        Object sums = scratch.values(lane, places * run);
        fold.clear(line, 0, span);
        for (int index = from; index < to; index++) {
          place(x, index * input, line, span);
          fold.windows(sums, 0, 0, line, 0, 0, dilation * run, window, 1, places * run);
          int target = at + (index - from) * output * run;
          if (stride == 1) {
            System.arraycopy(sums, 0, y, target, places * run);
          }
          for (int i = 0; i < run && stride > 1; i++) {
            StridedMoves.line(sums, i, stride * run, y, target + i, run, output);
          }
        }
      }
    }

    /** Copies the elements of a line that a window covers to their positions. */
    private void place(Object x, int first, Object line, int span) {
      int from = low >= 0 ? 0 : (-low - 1) / base + 1;
      int to = low + from * base;
      int count = Math.min(input - from, Math.floorDiv(span / run - to - 1, base) + 1);
      int start = (first + from) * run;
      if (count > 0 && base == 1) {
        System.arraycopy(x, start, line, to * run, count * run);
      } else {
        StridedMoves.copy(x, start, run, 1, line, to * run, base * run, 1, count, run);
      }
    }
  }
}
