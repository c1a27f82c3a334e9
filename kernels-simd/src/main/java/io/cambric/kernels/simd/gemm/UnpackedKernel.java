package io.cambric.kernels.simd.gemm;

import io.cambric.kernels.simd.gemm.PackedKernels.Panel;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.micro.AddressA;
import io.cambric.kernels.simd.micro.AddressB;
import io.cambric.kernels.simd.micro.AddressC;
import io.cambric.kernels.simd.micro.MicroKernelSpec;
import io.cambric.kernels.simd.micro.PlainMicroKernel;
import io.cambric.kernels.simd.micro.Rows;
import io.cambric.kernels.simd.micro.TileShape;
import io.cambric.kernels.simd.micro.UnpackedA;

/**
 * The micro-kernels that read A unpacked. RUNS or INDEXED is the layout of A, X2 or X1 the number
 * of vectors in a panel of B.
 */
public enum UnpackedKernel {
  RUNS_X2(new UnpackedA.Indexed(true), 2),
  RUNS_X1(new UnpackedA.Indexed(true), 1),
  INDEXED_X2(new UnpackedA.Indexed(), 2),
  INDEXED_X1(new UnpackedA.Indexed(), 1);

  private final int columns;
  private final BlockLoops stored;
  private final BlockLoops extended;

  UnpackedKernel(AddressA a, int vectors) {
    columns = vectors * Species.LANES;
    var tile = TileShape.of(MachineProfile.here().unpackedRows(vectors), vectors);
    var spec = MicroKernelSpec.of(tile, a, new AddressB.Stepped(), new AddressC.Rows());
    stored = spec.loop();
    extended = spec.extending().loop();
  }

  /** {@return the micro-kernel for a layout of A and a width of panels} */
  static UnpackedKernel of(boolean indexed, boolean twoVectors) {
    return indexed ? (twoVectors ? INDEXED_X2 : INDEXED_X1) : twoVectors ? RUNS_X2 : RUNS_X1;
  }

  /** {@return this, or the micro-kernel of half as many columns if no more are used} */
  UnpackedKernel forColumns(int used) {
    return used > Species.LANES ? this : of(this == INDEXED_X1 || this == INDEXED_X2, false);
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
   * Computes tiles one after another; see {@link UnpackedA.Indexed}.
   *
   * @param extend whether the sums begin with the values of C
   * @param a rows from the first element of a run on
   * @param b packed, or columns of an unpacked operand
   */
  void run(
      boolean extend,
      Rows a,
      int rows,
      int[] kOffsets,
      Gemm.KBlock kBlock,
      Panel b,
      Rows c) {
    var loop = loop(extend);
    int from = kBlock.from();
    int run = kBlock.length();
    int kSize = kBlock.count();
    if (!loop.isHot((long) kSize * columns * rows)) {
      int[] depth = run == 1 ? kOffsets : kBlock.offsets(kOffsets);
      var panels = Rows.of(b.data(), b.start(), kSize, b.step());
      new PlainMicroKernel(extend, kSize, a, depth, run == 1 ? from : 0, panels, c)
          .run(rows, columns);
      return;
    }
    int row = a.first();
    try {
      loop.handle()
          .invokeExact(
              a.data(),
              a.table(),
              row,
              row + rows,
              kOffsets,
              from,
              kBlock.to(),
              a.offset(),
              run,
              b.data(),
              b.start(),
              b.step(),
              c.data(),
              c.table(),
              c.first(),
              c.offset());
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
  }
}
