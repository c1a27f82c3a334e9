package io.cambric.numpy;

import io.cambric.array.DType;
import io.cambric.errors.DTypeException;

/**
 * The format of a floating dtype, for samplers: its mantissa and its bounds.
 *
 * @param mantissaBits stored bits of the mantissa
 * @param tiny smallest normal number
 * @param one the bits of 1
 */
record FloatFormat(int mantissaBits, double tiny, long one) {

  /**
   * {@return the format of a dtype}
   *
   * @param what the name of the sampler, for the message
   * @throws DTypeException if the dtype is not floating
   */
  static FloatFormat of(String what, DType dtype) {
    return switch (dtype) {
      case F16 -> new FloatFormat(10, 0x1p-14, 0x3C00);
      case BF16 -> new FloatFormat(7, 0x1p-126, 0x3F80);
      case F32 -> new FloatFormat(23, 0x1p-126, 0x3F800000);
      case F64 -> new FloatFormat(52, 0x1p-1022, 0x3FF0000000000000L);
      default ->
          throw new DTypeException(
              "%s needs a floating dtype, but got %s. Use f32, or astype afterwards."
                  .formatted(what, dtype));
    };
  }

  /** {@return the distance from 1 to the next larger number} */
  double eps() {
    return Math.scalb(1.0, -mantissaBits);
  }

  /** {@return the distance from 1 to the next smaller number} */
  double epsNegative() {
    return Math.scalb(1.0, -mantissaBits - 1);
  }
}
