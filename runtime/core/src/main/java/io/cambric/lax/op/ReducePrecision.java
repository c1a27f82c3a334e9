package io.cambric.lax.op;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Each element rounded to nearest even in a floating format of fewer bits, without change of dtype.
 * Larger magnitudes become infinite, smaller ones 0. The derivative counts as 1.
 *
 * <p>As in XLA, bits below the mantissa are rounded in place, also in subnormals of the dtype. A
 * format with all exponents of the dtype changes no exponent.
 *
 * @param exponentBits of the format, at least 1
 * @param mantissaBits bits of the mantissa, without the implicit leading bit
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.reduce_precision.html">lax.reduce_precision</a>
 */
record ReducePrecision(int exponentBits, int mantissaBits) implements RealFunctionOp, LinearOp {

  private static final int F64_MANTISSA = 52;
  private static final int F64_EXPONENT = 11;

  ReducePrecision {
    if (exponentBits < 1 || exponentBits > 11 || mantissaBits < 0 || mantissaBits > 52) {
      throw new DTypeException(
          "reduce_precision needs 1 to 11 exponent bits and 0 to 52 mantissa bits, but got %d and %d."
              .formatted(exponentBits, mantissaBits));
    }
  }

  @Override
  public String name() {
    return "reduce_precision";
  }

  /** Does the same as the 32-bit loop body. */
  @Override
  public double at(double[] point) {
    double x = point[0];
    int dropped = F64_MANTISSA - mantissaBits;
    double y = x;
    if (dropped > 0 && !Double.isNaN(x)) {
      long bits = Double.doubleToRawLongBits(x);
      long half = (1L << (dropped - 1)) - 1;
      y = Double.longBitsToDouble((bits + half + ((bits >>> dropped) & 1)) >> dropped << dropped);
    }
    if (exponentBits >= F64_EXPONENT) {
      return y;
    }
    double size = Math.abs(y);
    return size >= above() ? y * Double.POSITIVE_INFINITY : size < least() ? y * 0 : y;
  }

  /** {@return the least number that is too large for the exponents of the format} */
  private double above() {
    return Math.scalb(1.0, 1 << (exponentBits - 1));
  }

  /** {@return the least number that is not too small for the exponents of the format} */
  private double least() {
    return Math.scalb(1.0, 2 - (1 << (exponentBits - 1)));
  }

  @Override
  public @Nullable LoopBody body(DType dtype) {
    var code = new LoopCode(List.of(dtype));
    if (dtype == DType.F64) {
      return exponentBits < F64_EXPONENT && mantissaBits > 0
          ? code.storing(limited(code, split(code), dtype))
          : null;
    }
    if (dtype != DType.BF16) {
      return code.storing(reduced(code, 0, dtype));
    }
    // A bf16 has the upper bits of an f32.
    int wide = code.add(ScalarOp.CONVERT, DType.F32, 0);
    return code.storing(code.add(ScalarOp.CONVERT, dtype, reduced(code, wide, DType.F32)));
  }

  private int reduced(LoopCode code, int x, DType dtype) {
    int y = limited(code, rounded(code, x, dtype), dtype);
    // Rounded bits of a NaN may be another number.
    return code.add(ScalarOp.SELECT, dtype, code.add(ScalarOp.NE, DType.BOOL, x, x), y, x);
  }

  private int rounded(LoopCode code, int x, DType dtype) {
    int dropped = mantissaBits(dtype) - mantissaBits;
    if (dropped <= 0) {
      return x;
    }
    var integers = bitsOf(dtype);
    int bits = code.add(ScalarOp.BITCAST, integers, x);
    int shift = code.literal(integers, dropped);
    int one = code.literal(integers, 1);
    int last =
        code.add(
            ScalarOp.AND,
            integers,
            code.add(ScalarOp.SHIFT_RIGHT_LOGICAL, integers, bits, shift),
            one);
    // The addition of the last kept bit rounds ties to even.
    int half = code.literal(integers, Math.scalb(1.0, dropped - 1) - 1);
    int sum = code.add(ScalarOp.ADD, integers, code.add(ScalarOp.ADD, integers, bits, half), last);
    int kept = code.add(ScalarOp.SHIFT_RIGHT_LOGICAL, integers, sum, shift);
    return code.add(ScalarOp.BITCAST, dtype, code.add(ScalarOp.SHIFT_LEFT, integers, kept, shift));
  }

  /**
   * Rounds in f64 without the bits of the number, since kernels have no fast loops for 64-bit
   * integers. A number that is too large for the format may become another one.
   *
   * <p>Dekker's sum rounds to nearest. It may miss the even neighbour of a tie.
   */
  private int split(LoopCode code) {
    int dropped = F64_MANTISSA - mantissaBits;
    if (dropped == 0) {
      return 0;
    }
    int x =
        code.add(
            ScalarOp.CLAMP,
            DType.F64,
            code.literal(DType.F64, -2 * above()),
            0,
            code.literal(DType.F64, 2 * above()));
    int near = upper(code, x, dropped);
    int other = code.add(ScalarOp.ADD, DType.F64, x, code.add(ScalarOp.SUB, DType.F64, x, near));
    int isTie = code.add(ScalarOp.EQ, DType.BOOL, upper(code, x, dropped - 1), x);
    int isOdd = code.add(ScalarOp.NE, DType.BOOL, upper(code, near, dropped + 1), near);
    int moves = code.add(ScalarOp.AND, DType.BOOL, isTie, isOdd);
    // A number that is in the format is its own other neighbour, even if it is odd.
    return code.add(ScalarOp.SELECT, DType.F64, moves, near, other);
  }

  /** {@return a number rounded to fewer bits: x (2^n + 1) minus its excess over x} */
  private static int upper(LoopCode code, int x, int dropped) {
    int factor = code.literal(DType.F64, Math.scalb(1.0, dropped) + 1);
    int product = code.add(ScalarOp.MUL, DType.F64, x, factor);
    return code.add(
        ScalarOp.SUB, DType.F64, product, code.add(ScalarOp.SUB, DType.F64, product, x));
  }

  private int limited(LoopCode code, int x, DType dtype) {
    if (exponentBits >= exponentBits(dtype)) {
      return x;
    }
    int size = code.add(ScalarOp.ABS, dtype, x);
    int limit = code.literal(dtype, above());
    int infinite = code.literal(dtype, Double.POSITIVE_INFINITY);
    int least = code.literal(dtype, least());
    int zero = code.literal(dtype, 0);
    // Products keep the sign.
    int y =
        code.add(
            ScalarOp.SELECT,
            dtype,
            code.add(ScalarOp.GE, DType.BOOL, size, limit),
            x,
            code.add(ScalarOp.MUL, dtype, x, infinite));
    return code.add(
        ScalarOp.SELECT,
        dtype,
        code.add(ScalarOp.LT, DType.BOOL, size, least),
        y,
        code.add(ScalarOp.MUL, dtype, x, zero));
  }

  private static DType bitsOf(DType dtype) {
    return dtype == DType.F16 ? DType.U16 : DType.U32;
  }

  private static int mantissaBits(DType dtype) {
    return dtype == DType.F16 ? 10 : 23;
  }

  private static int exponentBits(DType dtype) {
    return dtype == DType.F16 ? 5 : dtype == DType.F64 ? F64_EXPONENT : 8;
  }

  @Override
  public Array transpose(Array cotangent, ShapedArray operand) {
    return UnaryOps.reducePrecision(cotangent, exponentBits, mantissaBits);
  }
}
