package io.cambric.lax.op;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;

/** The upper halves of products of integers. */
public final class IntegerOps {

  private static final int HALF = 32;

  private IntegerOps() {}

  /**
   * {@return the upper half of the bits of the product of two integers}
   *
   * @param x integers of one dtype and one shape with y, or a scalar
   * @throws DTypeException if they are no integers, or of two dtypes
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.mulhi.html">lax.mulhi</a>
   */
  public static Array mulhi(Array x, Array y) {
    var dtype = x.dtype();
    if (!dtype.isInteger() || y.dtype() != dtype) {
      throw new DTypeException(
          "mulhi needs integers of one dtype, but got %s and %s. Convert one with astype."
              .formatted(x.aval(), y.aval()));
    }
    if (dtype.is64Bit()) {
      return dtype == DType.U64 ? unsigned(x, y) : signed(x, y);
    }
    var wide = dtype.kind() == DType.Kind.SIGNED ? DType.I64 : DType.U64;
    var product =
        BinaryOps.mul(UnaryOps.convertElementType(x, wide), UnaryOps.convertElementType(y, wide));
    return UnaryOps.convertElementType(right(product, 8 * dtype.bytes()), dtype);
  }

  /** As signed numbers, x and y are less by 2^64 where they are negative. */
  private static Array signed(Array x, Array y) {
    var high =
        UnaryOps.bitcastConvertType(
            unsigned(
                UnaryOps.bitcastConvertType(x, DType.U64),
                UnaryOps.bitcastConvertType(y, DType.U64)),
            DType.I64);
    return BinaryOps.sub(BinaryOps.sub(high, whereNegative(x, y)), whereNegative(y, x));
  }

  private static Array whereNegative(Array sign, Array value) {
    var bits = BinaryOps.shiftRightArithmetic(sign, ShapeOps.fullLike(sign, Long.SIZE - 1));
    return BinaryOps.bitwiseAnd(bits, value);
  }

  /** Products of halves, summed with their carries. */
  private static Array unsigned(Array x, Array y) {
    var xHigh = right(x, HALF);
    var yHigh = right(y, HALF);
    var xLow = low(x);
    var yLow = low(y);
    var middle = BinaryOps.add(BinaryOps.mul(xHigh, yLow), right(BinaryOps.mul(xLow, yLow), HALF));
    var other = BinaryOps.add(BinaryOps.mul(xLow, yHigh), low(middle));
    return BinaryOps.add(
        BinaryOps.mul(xHigh, yHigh), BinaryOps.add(right(middle, HALF), right(other, HALF)));
  }

  private static Array low(Array x) {
    return BinaryOps.bitwiseAnd(x, ShapeOps.fullLike(x, 0xffffffffL));
  }

  private static Array right(Array x, int bits) {
    var count = ShapeOps.fullLike(x, bits);
    return x.dtype().kind() == DType.Kind.SIGNED
        ? BinaryOps.shiftRightArithmetic(x, count)
        : BinaryOps.shiftRightLogical(x, count);
  }
}
