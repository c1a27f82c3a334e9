package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.block.PlainProduct;
import io.cambric.kernel.block.Rows;
import io.cambric.kernels.simd.gemm.PackedKernels.Panel;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.micro.AddressB;
import io.cambric.kernels.simd.micro.AddressC;
import io.cambric.kernels.simd.micro.MicroKernelSpec;
import io.cambric.kernels.simd.micro.TileShape;
import io.cambric.kernels.simd.micro.UnpackedA;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The micro-kernels of one tile that read A unpacked, and B from a panel or unpacked.
 *
 * @param columns of the tile
 * @param stored the loop that begins sums with zeros
 * @param extended the loop that begins sums with the values of C
 * @param overlapping like {@code stored}, with a last vector that overlaps the previous one
 */
public record UnpackedKernel(
    int columns, BlockLoops stored, BlockLoops extended, BlockLoops overlapping) {

  /**
   * Kernels for elements of A that are adjacent along k, by rows and vectors, from one of each on.
   */
  private static final List<List<UnpackedKernel>> RUNS = all(new UnpackedA.Indexed(true));

  /** Kernels for elements of A at any positions. */
  private static final List<List<UnpackedKernel>> INDEXED = all(new UnpackedA.Indexed());

  private static List<List<UnpackedKernel>> all(UnpackedA.Indexed a) {
    var machine = MachineProfile.here();
    return IntStream.rangeClosed(1, Math.max(Packing.PACK_MR, machine.unpackedTileRows(a.runs())))
        .mapToObj(rows ->
            IntStream.rangeClosed(1, Math.max(2, machine.unpackedVectors(rows)))
                .mapToObj(vectors -> of(a, TileShape.of(rows, vectors)))
                .toList())
        .toList();
  }

  private static UnpackedKernel of(UnpackedA.Indexed a, TileShape tile) {
    var usual = new AddressB.Stepped(AddressB.Stepped.USUAL);
    var spec = MicroKernelSpec.of(tile, a, usual, new AddressC.Rows());
    var b = new AddressB.Stepped(tile.vectors() - 1);
    return new UnpackedKernel(
        tile.vectors() * Species.LANES,
        spec.loop(),
        spec.extending().loop(),
        MicroKernelSpec.of(tile, a, b, new AddressC.Rows(true)).loop());
  }

  /**
   * {@return the micro-kernels of some rows, by vectors of columns from one on}
   *
   * @param runs whether elements of A are adjacent along k
   */
  public static List<UnpackedKernel> of(boolean runs, int rows) {
    return (runs ? RUNS : INDEXED).get(rows - 1);
  }

  /** {@return the micro-kernel of a block of rows, for one or two vectors of columns} */
  static UnpackedKernel ofBlock(boolean runs, int vectors) {
    return of(runs, MachineProfile.here().unpackedRows(vectors)).get(vectors - 1);
  }

  private BlockLoops loop(boolean extend, int used) {
    return extend ? extended : used < columns ? overlapping : stored;
  }

  /**
   * {@return whether the loop for some columns is compiled}
   *
   * @param points multiplications that follow
   */
  boolean isHot(boolean extend, int used, long points) {
    return loop(extend, used).isHot(points);
  }

  /**
   * Computes tiles one after another; see {@link UnpackedA.Indexed}.
   *
   * @param extend whether the sums begin with the values of C
   * @param a rows from the first element of a run on
   * @param b packed, or columns of an unpacked operand; with fewer columns than the tile has, the
   *     last vector overlaps the previous one
   */
  void run(boolean extend, Rows a, int rows, int[] kOffsets, Gemm.KBlock kBlock, Panel b, Rows c) {
    int last = b.columns() - Species.LANES;
    var loop = loop(extend, b.columns());
    int from = kBlock.from();
    int run = kBlock.length();
    int kSize = kBlock.count();
    if (!loop.isHot((long) kSize * b.columns() * rows)) {
      int[] depth = run == 1 ? kOffsets : kBlock.offsets(kOffsets);
      var panels = Rows.of(b.data(), b.start(), kSize, b.step());
      new PlainProduct(extend, kSize, a, depth, run == 1 ? from : 0, panels, c)
          .run(rows, b.columns());
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
              last,
              c.data(),
              c.table(),
              c.first(),
              c.offset());
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
  }
}
