package io.cambric.kernels.simd;

import java.util.ArrayList;
import java.util.List;

/**
 * Sums over pixels of outer products: channels under a tap times features, in tiles of rows that
 * lie side by side.
 *
 * @param groups groups of channels and features, each with results of its own
 * @param channelStep distance of the groups in the left factor
 * @param featureStep distance of the groups in the right factor, and in the result
 */
record OuterSums(
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

  /** Depths whose factors stay in the first cache while all tiles read them. */
  private static final int BLOCK = 512;

  /** Rows and columns of the tiles that choices count with: those of vectors of 16 floats. */
  private static final int ROWS = 8;

  private static final int LOW = 4;

  private static final int[] COLUMNS = {8, 16, 32};

  /** Some rows and columns of a group, whose sums begin at {@code at}. */
  record Tile(OuterKernel kernel, int row, int height, int column, int width, int at) {}

  /** Tiles that one call adds to. */
  record Batch(OuterKernel kernel, int first, int end, int column, int at) {}

  static OuterSums of(
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
    int at = 0;
    for (int column = 0, width; column < features; column += width) {
      width = features - column;
      for (int row = 0, height; row < rows; row += height) {
        height = together(rowAt, row, rows);
        var kernel = OuterKernel.of(height, features - column);
        height = Math.min(height, kernel.rows());
        width = Math.min(features - column, kernel.columns());
        tiles.add(new Tile(kernel, row, height, column, width, at));
        at += kernel.rows() * kernel.columns();
      }
    }
    int[] tileAt = tiles.stream().mapToInt(tile -> rowAt[tile.row]).toArray();
    return new OuterSums(
        tiles,
        batches(tiles),
        tileAt,
        at,
        groups * counted(rows, features, rowAt),
        groups,
        channelStep,
        featureStep,
        rowAt,
        outAt,
        leftAt,
        rightAt);
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

  private static List<Batch> batches(List<Tile> tiles) {
    var batches = new ArrayList<Batch>();
    for (int first = 0, end; first < tiles.size(); first = end) {
      var tile = tiles.get(first);
      for (end = first + 1; end < tiles.size(); end++) {
        var next = tiles.get(end);
        if (next.kernel != tile.kernel || next.column != tile.column) {
          break;
        }
      }
      batches.add(new Batch(tile.kernel, first, end, tile.column, tile.at));
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
      reach = Math.max(reach, rowAt[tile.row] + tile.kernel.rows() - 1);
    }
    return reach + (groups - 1) * channelStep;
  }

  @Override
  public int rightReach() {
    int reach = 0;
    for (var tile : tiles) {
      reach = Math.max(reach, tile.column + tile.kernel.columns() - 1);
    }
    return reach + (groups - 1) * featureStep;
  }

  @Override
  public void add(float[] a, int left, float[] b, int right, int depth, float[] sums, int at) {
    for (int from = 0; from < depth; from += BLOCK) {
      int to = Math.min(from + BLOCK, depth);
      for (int g = 0; g < groups; g++) {
        for (var batch : batches) {
          batch.kernel.run(
              a,
              left + g * channelStep,
              tileAt,
              batch.first,
              batch.end,
              leftAt,
              b,
              right + g * featureStep + batch.column,
              rightAt,
              from,
              to,
              sums,
              at + g * groupSize + batch.at);
        }
      }
    }
  }

  @Override
  public void store(float[] sums, float[] out) {
    for (int g = 0; g < groups; g++) {
      for (var tile : tiles) {
        for (int i = 0; i < tile.height; i++) {
          System.arraycopy(
              sums,
              g * groupSize + tile.at + i * tile.kernel.columns(),
              out,
              outAt[tile.row + i] + g * featureStep + tile.column,
              tile.width);
        }
      }
    }
  }
}
