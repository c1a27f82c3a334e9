package io.cambric.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.thread.Threads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Random reductions of every dtype, and their results by definition: an operand of random strides,
 * as it is or as an argument of an instruction.
 */
public final class ReductionCases {

  private final Random random;
  private final DType dtype;
  private final int[] dims;
  private final int kept;
  private final Operand x;

  /** Draws a case. */
  public ReductionCases(long seed) {
    random = new Random(seed);
    dtype = DType.values()[random.nextInt(DType.values().length)];
    int rank = 1 + random.nextInt(4);
    int largest = new int[] {0, 70_000, 300, 40, 12}[rank];
    dims = KernelOperands.dims(rank, largest, random);
    if (random.nextInt(3) == 0) {
      dims[random.nextInt(rank)] = 1 + random.nextInt(3);
    }
    if (random.nextInt(20) == 0) {
      dims[random.nextInt(rank)] = 0;
    }
    kept = random.nextInt(rank + 1);
    x = KernelOperands.operand(dtype, dims, true, random);
    if (dtype.isFloating()) {
      for (int i = 0; i < x.buffer().length(); i++) {
        x.buffer().setDouble(i, (1 + random.nextInt(64) / 64.0) * (random.nextBoolean() ? 1 : -1));
      }
    }
  }

  /** Compares kernels with the definition, and with themselves on several threads. */
  public void check(Kernels kernels) {
    var copy = LoopBody.copy(dtype);
    var negated =
        new LoopBody(List.of(dtype), List.of(Instr.of(ScalarOp.NEG, dtype, 0)), List.of(1));
    for (var op : ReduceOp.values()) {
      if (dtype.isFloating() && op.compareTo(ReduceOp.MIN) > 0) {
        continue;
      }
      check(kernels, op, copy, false);
      if (dtype != DType.BOOL) {
        check(kernels, op, negated, true);
      }
    }
  }

  private void check(Kernels kernels, ReduceOp op, LoopBody body, boolean negated) {
    int[] keptDims = Arrays.copyOf(dims, kept);
    var out = KernelOperands.operand(dtype, keptDims, false, random);
    kernels.reduce(op, body, dims, kept, List.of(x), out);
    var points = KernelOperands.points(keptDims);
    var bits = bits(out, points);
    for (int i = 0; i < points.size(); i += 1 + points.size() / 40) {
      int position = KernelOperands.position(out, points.get(i));
      var elements = elements(points.get(i), negated);
      var what = "%s of %s over %s keeping %d".formatted(op, dtype, Arrays.toString(dims), kept);
      if (dtype.isFloating()) {
        double expected =
            elements.stream()
                .mapToDouble(Double.class::cast)
                .reduce(op.identity(dtype), (a, b) -> real(op, a, b));
        assertReal(op, out.buffer().getDouble(position), expected, elements.size(), what);
      } else {
        long expected = whole(op, elements);
        assertThat(out.buffer().getLong(position)).as(what).isEqualTo(expected);
      }
    }
    for (int threads : new int[] {1, 3}) {
      Threads.with(
          threads,
          () -> {
            kernels.reduce(op, body, dims, kept, List.of(x), out);
            assertThat(bits(out, points)).isEqualTo(bits);
          });
    }
  }

  private static List<Long> bits(Operand out, List<int[]> points) {
    return points.stream()
        .map(point -> KernelOperands.bits(out.buffer(), KernelOperands.position(out, point)))
        .toList();
  }

  /** {@return the elements that are reduced to one, as doubles or as longs} */
  private List<Number> elements(int[] keptPoint, boolean negated) {
    int[] point = Arrays.copyOf(keptPoint, dims.length);
    var elements = new ArrayList<Number>();
    for (int[] rest : KernelOperands.points(Arrays.copyOfRange(dims, kept, dims.length))) {
      System.arraycopy(rest, 0, point, kept, rest.length);
      int position = KernelOperands.position(x, point);
      if (dtype.isFloating()) {
        double value = x.buffer().getDouble(position);
        elements.add(negated ? -value : value);
      } else {
        long value = x.buffer().getLong(position);
        elements.add(wrapped(negated ? -value : value));
      }
    }
    return elements;
  }

  private long wrapped(long value) {
    var one = Buffer.allocate(dtype, 1);
    one.setLong(0, value);
    return one.getLong(0);
  }

  private static double real(ReduceOp op, double a, double b) {
    return switch (op) {
      case SUM -> a + b;
      case PROD -> a * b;
      case MAX -> Math.max(a, b);
      default -> Math.min(a, b);
    };
  }

  private void assertReal(ReduceOp op, double actual, double expected, int count, String what) {
    if (op == ReduceOp.MAX || op == ReduceOp.MIN) {
      assertThat(actual).as(what).isEqualTo(expected);
      return;
    }
    double ulp =
        Math.scalb(
            1.0,
            dtype == DType.F64 ? -52 : dtype == DType.F32 ? -23 : dtype == DType.F16 ? -10 : -7);
    double scale = op == ReduceOp.SUM ? Math.sqrt(count) * 2 + 2 : Math.abs(expected);
    double step = dtype == DType.F64 ? ulp : Math.scalb(1.0, -23);
    boolean extreme =
        Math.abs(expected) > 1e3 * 50 && op == ReduceOp.PROD
            || Math.abs(expected) < 1e-3 && op == ReduceOp.PROD;
    if (!extreme) {
      assertThat(actual)
          .as(what)
          .isCloseTo(expected, within(scale * (ulp + count * step) + 1e-300));
    }
  }

  private long whole(ReduceOp op, List<Number> elements) {
    boolean bool = dtype == DType.BOOL;
    long result =
        switch (op) {
          case SUM, OR, XOR -> 0;
          case PROD -> 1;
          case AND -> bool ? 1 : -1;
          case MAX, MIN -> 0;
        };
    boolean first = true;
    for (var element : elements) {
      long value = element.longValue();
      result =
          switch (op) {
            case SUM -> bool ? result | value : result + value;
            case PROD -> result * value;
            case AND -> result & value;
            case OR -> result | value;
            case XOR -> result ^ value;
            case MAX -> first || compare(value, result) > 0 ? value : result;
            case MIN -> first || compare(value, result) < 0 ? value : result;
          };
      first = false;
    }
    if (first && (op == ReduceOp.MAX || op == ReduceOp.MIN)) {
      return dtype == DType.I64
          ? op == ReduceOp.MAX ? Long.MIN_VALUE : Long.MAX_VALUE
          : dtype == DType.U64 ? op == ReduceOp.MAX ? 0 : -1 : (long) op.identity(dtype);
    }
    return wrapped(result);
  }

  private int compare(long a, long b) {
    return dtype == DType.U64 ? Long.compareUnsigned(a, b) : Long.compare(a, b);
  }
}
