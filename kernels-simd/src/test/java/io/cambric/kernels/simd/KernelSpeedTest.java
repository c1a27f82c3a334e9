package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.KernelRegistry;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("any-width")
class KernelSpeedTest {

  /** Far below what any vector unit does, far above vector code that makes objects. */
  private static final double FLOOR_GFLOPS = 3;

  @Test
  void the_registry_finds_these_kernels() {
    assertThat(KernelRegistry.kernels()).isInstanceOf(SimdKernels.class);
  }

  @Test
  void micro_kernels_are_compiled_without_objects() throws InterruptedException {
    for (var kernel : TileKernel.values()) {
      kernel.warmUp().await();
    }
    for (var loop : PackedCode.ALL.loops()) {
      loop.warmUp().await();
    }
    for (var kernel : OuterKernel.values()) {
      kernel.loop().warmUp().await();
    }
    for (var kernel : PlaneKernel.values()) {
      kernel.loop().warmUp().await();
    }
    DepthwiseProduct.LINES.warmUp().await();
    DepthwiseSums.NINE_TAPS.warmUp().await();
    LineProduct.TILES.warmUp().await();
    ScatterConv.ADD_RUNS.warmUp().await();
    assertThat(gflops(new int[] {0, 256, 1}, 256)).isGreaterThan(FLOOR_GFLOPS);
    assertThat(gflops(new int[] {0, 1, 256}, 256)).isGreaterThan(FLOOR_GFLOPS);
    assertThat(gflops(new int[] {0, 256, 1}, 10)).isGreaterThan(FLOOR_GFLOPS / 2);
  }

  private static double gflops(int[] lhsStrides, int columns) {
    var spec = new MatmulSpec(1, 256, columns, 256, DType.F32);
    var a = new Operand(Buffer.allocate(DType.F32, 256 * 256), 0, lhsStrides);
    var b = new Operand(Buffer.allocate(DType.F32, 256 * columns), 0, new int[] {0, columns, 1});
    var c = new Operand(Buffer.allocate(DType.F32, 256 * columns), 0, new int[] {0, columns, 1});
    var kernels = new SimdKernels();
    double best = 0;
    // The best of many: other programs may hold the processor for a while.
    for (int i = 0; i < 200; i++) {
      long start = System.nanoTime();
      kernels.matmul(spec, a, b, c);
      best = Math.max(best, 2.0 * 256 * 256 * columns / (System.nanoTime() - start));
    }
    return best;
  }
}
