package io.cambric.kernel.block;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.ReduceOp;

/** The accumulator of one reduction of the plain kernels. Mutable. */
public final class Fold {

  private final ReduceOp op;
  private final DType dtype;
  private final boolean floating;

  /** The partial result for a floating dtype. */
  private double real;

  /** The partial result for an integer dtype: U32 zero-extended, U64 as its bits. */
  private long whole;

  public Fold(ReduceOp op, DType dtype) {
    this.op = op;
    this.dtype = dtype;
    this.floating = dtype.isFloating();
  }

  public void reset() {
    if (floating) {
      real = op.identity(dtype);
    } else {
      whole =
          switch (op) {
            case SUM, OR, XOR -> 0;
            case PROD -> 1;
            case AND -> -1;
            case MAX -> dtype.kind() == DType.Kind.SIGNED ? Long.MIN_VALUE : 0;
            case MIN -> dtype.kind() == DType.Kind.SIGNED ? Long.MAX_VALUE : -1;
          };
      if (dtype != DType.I64 && dtype != DType.U64 && (op == ReduceOp.MAX || op == ReduceOp.MIN)) {
        whole = (long) op.identity(dtype);
      }
    }
  }

  /** Accumulates {@code n} values of a lane. */
  public void accept(Object lane, int at, int n) {
    switch (lane) {
      case float[] a -> {
        for (int i = at; i < at + n; i++) {
          real = combine(real, a[i]);
        }
      }
      case double[] a -> {
        for (int i = at; i < at + n; i++) {
          real = combine(real, a[i]);
        }
      }
      case int[] a -> {
        for (int i = at; i < at + n; i++) {
          whole = combine(whole, dtype == DType.U32 ? Integer.toUnsignedLong(a[i]) : a[i]);
        }
      }
      case long[] a -> {
        for (int i = at; i < at + n; i++) {
          whole = combine(whole, a[i]);
        }
      }
      default -> throw new AssertionError(lane);
    }
  }

  private double combine(double a, double b) {
    return switch (op) {
      case SUM -> a + b;
      // The product of two floats is exact in double, so each step has one rounding.
      case PROD -> dtype == DType.F64 ? a * b : (float) (a * b);
      case MAX -> Math.max(a, b);
      case MIN -> Math.min(a, b);
      case AND, OR, XOR -> throw new IllegalArgumentException(op + " needs integers, not " + dtype);
    };
  }

  private long combine(long a, long b) {
    return switch (op) {
      case SUM -> a + b;
      case PROD -> a * b;
      case MAX -> isBelow(a, b) ? b : a;
      case MIN -> isBelow(b, a) ? b : a;
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
    };
  }

  private boolean isBelow(long a, long b) {
    return dtype == DType.U64 ? Long.compareUnsigned(a, b) < 0 : a < b;
  }

  /** Writes the result. */
  public void store(Buffer target, int position) {
    if (floating) {
      target.setDouble(position, real);
    } else {
      storeWhole(target, position, dtype == DType.BOOL && op == ReduceOp.AND ? whole & 1 : whole);
    }
  }

  /** Writes an integer wrapped to the dtype of the target. */
  public static void storeWhole(Buffer target, int position, long value) {
    switch (target.dtype()) {
      case BOOL -> target.bytes()[position] = (byte) (value != 0 ? 1 : 0);
      case I8, U8 -> target.bytes()[position] = (byte) value;
      case I16, U16 -> target.shorts()[position] = (short) value;
      case I32, U32 -> target.ints()[position] = (int) value;
      default -> target.longs()[position] = value;
    }
  }
}
