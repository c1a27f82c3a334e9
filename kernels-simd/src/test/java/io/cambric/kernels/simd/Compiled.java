package io.cambric.kernels.simd;

import io.cambric.kernel.Kernels;

/** SIMD kernels whose vector code runs from the first call on, compiled or not. */
final class Compiled {

  private Compiled() {}

  static Kernels kernels() {
    WarmUp.skipWaiting(true);
    return new SimdKernels();
  }
}
