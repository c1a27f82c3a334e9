package io.cambric.array;

/** Conversions between f32 and the bits of bf16. The conversions of f16 are in {@link Float}. */
public final class BFloat16 {

  private BFloat16() {}

  /** {@return the bits of {@code value} rounded to the nearest even bf16; NaN stays quiet} */
  public static short floatToBfloat16(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (Float.isNaN(value)) {
      return (short) ((bits >>> 16) | 0x40);
    }
    int lsb = (bits >>> 16) & 1;
    return (short) ((bits + 0x7FFF + lsb) >>> 16);
  }

  /** {@return the value of bf16 bits} */
  public static float bfloat16ToFloat(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }
}
