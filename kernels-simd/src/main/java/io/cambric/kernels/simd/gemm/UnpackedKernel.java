package io.cambric.kernels.simd.gemm;

import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.VectorLoop;
import io.cambric.kernels.simd.micro.AddressA;
import io.cambric.kernels.simd.micro.AddressB;
import io.cambric.kernels.simd.micro.AddressC;
import io.cambric.kernels.simd.micro.MicroKernelSpec;
import io.cambric.kernels.simd.micro.PlainMicroKernel;
import io.cambric.kernels.simd.micro.PlainMicroKernel.Positions;
import io.cambric.kernels.simd.micro.TileShape;
import io.cambric.kernels.simd.micro.UnpackedA;

/**
 * The micro-kernels that read A unpacked. RUNS or INDEXED is the layout of A, X2 or X1 the number
 * of vectors in a panel of B.
 */
public enum UnpackedKernel {
  RUNS_X2(new UnpackedA.Runs(), 2),
  RUNS_X1(new UnpackedA.Runs(), 1),
  INDEXED_X2(new UnpackedA.Indexed(), 2),
  INDEXED_X1(new UnpackedA.Indexed(), 1);

  private final int columns;
  private final BlockLoops stored;
  private final BlockLoops extended;

  UnpackedKernel(AddressA a, int vectors) {
    columns = vectors * Species.LANES;
    var tile = TileShape.of(MachineProfile.here().unpackedRows(vectors), vectors);
    var spec = MicroKernelSpec.of(tile, a, new AddressB.Panel(), new AddressC.Rows());
    stored = spec.loop();
    extended = spec.extending().loop();
  }

  /** {@return the micro-kernel for a layout of A and a width of panels} */
  static UnpackedKernel of(boolean indexed, boolean twoVectors) {
    return indexed ? (twoVectors ? INDEXED_X2 : INDEXED_X1) : twoVectors ? RUNS_X2 : RUNS_X1;
  }

  /** {@return the columns of the panels that it reads} */
  int columns() {
    return columns;
  }

  /** {@return the loop for one way to begin sums} */
  public BlockLoops loop(boolean extend) {
    return extend ? extended : stored;
  }

  /**
   * Computes tiles one after another; see {@link UnpackedA.Runs} and {@link UnpackedA.Indexed}.
   *
   * @param extend whether the sums begin with the values of C
   */
  void run(
      boolean extend,
      float[] a,
      int[] rowOffsets,
      int row,
      int rowEnd,
      int[] kOffsets,
      int from,
      int to,
      int shift,
      int run,
      float[] b,
      int panel,
      float[] c,
      int[] outOffsets,
      int outRow,
      int column) {
    var loop = loop(extend);
    if (!loop.isHot((long) (to - from) * run * columns * (rowEnd - row))) {
      int kSize = (to - from) * run;
      PlainMicroKernel.run(
          extend,
          rowEnd - row,
          columns,
          kSize,
          a,
          new Positions(rowOffsets, row, shift),
          depth(kOffsets, from, to, run),
          b,
          Positions.of(kSize, panel, columns),
          c,
          new Positions(outOffsets, outRow, column));
      return;
    }
    try {
      loop.handle()
          .invokeExact(
              a,
              rowOffsets,
              row,
              rowEnd,
              kOffsets,
              from,
              to,
              shift,
              run,
              b,
              panel,
              c,
              outOffsets,
              outRow,
              column);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  /** {@return the positions of all k in runs of {@code run} elements} */
  private static Positions depth(int[] kOffsets, int from, int to, int run) {
    if (run == 1) {
      return new Positions(kOffsets, from, 0);
    }
    int[] at = new int[(to - from) * run];
    for (int k = 0; k < at.length; k++) {
      at[k] = kOffsets[from + k / run] + k % run;
    }
    return new Positions(at, 0, 0);
  }
}
