package io.cambric.kernel.block;

import io.cambric.array.DType;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.WindowSpec;
import io.cambric.kernel.thread.Parallel;

/**
 * Window reductions of all dtypes, along one axis after the other. Elements behind that axis are
 * combined as one run. Where runs are short, a whole line of them is combined with itself, shifted
 * by the taps, and every result between two windows is dropped. For providers.
 */
public final class WindowReduce {

  /** Elements that are worth the hand-over to another thread. */
  private static final int GRAIN = 1 << 14;

  /** Elements of a short run. */
  private static final int SHORT = 16;

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
    int latest = dims.length - 1;
    while (latest >= 0 && isAlone(latest)) {
      latest--;
    }
    boolean direct = Lane.isStored(dtype) && output.offset() == 0 && output.isDense(last);
    try (var scratch = new Scratch()) {
      Object values = dense(dims, input, scratch);
      for (int axis = 0; axis <= latest; axis++) {
        if (!isAlone(axis)) {
          dims[axis] = last[axis];
          boolean isResult = direct && axis == latest;
          Object target = isResult ? output.buffer().storage() : scratch.values(lane, count(dims));
          along(axis, dims, values, target);
          values = target;
        }
      }
      if (!direct || latest < 0) {
        store(values, last, output);
      }
    }
  }

  private static int count(int[] dims) {
    int count = 1;
    for (int dim : dims) {
      count = Math.multiplyExact(count, dim);
    }
    return count;
  }

  /** {@return the elements one after the other, in place if they are so already} */
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

  /** {@return whether windows along an axis are its elements} */
  private boolean isAlone(int axis) {
    return spec.window().get(axis) == 1
        && spec.strides().get(axis) == 1
        && spec.padLow().get(axis) == 0
        && spec.baseDilation().get(axis) == 1
        && spec.output().get(axis) == spec.input().get(axis);
  }

  /** Computes the reductions along an axis, one after the other. */
  private void along(int axis, int[] dims, Object x, Object y) {
    int outer = 1;
    int run = 1;
    for (int d = 0; d < dims.length; d++) {
      outer *= d < axis ? dims[d] : 1;
      run *= d > axis ? dims[d] : 1;
    }
    var axisWindow = new AxisWindow(axis, run);
    int work = Math.max(1, spec.window().get(axis) * run);
    if (run < SHORT) {
      int grain = Math.max(1, GRAIN / Math.max(1, work * dims[axis]));
      Parallel.forRange(outer, grain, (from, to) -> axisWindow.lines(x, y, from, to));
    } else {
      int grain = Math.max(1, GRAIN / work);
      Parallel.forRange(outer * dims[axis], grain, (from, to) -> axisWindow.runs(x, y, from, to));
    }
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

    /** Distance of taps that hit elements. */
    private final int tapStep;

    AxisWindow(int axis, int run) {
      this.run = run;
      input = spec.input().get(axis);
      output = spec.output().get(axis);
      window = spec.window().get(axis);
      stride = spec.strides().get(axis);
      low = spec.padLow().get(axis);
      base = spec.baseDilation().get(axis);
      dilation = spec.windowDilation().get(axis);
      int step = 1;
      while (step * dilation % base != 0) {
        step++;
      }
      tapStep = step;
    }

    /** Reduces the windows of some results, each a run. */
    void runs(Object x, Object y, int from, int to) {
      var fold = new LaneFold(ops, op, dtype);
      fold.clear(y, from * run, to * run);
      for (int result = from; result < to; result++) {
        int corner = result % output * stride - low;
        int line = result / output * input;
        int first = 0;
        while (first < window && !hits(corner + first * dilation)) {
          first++;
        }
        int count = 0;
        for (int t = first; t < window && hits(corner + t * dilation); t += tapStep) {
          count++;
        }
        int at = line + (corner + first * dilation) / base;
        int step = tapStep * dilation / base;
        if (count > 0) {
          fold.columns(y, result * run, x, at * run, step * run, count, run);
        }
      }
    }

    private boolean hits(int place) {
      return place >= 0 && place % base == 0 && place / base < input;
    }

    /** Reduces the windows of whole lines. */
    void lines(Object x, Object y, int from, int to) {
      var fold = new LaneFold(ops, op, dtype);
      int places = (output - 1) * stride + 1;
      int span = (places + (window - 1) * dilation) * run;
      Object line = lane.allocate(span);
      Object sums = lane.allocate(places * run);
      for (int index = from; index < to; index++) {
        fold.clear(line, 0, span);
        place(x, index * input, line, span);
        System.arraycopy(line, 0, sums, 0, places * run);
        int step = dilation * run;
        fold.columns(sums, 0, line, step, step, window - 1, places * run);
        int target = index * output * run;
        if (stride == 1) {
          System.arraycopy(sums, 0, y, target, output * run);
        } else {
          for (int i = 0; i < run; i++) {
            StridedMoves.line(sums, i, stride * run, y, target + i, run, output);
          }
        }
      }
    }

    /** Copies the elements of a line to their places, those that any window covers. */
    private void place(Object x, int first, Object line, int span) {
      if (base == 1) {
        int from = Math.max(0, -low);
        int to = low + from;
        int n = Math.min(input - from, span / run - to);
        if (n > 0) {
          System.arraycopy(x, (first + from) * run, line, to * run, n * run);
        }
        return;
      }
      for (int i = 0; i < input; i++) {
        int to = low + i * base;
        if (to >= 0 && to < span / run) {
          System.arraycopy(x, (first + i) * run, line, to * run, run);
        }
      }
    }
  }
}
