/** Kernels written with the Vector API, found by {@link java.util.ServiceLoader}. */
module io.cambric.kernels.simd {
  requires io.cambric.core;
  requires static org.jspecify;
  requires jdk.incubator.vector;
  requires jdk.management;

  provides io.cambric.kernel.Kernels with
      io.cambric.kernels.simd.SimdKernels;
}
