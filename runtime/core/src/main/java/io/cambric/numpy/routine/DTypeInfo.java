package io.cambric.numpy.routine;

import io.cambric.array.DType;
import io.cambric.errors.DTypeException;
import io.cambric.numpy.dtype.Finfo;
import io.cambric.numpy.dtype.Iinfo;

/** Limits of the floating and the integer dtypes. */
final class DTypeInfo {

  private DTypeInfo() {}

  /** {@return the least and the greatest integer, as text} */
  static String range(DType dtype) {
    var info = iinfo(dtype);
    return "%d to %s".formatted(info.min(), info.maxText());
  }

  static Finfo finfo(DType dtype) {
    int mantissa =
        switch (dtype) {
          case BF16 -> 7;
          case F16 -> 10;
          case F32 -> 23;
          case F64 -> 52;
          default ->
              throw new DTypeException(
                  "finfo needs a floating dtype, but got %s. Use iinfo for integers."
                      .formatted(dtype));
        };
    int bits = 8 * dtype.bytes();
    int exponent = bits - 1 - mantissa;
    int bias = (1 << (exponent - 1)) - 1;
    double tiny = Math.scalb(1.0, 1 - bias);
    // As in NumPy, precision is the digits that a number keeps, and resolution is 10 to their
    // negative power in the dtype.
    int precision = (int) Math.floor(mantissa * Math.log10(2));
    return new Finfo(
        dtype,
        bits,
        dtype.epsilon(),
        dtype.epsilon() / 2,
        dtype.largestFinite(),
        -dtype.largestFinite(),
        tiny,
        Math.scalb(tiny, -mantissa),
        rounded(dtype, Math.pow(10, -precision)),
        precision,
        mantissa,
        exponent,
        1 - bias,
        bias + 1);
  }

  private static double rounded(DType dtype, double value) {
    var one = io.cambric.array.Buffer.allocate(dtype, 1);
    one.setDouble(0, value);
    return one.getDouble(0);
  }

  static Iinfo iinfo(DType dtype) {
    if (!dtype.isInteger()) {
      throw new DTypeException(
          "iinfo needs an integer dtype, but got %s. Use finfo for floating dtypes."
              .formatted(dtype));
    }
    int bits = 8 * dtype.bytes();
    boolean isSigned = dtype.kind() == DType.Kind.SIGNED;
    return new Iinfo(
        dtype,
        bits,
        isSigned ? -1L << (bits - 1) : 0,
        isSigned ? -1L >>> (65 - bits) : -1L >>> (64 - bits));
  }
}
