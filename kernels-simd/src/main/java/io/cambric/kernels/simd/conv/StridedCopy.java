package io.cambric.kernels.simd.conv;

import io.cambric.kernel.Operand;

/** Copies between strided f32 operands. */
final class StridedCopy {

  private StridedCopy() {}

  /** Copies all elements, row-major over {@code dims}. */
  static void run(int[] dims, Operand from, Operand to) {
    copy(dims, 0, from, from.offset(), to, to.offset());
  }

  private static void copy(int[] dims, int d, Operand from, int s, Operand to, int t) {
    if (d == dims.length) {
      to.buffer().floats()[t] = from.buffer().floats()[s];
      return;
    }
    for (int i = 0; i < dims[d]; i++) {
      copy(dims, d + 1, from, s + i * from.strides()[d], to, t + i * to.strides()[d]);
    }
  }
}
