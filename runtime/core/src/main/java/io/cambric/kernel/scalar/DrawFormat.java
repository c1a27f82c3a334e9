package io.cambric.kernel.scalar;

import io.cambric.array.BFloat16;
import io.cambric.array.DType;

/**
 * The arithmetic of sampler kernels for one floating dtype. They compute in double precision, round
 * to the dtype after each operation, and draw each number from one threefry block. Keys are longs,
 * in the form of {@link Threefry}.
 *
 * @param dtype a floating dtype
 */
public record DrawFormat(DType dtype) {

  /** {@return a number rounded to the dtype} */
  public double round(double x) {
    return switch (dtype) {
      case F16 -> Float.float16ToFloat(Float.floatToFloat16((float) x));
      case BF16 -> BFloat16.bfloat16ToFloat(BFloat16.floatToBfloat16((float) x));
      case F32 -> (float) x;
      default -> x;
    };
  }

  /** {@return the uniform number in [0, 1) of a key that has no other use} */
  public double uniform(long key) {
    return uniform(key, 0);
  }

  /** {@return a uniform number in [0, 1) with as many random bits as the mantissa has} */
  public double uniform(long key, int index) {
    long block = Threefry.encrypt(key, index);
    if (dtype == DType.F64) {
      return (block >>> 12) * 0x1p-52;
    }
    int word = (int) (block >>> 32) ^ (int) block;
    return switch (dtype) {
      case F16 -> ((word & 0xFFFF) >>> 6) * 0x1p-10;
      case BF16 -> ((word & 0xFF) >>> 1) * 0x1p-7;
      default -> (word >>> 9) * 0x1p-23;
    };
  }

  /** {@return the standard normal number of a key: sqrt(2) erfInv(u), with u uniform in (-1, 1)} */
  public double normal(long key) {
    double least = -1 + epsNegative();
    double u = Math.max(least, round(Math.fma(2, uniform(key), least)));
    return round(round(Math.sqrt(2)) * erfInv(u));
  }

  private double erfInv(double x) {
    return dtype == DType.F64
        ? DoubleErrorFunctions.erfInv(x)
        : round(ScalarMath.erfInv((float) x));
  }

  private double epsNegative() {
    return switch (dtype) {
      case F16 -> 0x1p-11;
      case BF16 -> 0x1p-8;
      case F32 -> 0x1p-24;
      default -> 0x1p-53;
    };
  }
}
