package io.cambric.kernels.simd.gemm;

import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.VectorLoop;
import io.cambric.kernels.simd.micro.AddressA;
import io.cambric.kernels.simd.micro.AddressB;
import io.cambric.kernels.simd.micro.AddressC;
import io.cambric.kernels.simd.micro.MicroKernelSpec;
import io.cambric.kernels.simd.micro.PackedA;
import io.cambric.kernels.simd.micro.TileShape;
import java.util.ArrayList;
import java.util.List;

/**
 * Micro-kernels for packed operands where registers are many: 8x2 tiles, 4x2 tiles for the
 * remaining rows, and 12x2 tiles where vectors have sixteen lanes.
 *
 * <p>With more rows per vector of B, broadcasts take fewer of the issue slots that multiplications
 * need. Two 12x2 tiles share a micro-panel of A between them, since panels hold eight rows.
 */
final class TwelveRowKernels implements PackedKernels {

  private static final int PACK_MR = Packing.PACK_MR;
  private static final int HALF = PACK_MR / 2;
  private static final int TWELVE = PACK_MR + HALF;
  private static final int NR = Packing.NR;

  private final int maxRows;
  private final Tiles stored = new Tiles(false);
  private final Tiles extended = new Tiles(true);

  /**
   * The micro-kernels of a machine.
   *
   * @param hasTwelve whether registers suffice for 12x2 tiles
   */
  TwelveRowKernels(boolean hasTwelve) {
    maxRows = hasTwelve ? TWELVE : PACK_MR;
  }

  /** The tiles of one way to begin sums. */
  private static final class Tiles {

    private final boolean extend;
    private final BlockLoops tile12x2;
    private final BlockLoops tile8x2;
    private final BlockLoops tile4x2;

    Tiles(boolean extend) {
      this.extend = extend;
      var rows = new AddressC.Rows();
      tile12x2 = loop(TWELVE, new PackedA.Pair(), new AddressC.RowsOfPair());
      tile8x2 = loop(PACK_MR, new PackedA.Panel(), rows);
      tile4x2 = loop(HALF, new PackedA.Panel(), rows);
    }

    private BlockLoops loop(int rows, AddressA a, AddressC c) {
      var spec = MicroKernelSpec.of(TileShape.of(rows, 2), a, new AddressB.Stepped(), c);
      return (extend ? spec.extending() : spec).loop();
    }
  }

  @Override
  public int maxRows() {
    return maxRows;
  }

  @Override
  public int unit() {
    return 3 * PACK_MR;
  }

  @Override
  public int step() {
    return PACK_MR;
  }

  @Override
  public int computed(int count) {
    return (count + HALF - 1) / HALF * HALF;
  }

  @Override
  public int panels(int count) {
    return (count + PACK_MR - 1) / PACK_MR;
  }

  @Override
  public boolean readsUnpackedB() {
    return true;
  }

  @Override
  public boolean isWhole(int first, int height) {
    return height == maxRows || height == HALF || (height == PACK_MR && first % PACK_MR == 0);
  }

  @Override
  public List<BlockLoops> loops() {
    var loops = new ArrayList<BlockLoops>();
    for (var tiles : List.of(stored, extended)) {
      loops.addAll(List.of(tiles.tile8x2, tiles.tile4x2));
      if (maxRows == TWELVE) {
        loops.add(tiles.tile12x2);
      }
    }
    return loops;
  }

  /**
   * {@inheritDoc}
   *
   * @param first at the start or the middle of a micro-panel
   */
  @Override
  public void run(
      boolean extend,
      int first,
      int height,
      float[] a,
      int kSize,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outOffsets,
      int row,
      int column) {
    var tiles = extend ? extended : stored;
    int part = first % PACK_MR;
    int at = first / PACK_MR * PACK_MR * kSize + part;
    int next = at - part + PACK_MR * kSize;
    int whole = PACK_MR - part;
    if (height <= whole) {
      runTile(tiles, height, a, at, kSize, b, panel, step, c, outOffsets, row, column);
    } else if (!tiles.tile12x2.isHot((long) kSize * NR * TWELVE)) {
      int below = row + whole;
      int rest = height - whole;
      runTile(tiles, whole, a, at, kSize, b, panel, step, c, outOffsets, row, column);
      runTile(tiles, rest, a, next, kSize, b, panel, step, c, outOffsets, below, column);
    } else if (part == 0) {
      int second = row + PACK_MR;
      run12x2(tiles, a, at, next, kSize, b, panel, step, c, outOffsets, row, second, column);
    } else {
      int whole8 = row + HALF;
      run12x2(tiles, a, next, at, kSize, b, panel, step, c, outOffsets, whole8, row, column);
    }
  }

  private static void run12x2(
      Tiles tiles,
      float[] a,
      int at,
      int second,
      int kSize,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outOffsets,
      int row,
      int outSecond,
      int column) {
    try {
      tiles
          .tile12x2
          .handle()
          .invokeExact(a, at, second, kSize, b, panel, step, c, outOffsets, row, outSecond, column);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  private static void runTile(
      Tiles tiles,
      int height,
      float[] a,
      int at,
      int kSize,
      float[] b,
      int panel,
      int step,
      float[] c,
      int[] outOffsets,
      int row,
      int column) {
    var loop = height > HALF ? tiles.tile8x2 : tiles.tile4x2;
    if (!loop.isHot((long) kSize * NR * PACK_MR)) {
      PackedKernels.plainTile(
          tiles.extend, height, a, at, kSize, b, panel, step, c, outOffsets, row, column);
      return;
    }
    try {
      loop.handle().invokeExact(a, at, kSize, b, panel, step, c, outOffsets, row, column);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }
}
