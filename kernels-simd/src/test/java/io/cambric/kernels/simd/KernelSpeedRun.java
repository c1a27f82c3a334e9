package io.cambric.kernels.simd;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Has the vector code of kernels compiled as programs do, by its samples alone, and prints how fast
 * products are then; for {@link KernelSpeedTest}.
 */
final class KernelSpeedRun {

  /** Before the number of each product. */
  static final String PRODUCT = "GFLOP/s of a product of ";

  private static final int SIZE = 256;

  private KernelSpeedRun() {}

  public static void main(String[] args) throws InterruptedException {
    for (var piece : pieces()) {
      piece.await();
    }
    print("rows", new int[] {0, SIZE, 1}, SIZE);
    print("columns", new int[] {0, 1, SIZE}, SIZE);
    print("few columns", new int[] {0, SIZE, 1}, 10);
  }

  private static List<WarmUp> pieces() {
    var pieces = new ArrayList<WarmUp>();
    for (var kernel : TileKernel.values()) {
      pieces.add(kernel.warmUp());
    }
    var loops = new ArrayList<>(PackedCode.ALL.loops());
    Arrays.stream(OuterKernel.values()).map(OuterKernel::loop).forEach(loops::add);
    Arrays.stream(PlaneKernel.values()).map(PlaneKernel::loop).forEach(loops::add);
    loops.add(DepthwiseProduct.LINES);
    loops.add(DepthwiseSums.NINE_TAPS);
    loops.add(LineProduct.TILES);
    loops.add(ScatterConv.ADD_RUNS);
    loops.stream().map(BlockLoops::warmUp).forEach(pieces::add);
    return pieces;
  }

  private static void print(String name, int[] lhsStrides, int columns) {
    System.out.println(PRODUCT + name + ": " + gflops(lhsStrides, columns));
  }

  private static double gflops(int[] lhsStrides, int columns) {
    var spec = new MatmulSpec(1, SIZE, columns, SIZE, DType.F32);
    var a = new Operand(Buffer.allocate(DType.F32, SIZE * SIZE), 0, lhsStrides);
    var b = new Operand(Buffer.allocate(DType.F32, SIZE * columns), 0, new int[] {0, columns, 1});
    var c = new Operand(Buffer.allocate(DType.F32, SIZE * columns), 0, new int[] {0, columns, 1});
    var kernels = new SimdKernels();
    double best = 0;
    // The best of many: other programs may hold the processor for a while.
    for (int i = 0; i < 200; i++) {
      long start = System.nanoTime();
      kernels.matmul(spec, a, b, c);
      best = Math.max(best, 2.0 * SIZE * SIZE * columns / (System.nanoTime() - start));
    }
    return best;
  }
}
