package io.cambric.kernels.simd.conv;

import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.Rows;
import io.cambric.kernel.block.Scratch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Kernel gradients as sums of outer products over pixels. Each pixel adds the channels under a tap
 * times the features, in tiles of adjacent rows.
 *
 * <p>Tiles are transposed if features are few and rows many. Features then become rows, and one
 * broadcast serves two vectors of the former rows.
 *
 * @param groups groups of channels and features, each with its own results
 * @param channelStep distance of the groups in A
 * @param featureStep distance of the groups in B, and in the result
 */
record OuterProductSums(
    List<Tile> tiles,
    List<Batch> batches,
    int groupSize,
    int counted,
    int groups,
    int channelStep,
    int featureStep,
    int[] rowOffsets,
    int[] outOffsets)
    implements KernelGradient.Sums {

  /**
   * Values of k in a block of unpacked operands. The block stays in the L1 cache while all tiles
   * read it, although its layout may fill only some cache sets.
   */
  private static final int BLOCK = 64;

  /**
   * The most values of k in a block of packed operands. A panel then takes half of the L1 cache,
   * and tiles are seldom loaded and stored.
   */
  private static final int PACKED_BLOCK = 256;

  /** Elements of a packed A that stay in the L2 cache for all panels. */
  private static final int PACKED_SIZE = 1 << 17;

  /**
   * Lanes that decisions assume on any machine. Their tiles have {@link #ROWS} or {@link #LOW}
   * rows.
   */
  private static final int LANES = 16;

  private static final int ROWS = 8;
  private static final int LOW = 4;

  /** Cost of an 8x1 tile relative to an 8x2 tile, for as many products. It needs more loads. */
  private static final double TILE_8X1_COST = 1.5;

  /**
   * A tile: some rows and columns of a group, whose sums begin at {@code at}.
   *
   * @param transposed whether the columns are the rows of the micro-kernel
   */
  record Tile(
      OuterProductMicroKernel kernel,
      int row,
      int height,
      int column,
      int width,
      int at,
      boolean transposed) {}

  /**
   * Tiles that one call of the micro-kernel updates. They share one position in the operand that is
   * read as vectors.
   *
   * @param tileOffsets positions of the tiles in the other operand
   */
  record Batch(
      OuterProductMicroKernel kernel,
      int[] tileOffsets,
      int vectorsAt,
      int at,
      boolean transposed) {

    boolean hasSameRows(Batch other) {
      return kernel == other.kernel
          && transposed == other.transposed
          && Arrays.equals(tileOffsets, other.tileOffsets);
    }
  }

  static OuterProductSums of(
      int rows,
      int features,
      int groups,
      int channelStep,
      int featureStep,
      int[] rowOffsets,
      int[] outOffsets) {
    var tiles = new ArrayList<Tile>();
    for (int column = 0, width; column < features; column += width) {
      width = features - column;
      for (int row = 0, height; row < rows; row += height) {
        height = together(rowOffsets, row, rows);
        if (isTransposed(height, features - column)) {
          height = Math.min(height, OuterProductMicroKernel.TILE_8X2.columns());
          addTransposed(tiles, row, height, column, features);
          continue;
        }
        var kernel = OuterProductMicroKernel.of(height, features - column);
        height = Math.min(height, kernel.rows());
        width = Math.min(features - column, kernel.columns());
        tiles.add(new Tile(kernel, row, height, column, width, end(tiles), false));
      }
    }
    return new OuterProductSums(
        tiles,
        batches(tiles, rowOffsets),
        end(tiles),
        groups * counted(rows, features, rowOffsets),
        groups,
        channelStep,
        featureStep,
        rowOffsets,
        outOffsets);
  }

  /** {@return whether the remaining {@code height x columns} tile is cheaper when transposed} */
  private static boolean isTransposed(int height, int columns) {
    if (columns > OuterProductMicroKernel.TILE_8X1.columns()) {
      return false;
    }
    int vectors = 2 * ((height - 1) / OuterProductMicroKernel.TILE_8X2.columns() + 1);
    int transposed = vectors * OffsetTables.whole(columns, OuterProductMicroKernel.TILE_8X2.rows());
    return transposed
        < TILE_8X1_COST * OffsetTables.whole(height, OuterProductMicroKernel.TILE_8X1.rows());
  }

  private static void addTransposed(
      List<Tile> tiles, int row, int height, int column, int features) {
    var kernel = OuterProductMicroKernel.TILE_8X2;
    for (int j = column; j < features; j += kernel.rows()) {
      int width = Math.min(kernel.rows(), features - j);
      tiles.add(new Tile(kernel, row, height, j, width, end(tiles), true));
    }
  }

  /** {@return the start of the sums of the next tile} */
  private static int end(List<Tile> tiles) {
    if (tiles.isEmpty()) {
      return 0;
    }
    var last = tiles.getLast();
    return last.at + last.kernel.rows() * last.kernel.columns();
  }

  private static int counted(int rows, int features, int[] rowOffsets) {
    int counted = 0;
    for (int row = 0, height; row < rows; row += height) {
      height = together(rowOffsets, row, rows);
      counted += OffsetTables.whole(height, features > LANES && height <= LOW ? LOW : ROWS);
    }
    return counted * OffsetTables.whole(features, features <= ROWS ? ROWS : LANES);
  }

  private static List<Batch> batches(List<Tile> tiles, int[] rowOffsets) {
    var batches = new ArrayList<Batch>();
    for (int first = 0, end; first < tiles.size(); first = end) {
      var tile = tiles.get(first);
      for (end = first + 1; end < tiles.size(); end++) {
        var next = tiles.get(end);
        boolean same = tile.transposed ? next.row == tile.row : next.column == tile.column;
        if (next.kernel != tile.kernel || next.transposed != tile.transposed || !same) {
          break;
        }
      }
      int vectorsAt = tile.transposed ? rowOffsets[tile.row] : tile.column;
      int[] tileOffsets =
          tiles.subList(first, end).stream()
              .mapToInt(each -> each.transposed ? each.column : rowOffsets[each.row])
              .toArray();
      batches.add(new Batch(tile.kernel, tileOffsets, vectorsAt, tile.at, tile.transposed));
    }
    return batches;
  }

  /** {@return the number of adjacent rows from {@code row} on} */
  private static int together(int[] rowOffsets, int row, int rows) {
    int end = row + 1;
    while (end < rows && rowOffsets[end] == rowOffsets[end - 1] + 1) {
      end++;
    }
    return end - row;
  }

  @Override
  public int size() {
    return groups * groupSize;
  }

  @Override
  public int aReach() {
    int reach = 0;
    for (var tile : tiles) {
      int rows = tile.transposed ? tile.kernel.columnsRead() : tile.kernel.rowsRead();
      reach = Math.max(reach, rowOffsets[tile.row] + rows - 1);
    }
    return reach + (groups - 1) * channelStep;
  }

  @Override
  public int bReach() {
    int reach = 0;
    for (var tile : tiles) {
      int columns = tile.transposed ? tile.kernel.rowsRead() : tile.kernel.columnsRead();
      reach = Math.max(reach, tile.column + columns - 1);
    }
    return reach + (groups - 1) * featureStep;
  }

  @Override
  public void add(Rows a, Rows b, int kSize, float[] sums, int at) {
    try (var scratch = new Scratch()) {
      int rows = mostPackedRows();
      int block = Math.min(kBlockSize(rows), kSize);
      float[] packed = scratch.floats(block * rows);
      float[] panel = scratch.floats(block * OuterProductMicroKernel.TILE_8X2.columns());
      for (int from = 0; from < kSize; from += block) {
        int to = Math.min(from + block, kSize);
        for (int g = 0; g < groups; g++) {
          var left = a.plus(g * channelStep);
          var right = b.plus(g * featureStep);
          addGroup(left, right, from, to, packed, panel, sums, at + g * groupSize);
        }
      }
    }
  }

  private void addGroup(
      Rows a, Rows b, int from, int to, float[] packed, float[] panel, float[] sums, int at) {
    Batch last = null;
    for (var batch : batches) {
      var kernel = batch.kernel;
      int[] tiles = batch.tileOffsets;
      var scalars = batch.transposed ? b : a;
      var vectors = (batch.transposed ? a : b).plus(batch.vectorsAt);
      if (!kernel.packs()) {
        kernel.run(scalars, tiles, vectors, from, to, sums, at + batch.at);
        continue;
      }
      if (last == null || !last.hasSameRows(batch)) {
        kernel.pack(scalars, tiles, from, to, packed);
        last = batch;
      }
      kernel.runPacked(tiles.length, packed, vectors, from, to, panel, sums, at + batch.at);
    }
  }

  /** {@return the values of k in a block, for a number of packed rows} */
  private static int kBlockSize(int packedRows) {
    return packedRows == 0 ? BLOCK : Math.clamp(PACKED_SIZE / packedRows, BLOCK, PACKED_BLOCK);
  }

  /** {@return the rows of the largest batch that is packed} */
  private int mostPackedRows() {
    int most = 0;
    for (var batch : batches) {
      int rows = batch.kernel.packs() ? batch.kernel.rows() * batch.tileOffsets.length : 0;
      most = Math.max(most, rows);
    }
    return most;
  }

  @Override
  public void store(float[] sums, float[] out) {
    for (int g = 0; g < groups; g++) {
      for (var tile : tiles) {
        int from = g * groupSize + tile.at;
        int columns = tile.kernel.columns();
        for (int i = 0; i < tile.height; i++) {
          int to = outOffsets[tile.row + i] + g * featureStep + tile.column;
          if (tile.transposed) {
            for (int j = 0; j < tile.width; j++) {
              out[to + j] = sums[from + j * columns + i];
            }
          } else {
            System.arraycopy(sums, from + i * columns, out, to, tile.width);
          }
        }
      }
    }
  }
}
