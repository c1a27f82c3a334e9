package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.micro.AddressB;
import io.cambric.kernels.simd.micro.AddressC;
import io.cambric.kernels.simd.micro.MicroKernelSpec;
import io.cambric.kernels.simd.micro.OffsetTables;
import io.cambric.kernels.simd.micro.PlainMicroKernel;
import io.cambric.kernels.simd.micro.TileShape;
import io.cambric.kernels.simd.micro.UnpackedA;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A matrix product with very few rows. B is read once for all of them and unpacked, because packing
 * it would take longer than multiplying.
 */
final class SkinnyGemm {

  static final int MAX_ROWS = 3;

  /** Wide tiles of one task. */
  private static final int CHUNK = 4;

  /** Multiplications that justify another thread. */
  private static final int GRAIN = 1 << 16;

  /** The micro-kernels of one, two and three rows. */
  private static final List<Tiles> TILES = List.of(new Tiles(1), new Tiles(2), new Tiles(3));

  /** Micro-kernels for some rows: one of several vectors of columns, and one of a single vector. */
  private static final class Tiles {

    private final int columns;
    private final BlockLoops wide;
    private final BlockLoops narrow;

    Tiles(int rows) {
      int vectors = MachineProfile.here().planarVectors(rows);
      columns = vectors * Species.LANES;
      wide = loop(TileShape.of(rows, vectors));
      narrow = loop(TileShape.of(rows, 1));
    }

    private static BlockLoops loop(TileShape tile) {
      return MicroKernelSpec.of(
              tile, new UnpackedA.Indexed(), new AddressB.Indexed(), new AddressC.Rows())
          .loop();
    }
  }

  private final Gemm gemm;
  private final int[] aOffsets;

  SkinnyGemm(Gemm gemm) {
    this.gemm = gemm;
    aOffsets = aOffsets(gemm);
  }

  /** {@return the position of each k in a row of A} */
  private static int[] aOffsets(Gemm gemm) {
    int run = gemm.run();
    int[] kOffsets = gemm.kOffsets();
    if (kOffsets.length == 1 && kOffsets[0] == 0) {
      return OffsetTables.of(run, 1);
    }
    return run == 1 ? kOffsets : new Gemm.KBlock(0, kOffsets.length, 0, run).offsets(kOffsets);
  }

  void compute(boolean parallel) {
    var tiles = TILES.get(gemm.rows() - 1);
    int chunk = CHUNK * tiles.columns;
    int chunks = (gemm.columns() - 1) / chunk + 1;
    long points = (long) gemm.rows() * gemm.columns() * aOffsets.length;
    // Both loops are requested at once, so that they are compiled together.
    boolean hot = tiles.wide.isHot(points) & tiles.narrow.isHot(points);
    long work = Math.max(1, (long) gemm.rows() * chunk * aOffsets.length);
    Parallel.forRange(
        chunks,
        parallel ? (int) Math.max(1, GRAIN / work) : chunks,
        (from, to) -> run(hot ? tiles : null, from * chunk, Math.min(to * chunk, gemm.columns())));
  }

  private void run(@Nullable Tiles tiles, int column, int end) {
    int at = column;
    if (tiles != null) {
      for (; at <= end - tiles.columns; at += tiles.columns) {
        runTile(tiles.wide, at);
      }
      for (; at <= end - Species.LANES; at += Species.LANES) {
        runTile(tiles.narrow, at);
      }
    }
    if (at < end) {
      int kSize = aOffsets.length;
      var b = gemm.b().plus(at);
      var c = gemm.c().plus(at);
      new PlainMicroKernel(false, kSize, gemm.a(), aOffsets, 0, b, c).run(gemm.rows(), end - at);
    }
  }

  private void runTile(BlockLoops tile, int column) {
    var a = gemm.a();
    var b = gemm.b();
    var c = gemm.c();
    int row = a.first();
    int kSize = aOffsets.length;
    try {
      tile.handle()
          .invokeExact(
              a.data(),
              a.table(),
              row,
              row + gemm.rows(),
              aOffsets,
              0,
              kSize,
              a.offset(),
              1,
              b.data(),
              b.offset() + column,
              b.table(),
              c.data(),
              c.table(),
              c.first(),
              c.offset() + column);
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
  }
}
