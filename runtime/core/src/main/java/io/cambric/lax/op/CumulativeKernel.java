package io.cambric.lax.op;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.Operand;

/** Runs along the lines of a row-major operand, neighbouring lines together. */
final class CumulativeKernel {

  private final Cumulative operation;
  private final int length;
  private final int stride;

  private CumulativeKernel(Cumulative operation, Shape shape) {
    this.operation = operation;
    length = shape.dim(operation.axis());
    stride = shape.strides()[operation.axis()];
  }

  static void run(Cumulative operation, Shape shape, Operand x, Operand out) {
    if (shape.size() == 0) {
      return;
    }
    var kernel = new CumulativeKernel(operation, shape);
    int block = kernel.length * kernel.stride;
    for (int start = 0; start < shape.size(); start += block) {
      kernel.block(x, x.offset() + start, out, out.offset() + start);
    }
  }

  private void block(Operand x, int from, Operand out, int to) {
    var dtype = x.buffer().dtype();
    if (dtype == DType.F32 && operation.kind() == CumulativeKind.SUM) {
      sums(x.buffer().floats(), from, out.buffer().floats(), to);
    } else if (dtype.isFloating() && dtype.bytes() == 2 && isRoundedEachStep()) {
      halves(x.buffer(), from, out.buffer(), to);
    } else if (dtype.isFloating()) {
      reals(x.buffer(), from, out.buffer(), to);
    } else {
      integers(x.buffer(), from, out.buffer(), to);
    }
  }

  /** {@return where the line is at its {@code step}-th element} */
  private int at(int step) {
    return (operation.reverse() ? length - 1 - step : step) * stride;
  }

  private void sums(float[] x, int from, float[] out, int to) {
    System.arraycopy(x, from + at(0), out, to + at(0), stride);
    for (int step = 1; step < length; step++) {
      int next = from + at(step);
      int last = to + at(step - 1);
      int result = to + at(step);
      for (int line = 0; line < stride; line++) {
        out[result + line] = out[last + line] + x[next + line];
      }
    }
  }

  private boolean isRoundedEachStep() {
    return operation.kind() == CumulativeKind.SUM || operation.kind() == CumulativeKind.PROD;
  }

  private void halves(Buffer x, int from, Buffer out, int to) {
    boolean product = operation.kind() == CumulativeKind.PROD;
    var scan = new LowPrecisionScan(x.dtype(), product, operation.reverse());
    float[] values = new float[length];
    for (int line = 0; line < stride; line++) {
      for (int i = 0; i < length; i++) {
        values[i] = (float) x.getDouble(from + i * stride + line);
      }
      scan.run(values);
      for (int i = 0; i < length; i++) {
        out.setDouble(to + i * stride + line, values[i]);
      }
    }
  }

  private void reals(Buffer x, int from, Buffer out, int to) {
    double[] sums = new double[stride];
    for (int step = 0; step < length; step++) {
      for (int line = 0; line < stride; line++) {
        double value = x.getDouble(from + at(step) + line);
        sums[line] = step == 0 ? value : combine(sums[line], value);
        out.setDouble(to + at(step) + line, sums[line]);
      }
    }
  }

  private double combine(double sum, double value) {
    return switch (operation.kind()) {
      case SUM -> sum + value;
      case PROD -> sum * value;
      case MAX -> Math.max(sum, value);
      case MIN -> Math.min(sum, value);
      case LOG_SUM_EXP -> {
        double high = Math.max(sum, value);
        double low = Math.min(sum, value);
        yield Double.isInfinite(high) || low == Double.NEGATIVE_INFINITY
            ? high
            : high + Math.log1p(Math.exp(low - high));
      }
    };
  }

  private void integers(Buffer x, int from, Buffer out, int to) {
    var dtype = x.dtype();
    for (int step = 0; step < length; step++) {
      for (int line = 0; line < stride; line++) {
        long value = x.getLong(from + at(step) + line);
        if (step > 0) {
          value = combine(dtype, out.getLong(to + at(step - 1) + line), value);
        }
        LongArithmetic.store(out, to + at(step) + line, value);
      }
    }
  }

  private long combine(DType dtype, long sum, long value) {
    boolean less = LongArithmetic.compare(dtype, value, sum) < 0;
    return switch (operation.kind()) {
      case SUM -> sum + value;
      case PROD -> sum * value;
      case MAX -> less ? sum : value;
      case MIN -> less ? value : sum;
      case LOG_SUM_EXP -> throw new IllegalArgumentException("cumlogsumexp of " + dtype);
    };
  }
}
