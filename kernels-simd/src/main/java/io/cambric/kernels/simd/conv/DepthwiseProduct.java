package io.cambric.kernels.simd.conv;

import io.cambric.kernel.block.Rows;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.micro.AddressB;
import io.cambric.kernels.simd.micro.AddressC;
import io.cambric.kernels.simd.micro.MicroKernelSpec;
import io.cambric.kernels.simd.micro.TileShape;
import io.cambric.kernels.simd.micro.UnpackedA;

/**
 * A depthwise product, a sum of products for each channel: {@code out[outStart + outOffsets[i] +
 * c]} is the sum over k of {@code a(k)[rowOffsets[i] + c] * b(k)[c]}.
 *
 * @param extend whether sums begin with the values of the result
 * @param rowOffsets positions of the rows in A; they and {@code outOffsets} are padded to whole
 *     tiles with the last one
 * @param kSize number of values of k
 */
public record DepthwiseProduct(
    boolean extend,
    int rows,
    int kSize,
    int channels,
    Rows a,
    int[] rowOffsets,
    Rows b,
    float[] out,
    int outStart,
    int[] outOffsets) {

  /** Rows of a tile that extends sums: the number of taps of a 3x3 kernel. */
  static final int EXTENDED_ROWS = 9;

  private static final int GRAIN = 1 << 15;

  /** Rows of a tile. */
  private static final int ROWS = 8;

  /** The number of rows with channels that stay in the cache together. */
  private static final int BLOCK_ROWS = 64;

  public static final BlockLoops TILES = tiles(ROWS).loop();
  public static final BlockLoops EXTENDED_TILES = tiles(EXTENDED_ROWS).extending().loop();

  /** Tiles of some rows by one vector of channels: one load of a weight serves all rows. */
  private static MicroKernelSpec tiles(int rows) {
    return MicroKernelSpec.of(
            TileShape.of(rows, 1),
            new UnpackedA.Indexed(),
            new AddressB.Indexed(),
            new AddressC.Rows())
        .with(MicroKernelSpec.Factor.VECTOR);
  }

  void compute(boolean parallel) {
    int tile = extend ? EXTENDED_ROWS : ROWS;
    var loop = extend ? EXTENDED_TILES : TILES;
    long work = Math.max(1, (long) channels * kSize);
    int whole = loop.isHot(work * rows) ? channels - channels % Species.LANES : 0;
    // The last vector may overlap the previous one, unless that would add products twice.
    boolean overlaps = whole > 0 && whole < channels && !extend;
    int units = (rows - 1) / tile + 1;
    Parallel.forRange(
        units,
        parallel ? (int) Math.max(1, GRAIN / (work * tile)) : units,
        (from, to) -> {
          int block = BLOCK_ROWS / tile * tile;
          for (int i = from * tile; i < to * tile && whole > 0; i += block) {
            int end = Math.min(i + block, to * tile);
            for (int c = 0; c < whole; c += Species.LANES) {
              run(loop, i, end, c);
            }
            if (overlaps) {
              run(loop, i, end, channels - Species.LANES);
            }
          }
          if (whole < channels && !overlaps) {
            runScalars(from * tile, Math.min(to * tile, rows), whole);
          }
        });
  }

  private void run(BlockLoops loop, int from, int end, int c) {
    try {
      loop.handle()
          .invokeExact(
              a.data(),
              rowOffsets,
              from,
              end,
              a.table(),
              0,
              kSize,
              a.offset() + c,
              1,
              b.data(),
              b.offset() + c,
              b.table(),
              out,
              outOffsets,
              from,
              outStart + c);
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
  }

  private void runScalars(int first, int end, int from) {
    for (int i = first; i < end; i++) {
      int row = a.offset() + rowOffsets[i];
      int to = outStart + outOffsets[i];
      for (int c = from; c < channels; c++) {
        float sum = extend ? out[to + c] : 0f;
        for (int k = 0; k < kSize; k++) {
          float weight = b.data()[b.offset() + b.table()[k] + c];
          sum = Math.fma(a.data()[row + a.table()[k] + c], weight, sum);
        }
        out[to + c] = sum;
      }
    }
  }
}
