package io.cambric.kernels.simd;

import io.cambric.kernel.Scratch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sums over pixels of outer products: channels under a tap times features, in tiles of rows that
 * lie side by side. Where features are few and rows many, tiles are turned: features are their rows
 * and rows their columns, and a broadcast serves two vectors.
 *
 * @param groups groups of channels and features, each with results of its own
 * @param channelStep distance of the groups in the left factor
 * @param featureStep distance of the groups in the right factor, and in the result
 */
record OuterProductSums(
    List<Tile> tiles,
    List<Batch> batches,
    int[] tileAt,
    int groupSize,
    int counted,
    int groups,
    int channelStep,
    int featureStep,
    int[] rowAt,
    int[] outAt,
    int[] leftAt,
    int[] rightAt)
    implements ImageSums {

  /**
   * Depths whose factors stay in the first cache while all tiles read them, though they lie so that
   * they fill only some of its sets.
   */
  private static final int BLOCK = 64;

  /**
   * Most depths of factors that are packed: a panel then takes half of the first cache, and tiles
   * are seldom loaded and stored.
   */
  private static final int PACKED_BLOCK = 256;

  /** Elements of a packed left factor that stay in the second-level cache for all panels. */
  private static final int PACKED_SIZE = 1 << 17;

  /** Rows and columns of the tiles that choices count with: those of vectors of 16 floats. */
  private static final int ROWS = 8;

  private static final int LOW = 4;

  private static final int[] COLUMNS = {8, 16, 32};

  /** What a tile of one vector costs beside one of two with as many products: its loads. */
  private static final double NARROW_COST = 1.5;

  /**
   * Some rows and columns of a group, whose sums begin at {@code at}.
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

  /** Tiles that one call adds to, which lie at one place of the factor that is read in vectors. */
  record Batch(
      OuterProductMicroKernel kernel,
      int first,
      int end,
      int vectorsAt,
      int at,
      boolean transposed) {}

  static OuterProductSums of(
      int rows,
      int features,
      int groups,
      int channelStep,
      int featureStep,
      int[] rowAt,
      int[] outAt,
      int[] leftAt,
      int[] rightAt) {
    var tiles = new ArrayList<Tile>();
    for (int column = 0, width; column < features; column += width) {
      width = features - column;
      for (int row = 0, height; row < rows; row += height) {
        height = together(rowAt, row, rows);
        if (isTransposed(height, features - column)) {
          height = Math.min(height, OuterProductMicroKernel.WIDE.columns());
          addTurned(tiles, row, height, column, features);
          continue;
        }
        var kernel = OuterProductMicroKernel.of(height, features - column);
        height = Math.min(height, kernel.rows());
        width = Math.min(features - column, kernel.columns());
        tiles.add(new Tile(kernel, row, height, column, width, end(tiles), false));
      }
    }
    int[] tileAt =
        tiles.stream().mapToInt(tile -> tile.transposed ? tile.column : rowAt[tile.row]).toArray();
    return new OuterProductSums(
        tiles,
        batches(tiles, rowAt),
        tileAt,
        end(tiles),
        groups * counted(rows, features, rowAt),
        groups,
        channelStep,
        featureStep,
        rowAt,
        outAt,
        leftAt,
        rightAt);
  }

  /**
   * {@return whether so many rows side by side and columns, all that are left, take less turned}
   */
  private static boolean isTransposed(int height, int columns) {
    if (columns > OuterProductMicroKernel.NARROW.columns()) {
      return false;
    }
    int vectors = 2 * ((height - 1) / OuterProductMicroKernel.WIDE.columns() + 1);
    int transposed = vectors * upTo(columns, OuterProductMicroKernel.WIDE.rows());
    return transposed < NARROW_COST * upTo(height, OuterProductMicroKernel.NARROW.rows());
  }

  private static int upTo(int n, int multiple) {
    return ((n - 1) / multiple + 1) * multiple;
  }

  private static void addTurned(List<Tile> tiles, int row, int height, int column, int features) {
    var kernel = OuterProductMicroKernel.WIDE;
    for (int j = column; j < features; j += kernel.rows()) {
      int width = Math.min(kernel.rows(), features - j);
      tiles.add(new Tile(kernel, row, height, j, width, end(tiles), true));
    }
  }

  /** {@return where the sums of the next tile begin} */
  private static int end(List<Tile> tiles) {
    if (tiles.isEmpty()) {
      return 0;
    }
    var last = tiles.getLast();
    return last.at + last.kernel.rows() * last.kernel.columns();
  }

  private static int counted(int rows, int features, int[] rowAt) {
    int counted = 0;
    for (int column = 0; column < features; ) {
      int left = features - column;
      int columns = left <= COLUMNS[0] ? COLUMNS[0] : left <= COLUMNS[1] ? COLUMNS[1] : COLUMNS[2];
      for (int row = 0; row < rows; ) {
        int height = together(rowAt, row, rows);
        int tile = columns == COLUMNS[2] && height <= LOW ? LOW : ROWS;
        counted += tile * columns;
        row += Math.min(height, tile);
      }
      column += columns;
    }
    return counted;
  }

  private static List<Batch> batches(List<Tile> tiles, int[] rowAt) {
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
      int vectorsAt = tile.transposed ? rowAt[tile.row] : tile.column;
      batches.add(new Batch(tile.kernel, first, end, vectorsAt, tile.at, tile.transposed));
    }
    return batches;
  }

  /** {@return how many rows lie side by side from one on} */
  private static int together(int[] rowAt, int row, int rows) {
    int end = row + 1;
    while (end < rows && rowAt[end] == rowAt[end - 1] + 1) {
      end++;
    }
    return end - row;
  }

  @Override
  public int size() {
    return groups * groupSize;
  }

  @Override
  public int leftReach() {
    int reach = 0;
    for (var tile : tiles) {
      int rows = tile.transposed ? tile.kernel.columnsRead() : tile.kernel.rowsRead();
      reach = Math.max(reach, rowAt[tile.row] + rows - 1);
    }
    return reach + (groups - 1) * channelStep;
  }

  @Override
  public int rightReach() {
    int reach = 0;
    for (var tile : tiles) {
      int columns = tile.transposed ? tile.kernel.rowsRead() : tile.kernel.columnsRead();
      reach = Math.max(reach, tile.column + columns - 1);
    }
    return reach + (groups - 1) * featureStep;
  }

  @Override
  public void add(float[] a, int left, float[] b, int right, int kSize, float[] sums, int at) {
    try (var scratch = new Scratch()) {
      int rows = mostPackedRows();
      int block = Math.min(kBlock(rows), kSize);
      float[] packed = scratch.floats(block * rows);
      float[] panel = scratch.floats(block * OuterProductMicroKernel.WIDE.columns());
      for (int from = 0; from < kSize; from += block) {
        int to = Math.min(from + block, kSize);
        for (int g = 0; g < groups; g++) {
          int l = left + g * channelStep;
          int r = right + g * featureStep;
          Batch last = null;
          for (var batch : batches) {
            int s = at + g * groupSize + batch.at;
            if (batch.transposed) {
              int v = l + batch.vectorsAt;
              add(batch, last, b, r, rightAt, a, v, leftAt, from, to, packed, panel, sums, s);
            } else {
              int v = r + batch.vectorsAt;
              add(batch, last, a, l, leftAt, b, v, rightAt, from, to, packed, panel, sums, s);
            }
            last = batch;
          }
        }
      }
    }
  }

  /** {@return the depths of a block if so many rows are packed} */
  private static int kBlock(int packedRows) {
    return packedRows == 0 ? BLOCK : Math.clamp(PACKED_SIZE / packedRows, BLOCK, PACKED_BLOCK);
  }

  /** {@return the rows of the largest batch whose rows are packed} */
  private int mostPackedRows() {
    int most = 0;
    for (var batch : batches) {
      int rows = batch.kernel.packs() ? batch.kernel.rows() * (batch.end - batch.first) : 0;
      most = Math.max(most, rows);
    }
    return most;
  }

  /**
   * Adds some depths of a batch.
   *
   * @param last the batch before, whose rows are packed, or {@code null}
   */
  private void add(
      Batch batch,
      @Nullable Batch last,
      float[] a,
      int left,
      int[] leftAt,
      float[] b,
      int right,
      int[] rightAt,
      int from,
      int to,
      float[] packed,
      float[] panel,
      float[] sums,
      int at) {
    var kernel = batch.kernel;
    int first = batch.first;
    int end = batch.end;
    if (!kernel.packs()) {
      kernel.run(a, left, tileAt, first, end, leftAt, b, right, rightAt, from, to, sums, at);
      return;
    }
    if (last == null || !haveSameRows(last, batch)) {
      kernel.pack(a, left, tileAt, first, end, leftAt, from, to, packed);
    }
    kernel.runPacked(end - first, packed, b, right, rightAt, from, to, panel, sums, at);
  }

  private boolean haveSameRows(Batch a, Batch b) {
    return a.kernel == b.kernel
        && a.transposed == b.transposed
        && Arrays.equals(tileAt, a.first, a.end, tileAt, b.first, b.end);
  }

  @Override
  public void store(float[] sums, float[] out) {
    for (int g = 0; g < groups; g++) {
      for (var tile : tiles) {
        int from = g * groupSize + tile.at;
        int columns = tile.kernel.columns();
        for (int i = 0; i < tile.height; i++) {
          int to = outAt[tile.row + i] + g * featureStep + tile.column;
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
