package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.lax.Lax;
import org.jspecify.annotations.Nullable;

/** Operations on the bits of integers. */
public final class Bits {

  private Bits() {}

  /** {@return the bitwise and} */
  public static Array bitwiseAnd(Array x, Array y) {
    return Operands.binary("bitwise_and", Lax::bitwiseAnd, x, y);
  }

  /** {@return the bitwise or} */
  public static Array bitwiseOr(Array x, Array y) {
    return Operands.binary("bitwise_or", Lax::bitwiseOr, x, y);
  }

  /** {@return the bitwise exclusive or} */
  public static Array bitwiseXor(Array x, Array y) {
    return Operands.binary("bitwise_xor", Lax::bitwiseXor, x, y);
  }

  /** {@return all bits inverted} */
  public static Array bitwiseNot(Array x) {
    return Lax.not(x);
  }

  /** {@return all bits inverted, the other name of {@link #bitwiseNot}} */
  public static Array invert(Array x) {
    return bitwiseNot(x);
  }

  /** {@return x with its bits shifted left by y} */
  public static Array leftShift(Array x, Array y) {
    return Operands.numericBinary("left_shift", Lax::shiftLeft, x, y);
  }

  /** {@return x with its bits shifted right by y; the sign is kept} */
  public static Array rightShift(Array x, Array y) {
    return Operands.numericBinary(
        "right_shift",
        (a, b) ->
            a.dtype().kind() == DType.Kind.UNSIGNED
                ? Lax.shiftRightLogical(a, b)
                : Lax.shiftRightArithmetic(a, b),
        x,
        y);
  }

  /** {@return the number of ones among the bits of the magnitude of integers, in u8} */
  public static Array bitwiseCount(Array x) {
    return Lax.convertElementType(
        Lax.populationCount(Arithmetic.abs(Operands.numeric(x))), DType.U8);
  }

  /**
   * {@return elements along an axis as the bits of u8, eight at a time; the last u8 is padded with
   * zeros}
   *
   * @param x integers or bools; a nonzero element is a set bit
   * @param littleEndian whether the first element is the lowest bit, not the highest
   */
  public static Array packbits(Array x, int axis, boolean littleEndian) {
    if (x.dtype().isFloating()) {
      throw new DTypeException("packbits needs integers or bools, but got %s.".formatted(x.aval()));
    }
    int dimension = Axes.normalize(axis, x.rank(), "packbits");
    var bits = Shapes.swapaxes(Operands.toBool(x).astype(DType.U8), dimension, -1);
    int[][] widths = new int[x.rank()][2];
    widths[x.rank() - 1][1] = Math.floorMod(-bits.dim(-1), 8);
    var filled = ArrayPadding.pad(bits, widths);
    var groups =
        Lax.reshape(
            filled, filled.shape().with(x.rank() - 1, filled.dim(-1) / 8).insert(x.rank(), 8));
    var packed = Sums.sum(leftShift(groups, bitPlaces(littleEndian)), -1).astype(DType.U8);
    return Shapes.swapaxes(packed, dimension, -1);
  }

  /** {@return the flattened elements as the bits of u8, the first element as the highest bit} */
  public static Array packbits(Array x) {
    return packbits(Shapes.ravel(x), 0, false);
  }

  /** {@return the bits of all bytes in one row, the highest bit of each first} */
  public static Array unpackbits(Array x) {
    return unpackbits(Shapes.ravel(x), 0, null, false);
  }

  /**
   * {@return the bits of u8 along an axis, each as a u8}
   *
   * @param count number of bits; {@code null} for all
   * @param littleEndian whether the lowest bit comes first, not the highest
   */
  public static Array unpackbits(Array x, int axis, @Nullable Integer count, boolean littleEndian) {
    if (x.dtype() != DType.U8) {
      throw new DTypeException(
          "unpackbits needs u8, but got %s. Convert it with astype(DType.U8).".formatted(x.aval()));
    }
    int dimension = Axes.normalize(axis, x.rank(), "unpackbits");
    var last = Shapes.expandDims(Shapes.swapaxes(x, dimension, -1), -1);
    var one = Operands.constant(x, 1);
    var bits = bitwiseAnd(rightShift(last, bitPlaces(littleEndian)), one);
    int all = 8 * x.dim(dimension);
    var flat = Lax.reshape(bits, bits.shape().slice(0, x.rank() - 1).insert(x.rank() - 1, all));
    if (count != null) {
      int[][] widths = new int[x.rank()][2];
      widths[x.rank() - 1][1] = Math.max(0, count - all);
      flat = Operands.sliced(ArrayPadding.pad(flat, widths), x.rank() - 1, 0, count);
    }
    return Shapes.swapaxes(flat, dimension, -1);
  }

  private static Array bitPlaces(boolean littleEndian) {
    var places = Lax.iota(DType.U8, 8);
    return littleEndian ? places : Rearranging.flip(places);
  }
}
