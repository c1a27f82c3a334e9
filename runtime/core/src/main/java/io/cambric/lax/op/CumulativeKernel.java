package io.cambric.lax.op;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.Lane;
import io.cambric.kernel.block.Transfers;
import io.cambric.kernel.scalar.F32Ops;
import io.cambric.kernel.scalar.F64Ops;
import io.cambric.kernel.scalar.IntOps;
import io.cambric.kernel.scalar.LongOps;
import io.cambric.kernel.thread.Parallel;

/**
 * Computes running reductions along the lines of a row-major operand. Many neighbouring lines
 * advance together, a row of elements at a time; few lines run one by one. Elements stored in
 * another form than values of their lane are converted, by lines or by rows.
 */
final class CumulativeKernel {

  /** The number of neighbouring lines from which a loop over a row of elements pays. */
  private static final int MANY = 16;

  /** Neighbouring lines that advance together on one thread. */
  private static final int TOGETHER = 512;

  /** The fewest lines with rounded results that advance together. */
  private static final int TOGETHER_ROUNDED = 64;

  /** The number of elements from which loops of the kernels pay. */
  private static final int WORTH_LOOPS = 1 << 12;

  /** Elements that justify another thread. */
  private static final int GRAIN = 1 << 14;

  private final Cumulative operation;
  private final DType dtype;
  private final Lane lane;
  private final boolean isStored;
  private final int length;
  private final int stride;
  private final Buffer x;
  private final Buffer out;

  private CumulativeKernel(Cumulative operation, Shape shape, Buffer x, Buffer out) {
    this.operation = operation;
    this.x = x;
    this.out = out;
    dtype = x.dtype();
    lane = Lane.of(dtype);
    isStored = Lane.isStored(dtype);
    length = shape.dim(operation.axis());
    stride = shape.strides()[operation.axis()];
  }

  static void run(Kernels kernels, Cumulative operation, Shape shape, Operand x, Operand out) {
    if (shape.size() == 0) {
      return;
    }
    var kernel = new CumulativeKernel(operation, shape, x.buffer(), out.buffer());
    int lines = shape.size() / kernel.length;
    if (!kernel.isRounded() || operation.reverse() || shape.size() < WORTH_LOOPS) {
      kernel.runLines(lines, x.offset(), out.offset());
      return;
    }
    boolean product = operation.kind() == CumulativeKind.PROD;
    var together = new LowPrecisionLines(kernels, kernel.dtype, product);
    if (kernel.stride >= TOGETHER_ROUNDED) {
      together.alongColumns(x, out, lines / kernel.stride, kernel.length, kernel.stride);
    } else if (kernel.stride == 1 && lines >= TOGETHER_ROUNDED) {
      together.alongRows(x, out, lines, kernel.length);
    } else {
      kernel.runLines(lines, x.offset(), out.offset());
    }
  }

  private void runLines(int lines, int from, int to) {
    boolean alone = stride < MANY || operation.kind() == CumulativeKind.LOG_SUM_EXP || isRounded();
    int together = alone ? 1 : Math.min(stride, TOGETHER);
    int chunks = (stride - 1) / together + 1;
    int tasks = lines / stride * chunks;
    Parallel.forRange(
        tasks,
        Math.max(1, GRAIN / Math.max(1, length * together)),
        (first, last) -> {
          var line = new RunningLines(operation.kind(), dtype);
          Object values = lane.allocate(isStored && !isRounded() ? 0 : alone ? length : together);
          Object sums = lane.allocate(isStored || alone ? 0 : together);
          for (int task = first; task < last; task++) {
            int column = task % chunks * together;
            int start = task / chunks * length * stride + column;
            if (alone) {
              line(line, values, from + start, to + start);
            } else {
              int n = Math.min(together, stride - column);
              rows(values, sums, from + start, to + start, n);
            }
          }
        });
  }

  /** {@return whether partial results are rounded to halves} */
  private boolean isRounded() {
    return dtype.isFloating()
        && dtype.bytes() == 2
        && (operation.kind() == CumulativeKind.SUM || operation.kind() == CumulativeKind.PROD);
  }

  /** {@return the position of the {@code step}-th element of a line} */
  private int at(int step) {
    return (operation.reverse() ? length - 1 - step : step) * stride;
  }

  private void line(RunningLines scan, Object values, int from, int to) {
    int step = operation.reverse() ? -1 : 1;
    int first = operation.reverse() ? length - 1 : 0;
    if (operation.kind() == CumulativeKind.LOG_SUM_EXP) {
      logSums(from, to);
    } else if (isStored) {
      scan.run(x.storage(), from + at(0), out.storage(), to + at(0), step * stride, length);
    } else {
      Transfers.load(x, from, 0, 1, stride, length, values, 0);
      if (isRounded()) {
        boolean product = operation.kind() == CumulativeKind.PROD;
        new LowPrecisionScan(dtype, product, operation.reverse()).run((float[]) values, length);
      } else {
        scan.run(values, first, values, first, step, length);
      }
      Transfers.store(values, 0, out, to, 0, 1, stride, length);
    }
  }

  /** Advances neighbouring lines together. */
  private void rows(Object values, Object sums, int from, int to, int n) {
    if (isStored) {
      System.arraycopy(x.storage(), from + at(0), out.storage(), to + at(0), n);
      for (int step = 1; step < length; step++) {
        int last = to + at(step - 1);
        combine(out.storage(), last, x.storage(), from + at(step), out.storage(), to + at(step), n);
      }
      return;
    }
    Transfers.load(x, from + at(0), 0, 1, 1, n, sums, 0);
    Transfers.store(sums, 0, out, to + at(0), 0, 1, 1, n);
    for (int step = 1; step < length; step++) {
      Transfers.load(x, from + at(step), 0, 1, 1, n, values, 0);
      combine(sums, 0, values, 0, sums, 0, n);
      Transfers.store(sums, 0, out, to + at(step), 0, 1, 1, n);
    }
  }

  private void combine(Object a, int at, Object b, int bt, Object target, int to, int n) {
    var op =
        switch (operation.kind()) {
          case SUM -> ScalarOp.ADD;
          case PROD -> ScalarOp.MUL;
          case MAX -> ScalarOp.MAX;
          case MIN -> ScalarOp.MIN;
          case LOG_SUM_EXP -> throw new IllegalArgumentException("no instruction");
        };
    switch (a) {
      case float[] f -> F32Ops.binary(op, f, at, (float[]) b, bt, (float[]) target, to, n);
      case double[] f -> F64Ops.binary(op, f, at, (double[]) b, bt, (double[]) target, to, n);
      case int[] f -> IntOps.binary(op, dtype, f, at, (int[]) b, bt, (int[]) target, to, n);
      case long[] f ->
          LongOps.binary(op, dtype == DType.U64, f, at, (long[]) b, bt, (long[]) target, to, n);
      default -> throw new AssertionError(a);
    }
  }

  private void logSums(int from, int to) {
    double sum = x.getDouble(from + at(0));
    out.setDouble(to + at(0), sum);
    for (int step = 1; step < length; step++) {
      sum = logAddExp(sum, x.getDouble(from + at(step)));
      out.setDouble(to + at(step), sum);
    }
  }

  private static double logAddExp(double sum, double value) {
    double high = Math.max(sum, value);
    double low = Math.min(sum, value);
    return Double.isInfinite(high) || low == Double.NEGATIVE_INFINITY
        ? high
        : high + Math.log1p(Math.exp(low - high));
  }
}
