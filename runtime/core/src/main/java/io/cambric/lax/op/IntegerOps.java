package io.cambric.lax.op;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;

/** The upper halves of products of integers. */
public final class IntegerOps {

  private IntegerOps() {}

  /**
   * {@return the upper half of the bits of the product of two integers}
   *
   * @param x integers of the dtype and the shape of y, or a scalar
   * @throws DTypeException if they are not integers, or have two dtypes
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.mulhi.html">lax.mulhi</a>
   */
  public static Array mulhi(Array x, Array y) {
    var dtype = x.dtype();
    if (!dtype.isInteger() || y.dtype() != dtype) {
      throw new DTypeException(
          "mulhi needs integers with the same dtype, but got %s and %s. Convert one with astype."
              .formatted(x.aval(), y.aval()));
    }
    boolean signed = dtype.kind() == DType.Kind.SIGNED;
    if (dtype.bytes() >= Integer.BYTES) {
      return signed ? signed(x, y) : unsigned(x, y);
    }
    var wide = signed ? DType.I32 : DType.U32;
    var product =
        BinaryOps.mul(UnaryOps.convertElementType(x, wide), UnaryOps.convertElementType(y, wide));
    return UnaryOps.convertElementType(right(product, bits(x)), dtype);
  }

  private static int bits(Array x) {
    return 8 * x.dtype().bytes();
  }

  /**
   * Corrects the unsigned product: a negative x or y is less than its unsigned value by a power of
   * two.
   */
  private static Array signed(Array x, Array y) {
    var unsigned = x.dtype().is64Bit() ? DType.U64 : DType.U32;
    var high =
        UnaryOps.bitcastConvertType(
            unsigned(
                UnaryOps.bitcastConvertType(x, unsigned), UnaryOps.bitcastConvertType(y, unsigned)),
            x.dtype());
    return BinaryOps.sub(BinaryOps.sub(high, whereNegative(x, y)), whereNegative(y, x));
  }

  private static Array whereNegative(Array sign, Array value) {
    var bits = BinaryOps.shiftRightArithmetic(sign, ShapeOps.fullLike(sign, bits(sign) - 1));
    return BinaryOps.bitwiseAnd(bits, value);
  }

  /** Sums the products of halves with their carries. */
  private static Array unsigned(Array x, Array y) {
    int half = bits(x) / 2;
    var xHigh = right(x, half);
    var yHigh = right(y, half);
    var xLow = low(x);
    var yLow = low(y);
    var middle = BinaryOps.add(BinaryOps.mul(xHigh, yLow), right(BinaryOps.mul(xLow, yLow), half));
    var other = BinaryOps.add(BinaryOps.mul(xLow, yHigh), low(middle));
    return BinaryOps.add(
        BinaryOps.mul(xHigh, yHigh), BinaryOps.add(right(middle, half), right(other, half)));
  }

  private static Array low(Array x) {
    return BinaryOps.bitwiseAnd(x, ShapeOps.fullLike(x, (1L << (bits(x) / 2)) - 1));
  }

  private static Array right(Array x, int bits) {
    var count = ShapeOps.fullLike(x, bits);
    return x.dtype().kind() == DType.Kind.SIGNED
        ? BinaryOps.shiftRightArithmetic(x, count)
        : BinaryOps.shiftRightLogical(x, count);
  }
}
