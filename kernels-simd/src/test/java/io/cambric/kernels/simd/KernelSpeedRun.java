package io.cambric.kernels.simd;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernels.simd.conv.DepthwiseProduct;
import io.cambric.kernels.simd.conv.OuterProductMicroKernel;
import io.cambric.kernels.simd.conv.PlanarMicroKernel;
import io.cambric.kernels.simd.conv.SlidingLines;
import io.cambric.kernels.simd.gemm.MachineProfile;
import io.cambric.kernels.simd.gemm.Packing;
import io.cambric.kernels.simd.gemm.UnpackedKernel;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Warms up the vector code of kernels by its samples alone, as programs do, and then prints the
 * speed of products; for {@link KernelSpeedTest}.
 */
final class KernelSpeedRun {

  /** Prefix of the number of each product. */
  static final String PRODUCT = "GFLOP/s of a product of ";

  private static final int SIZE = 256;

  /**
   * Many times the time that compiling takes, and less than the time after which it is given up.
   */
  private static final long PATIENCE_NANOS = 40_000_000_000L;

  private KernelSpeedRun() {}

  public static void main(String[] args) throws InterruptedException {
    for (var piece : pieces()) {
      piece.await();
    }
    awaitPasses();
    print("rows", new int[] {0, SIZE, 1}, SIZE, SIZE);
    print("columns", new int[] {0, 1, SIZE}, SIZE, SIZE);
    print("few columns", new int[] {0, SIZE, 1}, 10, SIZE);
    print("odd depth", new int[] {0, SIZE, 1}, SIZE, SIZE - 1);
  }

  private static List<WarmUp> pieces() {
    var pieces = new ArrayList<WarmUp>();
    var loops = new ArrayList<>(Packing.ALL.loops());
    loops.addAll(MachineProfile.PACKED.loops());
    for (boolean runs : new boolean[] {true, false}) {
      UnpackedKernel.of(runs, 8)
          .forEach(kernel -> {
            loops.add(kernel.stored());
            loops.add(kernel.extended());
          });
    }
    Arrays.stream(OuterProductMicroKernel.values())
        .map(OuterProductMicroKernel::loop)
        .forEach(loops::add);
    Arrays.stream(PlanarMicroKernel.values()).map(PlanarMicroKernel::loop).forEach(loops::add);
    loops.addAll(List.of(DepthwiseProduct.TILES, DepthwiseProduct.EXTENDED_TILES));
    loops.add(SlidingLines.NINE_WEIGHTS);
    loops.add(SlidingLines.NINE_SUMS);
    loops.stream().map(BlockLoops::warmUp).forEach(pieces::add);
    return pieces;
  }

  /** Runs the gradient of a normalisation over rows until the JIT is idle. */
  private static void awaitPasses() throws InterruptedException {
    var body =
        new LoopBody(
            List.of(DType.F32, DType.F32),
            List.of(
                Instr.of(ScalarOp.ROW_SUM, DType.F32, 0),
                Instr.of(ScalarOp.ROW_SPREAD, DType.F32, 2),
                Instr.of(ScalarOp.SUB, DType.F32, 0, 3),
                Instr.of(ScalarOp.SQUARE, DType.F32, 4),
                Instr.of(ScalarOp.ROW_SUM, DType.F32, 5),
                Instr.of(ScalarOp.ROW_SPREAD, DType.F32, 6),
                Instr.of(ScalarOp.RSQRT, DType.F32, 7),
                Instr.of(ScalarOp.MUL, DType.F32, 4, 8),
                Instr.of(ScalarOp.MUL, DType.F32, 1, 9),
                Instr.of(ScalarOp.ROW_SUM, DType.F32, 10),
                Instr.of(ScalarOp.ROW_SPREAD, DType.F32, 11),
                Instr.of(ScalarOp.MUL, DType.F32, 9, 12),
                Instr.of(ScalarOp.SUB, DType.F32, 1, 13),
                Instr.of(ScalarOp.ROW_SUM, DType.F32, 14),
                Instr.of(ScalarOp.ROW_SPREAD, DType.F32, 15),
                Instr.of(ScalarOp.SUB, DType.F32, 14, 16),
                Instr.of(ScalarOp.MUL, DType.F32, 17, 8),
                Instr.of(ScalarOp.ADD, DType.F32, 18, 0)),
            List.of(19));
    int[] dims = {SIZE, SIZE};
    var operands = Stream.generate(() -> operand(SIZE)).limit(3).toList();
    var kernels = new SimdKernels();
    long end = System.nanoTime() + PATIENCE_NANOS;
    do {
      kernels.loop(body, dims, operands.subList(0, 2), operands.subList(2, 3));
      if (System.nanoTime() > end) {
        throw new IllegalStateException("passes over rows are still being compiled");
      }
      Thread.sleep(10);
    } while (WarmUp.isBusy());
  }

  private static Operand operand(int columns) {
    return new Operand(Buffer.allocate(DType.F32, SIZE * columns), 0, new int[] {columns, 1});
  }

  private static void print(String name, int[] lhsStrides, int columns, int depth) {
    System.out.println(PRODUCT + name + ": " + gflops(lhsStrides, columns, depth));
  }

  private static double gflops(int[] lhsStrides, int columns, int depth) {
    var spec = new MatmulSpec(1, SIZE, columns, depth, DType.F32);
    var a = new Operand(Buffer.allocate(DType.F32, SIZE * SIZE), 0, lhsStrides);
    var b = new Operand(Buffer.allocate(DType.F32, SIZE * columns), 0, new int[] {0, columns, 1});
    var c = new Operand(Buffer.allocate(DType.F32, SIZE * columns), 0, new int[] {0, columns, 1});
    var kernels = new SimdKernels();
    double best = 0;
    // The best of many: other programs may hold the processor for a while.
    for (int i = 0; i < 200; i++) {
      long start = System.nanoTime();
      kernels.matmul(spec, a, b, c);
      best = Math.max(best, 2.0 * SIZE * columns * depth / (System.nanoTime() - start));
    }
    return best;
  }
}
