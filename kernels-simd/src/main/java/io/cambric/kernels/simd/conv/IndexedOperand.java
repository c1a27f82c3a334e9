package io.cambric.kernels.simd.conv;

/** An operand of a product with an offset for each k: {@code data[start + kOffsets[k]]}. */
record IndexedOperand(float[] data, int start, int[] kOffsets) {

  /** {@return this, {@code distance} elements later} */
  IndexedOperand after(int distance) {
    return new IndexedOperand(data, start + distance, kOffsets);
  }
}
