package io.cambric.kernels.simd.gemm;

import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.VectorLoop;
import io.cambric.kernels.simd.micro.AddressB;
import io.cambric.kernels.simd.micro.AddressC;
import io.cambric.kernels.simd.micro.MicroKernelSpec;
import io.cambric.kernels.simd.micro.PackedA;
import io.cambric.kernels.simd.micro.TileShape;
import java.util.List;

/**
 * Micro-kernels for packed operands where registers are few: 6x2 tiles, and 4x2 tiles for the
 * remaining rows.
 *
 * <p>Twelve accumulators, two vectors of B and two broadcasts fill 16 registers. The fences of
 * {@link TileShape} keep C2 from hoisting more broadcasts. Two values of k in an iteration halve
 * the loop overhead. A branch for an odd k would cost all bounds checks of the recompiled loop, so
 * a tile without unrolling computes the last one.
 *
 * <p>A packed micro-panel of A holds eight rows for each k and begins six rows after the panel
 * before. A 6x2 tile reads the first six rows of its panel. Only the last panel of a row block,
 * which 4x2 tiles read, uses all eight.
 */
public final class SixRowKernels implements PackedKernels {

  private static final int SIX = 6;
  private static final int PACK_MR = Packing.PACK_MR;
  private static final int HALF = PACK_MR / 2;
  private static final int NR = Packing.NR;
  private static final TileShape TILE_6X2 = TileShape.of(SIX, 2).fencedBy(2);
  private static final TileShape TILE_4X2 = TileShape.of(HALF, 2);

  public static final SixRowKernels ALL = new SixRowKernels();

  private final BlockLoops store6x2 = spec(TILE_6X2.unrolled(2)).loop();
  private final BlockLoops extend6x2 = spec(TILE_6X2.unrolled(2)).extending().loop();
  private final BlockLoops last6x2 = spec(TILE_6X2).extending().loop();
  private final BlockLoops store4x2 = spec(TILE_4X2).loop();
  private final BlockLoops extend4x2 = spec(TILE_4X2).extending().loop();

  private SixRowKernels() {}

  private static MicroKernelSpec spec(TileShape tile) {
    return MicroKernelSpec.of(
        tile,
        new PackedA.Tiles(tile.rows() == HALF),
        new AddressB.PanelByPosition(),
        new AddressC.Rows());
  }

  @Override
  public int maxRows() {
    return 4 * unit();
  }

  @Override
  public int unit() {
    return 4 * SIX;
  }

  @Override
  public int step() {
    return SIX;
  }

  /**
   * {@return how many 6x2 tiles a row block has} The remaining rows are cheapest in 4x2 tiles. A
   * remainder that two of them fill takes the place of the last 6x2 tile.
   */
  private static int count6x2(int height) {
    int rest = height % SIX;
    if (rest > HALF) {
      return height / SIX + 1;
    }
    boolean two4x2 = rest > 0 && rest <= PACK_MR - SIX && height > SIX;
    return two4x2 ? height / SIX - 1 : height / SIX;
  }

  /** {@return how many 4x2 tiles follow the 6x2 tiles} */
  private static int count4x2(int height) {
    return Math.max(0, height - count6x2(height) * SIX + HALF - 1) / HALF;
  }

  @Override
  public int computed(int height) {
    return count6x2(height) * SIX + count4x2(height) * HALF;
  }

  @Override
  public int panels(int height) {
    return count6x2(height) + (count4x2(height) + 1) / 2;
  }

  @Override
  public boolean readsUnpackedB() {
    return false;
  }

  @Override
  public boolean isWhole(int first, int height) {
    return computed(height) == height;
  }

  @Override
  public List<BlockLoops> loops() {
    return List.of(store6x2, extend6x2, last6x2, store4x2, extend4x2);
  }

  /**
   * {@inheritDoc}
   *
   * @param step the columns of a panel
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
    int count6x2 = count6x2(height);
    int count4x2 = count4x2(height);
    int apart = kSize * PACK_MR;
    int at = first * kSize;
    int rest = at + count6x2 * apart;
    int below = row + count6x2 * SIX;
    var main6x2 = extend ? extend6x2 : store6x2;
    var main4x2 = extend ? extend4x2 : store4x2;
    long points = (long) apart * height;
    // All loops are requested at once, so that they are compiled together and not one after
    // another.
    boolean hot =
        main6x2.isHot(points) & main4x2.isHot(points) & (kSize % 2 == 0 || last6x2.isHot(points));
    if (!hot) {
      for (int t = 0; t < count6x2; t++) {
        int from = at + t * apart;
        plain(extend, SIX, a, from, kSize, b, panel, c, outOffsets, row + t * SIX, column);
      }
      for (int t = 0; t < count4x2; t++) {
        int from = rest + t / 2 * apart + t % 2 * HALF;
        plain(extend, HALF, a, from, kSize, b, panel, c, outOffsets, below + t * HALF, column);
      }
      return;
    }
    if (count6x2 > 0) {
      int even = kSize - kSize % 2;
      run(main6x2, a, at, count6x2, apart, even, b, panel, c, outOffsets, row, column);
      if (even < kSize) {
        int last = at + even * PACK_MR;
        int end = panel + even * NR;
        run(last6x2, a, last, count6x2, apart, 1, b, end, c, outOffsets, row, column);
      }
    }
    if (count4x2 > 0) {
      run(main4x2, a, rest, count4x2, apart, kSize, b, panel, c, outOffsets, below, column);
    }
  }

  /**
   * Adds products to sums of earlier values of k, for whole micro-panels of eight rows.
   *
   * @param height rows of A and C
   */
  public void extend(
      int height, float[] a, int kSize, float[] b, float[] c, int[] outOffsets, int column) {
    int apart = kSize * PACK_MR;
    if (extend4x2.isHot((long) apart * height)) {
      run(extend4x2, a, 0, height / HALF, apart, kSize, b, 0, c, outOffsets, 0, column);
      return;
    }
    for (int i = 0; i < height; i += PACK_MR) {
      plain(true, PACK_MR, a, i * kSize, kSize, b, 0, c, outOffsets, i, column);
    }
  }

  private static void plain(
      boolean extend,
      int height,
      float[] a,
      int at,
      int kSize,
      float[] b,
      int panel,
      float[] c,
      int[] outOffsets,
      int row,
      int column) {
    PackedKernels.plainTile(extend, height, a, at, kSize, b, panel, NR, c, outOffsets, row, column);
  }

  private static void run(
      BlockLoops loop,
      float[] a,
      int at,
      int count,
      int apart,
      int kSize,
      float[] b,
      int panel,
      float[] c,
      int[] outOffsets,
      int row,
      int column) {
    try {
      loop.handle().invokeExact(a, at, count, apart, kSize, b, panel, c, outOffsets, row, column);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }
}
