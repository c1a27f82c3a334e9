package io.cambric.kernels.simd;

import io.cambric.kernel.Scratch;

/** Computes blocks of rows and columns of a {@link Product}, tile by tile. */
final class ProductBlocks {

  /** How the left factor reaches the micro-kernel. */
  private enum Left {
    /** Read where it lies. */
    IN_PLACE,
    /** Packed; depths lie side by side. */
    RUNS,
    /** Packed; eight rows lie side by side at each depth. */
    ROWS
  }

  private static final PackedCode CODE = PackedCode.ALL;
  private static final int ROWS = PackedCode.ROWS;
  private static final int COLUMNS = PackedCode.COLUMNS;
  private static final int[] NO_COLUMNS = {};

  /** Rows of a left factor that is read in place, which stay in the cache for all panels. */
  private static final int IN_PLACE_ROWS = 64;

  private static final int[] TILE_ROWS = Steps.of(IN_PLACE_ROWS, COLUMNS);

  /** From as many columns on the left factor is worth packing. */
  private static final int PACKED_COLUMNS = 8 * Species.LANES;

  /** Up to as many rows the right factor is not worth packing. */
  static final int UNPACKED_ROWS = 64;

  /** A right factor as small as this is not worth packing: it lies in the first caches. */
  private static final int UNPACKED_SIZE = 1 << 14;

  /** Tiles of the left factor that are packed together: a few cache lines of each depth. */
  private static final int GROUP = 4;

  /**
   * Results in longer arrays than this lie in no second-level cache. The lines of a tile would be
   * fetched one after the other as it is stored, so rows are stored whole.
   */
  static final int CACHED = 1 << 18;

  private final Product product;
  private final Product.Depths[] blocks;
  private final Left left;
  private final TileKernel inPlace;
  private final int width;
  private final boolean wholeRows;
  private final int rightDistance;

  /** Positions of columns that are not next to each other, the last one up to a whole panel. */
  private final int[] columnAt;

  ProductBlocks(Product product) {
    this.product = product;
    blocks = product.depthBlocks();
    int columns = product.columns();
    boolean wide = columns > TileKernel.RUN_NARROW.columns();
    inPlace = TileKernel.of(product.run() == 1, wide);
    width = inPlace.columns();
    left = wide ? left() : Left.IN_PLACE;
    wholeRows = product.outStep() == 1 && product.out().length > CACHED;
    rightDistance = left == Left.IN_PLACE ? 0 : rightDistance();
    int step = product.rightStep();
    columnAt = step == 1 ? NO_COLUMNS : Steps.padded(columns, step, width);
  }

  private Left left() {
    if (product.run() > 1) {
      return product.columns() >= PACKED_COLUMNS ? Left.RUNS : Left.IN_PLACE;
    }
    return product.rows() >= ROWS && areTogether(product.rowAt(), 0) ? Left.ROWS : Left.IN_PLACE;
  }

  /** {@return whether a tile of rows lies side by side} */
  private static boolean areTogether(int[] at, int row) {
    for (int i = 1; i < ROWS; i++) {
      if (at[row + i] != at[row] + i) {
        return false;
      }
    }
    return true;
  }

  /** {@return the distance of all rows of the right factor, or 0 if they are to be packed} */
  private int rightDistance() {
    int[] at = product.rightAt();
    boolean small =
        product.rows() <= UNPACKED_ROWS || (long) product.columns() * at.length <= UNPACKED_SIZE;
    int distance = at.length > 1 ? at[1] - at[0] : 0;
    if (product.rightStep() != 1 || distance <= 0 || !small) {
      return 0;
    }
    for (int k = 1; k < at.length; k++) {
      if (at[k] - at[k - 1] != distance) {
        return 0;
      }
    }
    return distance;
  }

  /** Computes the elements of some rows and columns; both start at a whole tile. */
  void run(int row, int rowEnd, int column, int columnEnd) {
    int deepest = 0;
    for (var depths : blocks) {
      deepest = Math.max(deepest, depths.count());
    }
    int panels = (columnEnd - column - 1) / width + 1;
    int leftAt = deepest * panels * width;
    try (var scratch = new Scratch()) {
      float[] packed = scratch.floats(leftAt + deepest * ROWS * GROUP);
      float[] tile = scratch.floats(Math.max(IN_PLACE_ROWS * COLUMNS, ROWS * panels * width));
      for (var depths : blocks) {
        packRight(depths, column, columnEnd, packed);
        if (left == Left.IN_PLACE) {
          runInPlace(depths, row, rowEnd, column, columnEnd, packed, tile);
          continue;
        }
        for (int group = row; group < rowEnd; group += ROWS * GROUP) {
          int groupEnd = Math.min(group + ROWS * GROUP, rowEnd);
          packLeft(depths, group, groupEnd, packed, leftAt);
          for (int i = group; i < groupEnd; i += ROWS) {
            int from = leftAt + (i - group) * depths.count();
            runTiles(depths, i, Math.min(ROWS, rowEnd - i), from, column, columnEnd, packed, tile);
          }
        }
      }
    }
  }

  /** Multiplies rows by all panels, some tiles of them at a time. */
  private void runInPlace(
      Product.Depths depths,
      int row,
      int rowEnd,
      int column,
      int columnEnd,
      float[] packed,
      float[] tiles) {
    boolean add = depths != blocks[0];
    for (int i = row; i < rowEnd; i += IN_PLACE_ROWS) {
      int end = Math.min(i + IN_PLACE_ROWS, rowEnd);
      for (int j = column; j < columnEnd; j += width) {
        int used = Math.min(width, columnEnd - j);
        int panel = (j - column) * depths.count();
        boolean direct = !add && used == width && product.outStep() == 1;
        int whole = direct ? end - (end - i) % ROWS : i;
        if (whole > i) {
          int to = product.outStart() + j;
          runInPlace(depths, i, whole, packed, panel, product.out(), product.outAt(), i, to);
        }
        if (whole < end) {
          runInPlace(depths, whole, end, packed, panel, tiles, TILE_ROWS, 0, 0);
          store(tiles, whole, end - whole, j, used, add);
        }
      }
    }
  }

  private void runInPlace(
      Product.Depths depths,
      int row,
      int rowEnd,
      float[] packed,
      int panel,
      float[] c,
      int[] outAt,
      int outRow,
      int outColumn) {
    inPlace.run(
        product.left(),
        product.rowAt(),
        row,
        rowEnd,
        product.depthAt(),
        depths.from(),
        depths.to(),
        product.leftStart() + depths.start(),
        depths.length(),
        packed,
        panel,
        c,
        outAt,
        outRow,
        outColumn);
  }

  /** Multiplies one tile of rows by all panels. */
  private void runTiles(
      Product.Depths depths,
      int row,
      int height,
      int leftAt,
      int column,
      int columnEnd,
      float[] packed,
      float[] tile) {
    boolean add = depths != blocks[0];
    int columns = columnEnd - column;
    boolean inRows = wholeRows && !add && columns > width && columns % width == 0;
    for (int j = column; j < columnEnd; j += width) {
      int used = Math.min(width, columnEnd - j);
      boolean direct = !inRows && !add && used == width && height == ROWS && product.outStep() == 1;
      float[] c = direct ? product.out() : tile;
      int[] outAt = direct ? product.outAt() : inRows ? Steps.of(ROWS, columns) : TILE_ROWS;
      int outRow = direct ? row : 0;
      int outColumn = direct ? product.outStart() + j : inRows ? j - column : 0;
      int panel = (j - column) * depths.count();
      if (rightDistance > 0 && used == width) {
        int at = product.rightStart() + product.rightAt()[first(depths)] + j;
        CODE.tile(
            height,
            packed,
            leftAt,
            depths.count(),
            product.right(),
            at,
            rightDistance,
            c,
            outAt,
            outRow,
            outColumn);
      } else {
        CODE.tile(
            height,
            packed,
            leftAt,
            depths.count(),
            packed,
            panel,
            width,
            c,
            outAt,
            outRow,
            outColumn);
      }
      if (!direct && !inRows) {
        store(tile, row, height, j, used, add);
      }
    }
    for (int i = 0; inRows && i < height; i++) {
      int to = product.outStart() + product.outAt()[row + i] + column;
      System.arraycopy(tile, i * columns, product.out(), to, columns);
    }
  }

  private int first(Product.Depths depths) {
    return depths.from() * product.run() + depths.start();
  }

  private void packRight(Product.Depths depths, int column, int columnEnd, float[] packed) {
    int k = first(depths);
    int n = depths.count();
    int whole = (columnEnd - column) / width;
    int rest = columnEnd - column - whole * width;
    if (product.rightStep() != 1) {
      for (int j = column; j < columnEnd; j += width) {
        packColumns(k, n, j, packed, (j - column) * n);
      }
      return;
    }
    if (rightDistance == 0) {
      if (width == COLUMNS) {
        int offset = product.rightStart() + column;
        CODE.panels(product.right(), product.rightAt(), k, offset, packed, 0, whole, n);
      } else {
        for (int p = 0; p < whole; p++) {
          packRest(k, n, column + p * width, width, packed, p * width * n);
        }
      }
    }
    if (rest > 0) {
      packRest(k, n, column + whole * width, rest, packed, whole * width * n);
    }
  }

  private void packRest(int k, int n, int column, int used, float[] packed, int to) {
    int offset = product.rightStart() + column;
    CODE.part(product.right(), product.rightAt(), k, offset, packed, to, width, used, n);
  }

  private void packColumns(int k, int n, int column, float[] packed, int to) {
    int[] at = product.rightAt();
    int end = k + n;
    int t = to;
    for (int from = k; from < end; ) {
      int until = from + 1;
      while (until < end && at[until] == at[until - 1] + 1) {
        until++;
      }
      packRun(product.rightStart() + at[from], until - from, column, packed, t);
      t += (until - from) * width;
      from = until;
    }
  }

  /** Packs a panel at depths that lie side by side, from {@code offset} on. */
  private void packRun(int offset, int n, int column, float[] packed, int to) {
    float[] right = product.right();
    if (width % ROWS == 0) {
      for (int j = 0; j < width; j += ROWS) {
        CODE.transpose(right, columnAt, column + j, offset, packed, to + j, width, n);
      }
      return;
    }
    for (int k = 0; k < n; k++) {
      for (int j = 0; j < width; j++) {
        packed[to + k * width + j] = right[columnAt[column + j] + offset + k];
      }
    }
  }

  private void packLeft(Product.Depths depths, int row, int rowEnd, float[] packed, int to) {
    int n = depths.count() * ROWS;
    if (left == Left.RUNS) {
      for (int i = row; i < rowEnd; i += ROWS) {
        packRuns(depths, i, packed, to + (i - row) / ROWS * n);
      }
    } else if (left == Left.ROWS) {
      int i = row;
      while (i + ROWS <= rowEnd && areTogether(product.rowAt(), i)) {
        i += ROWS;
      }
      int tiles = (i - row) / ROWS;
      if (tiles > 0 && product.rowAt()[i - 1] == product.rowAt()[row] + i - 1 - row) {
        CODE.rows(
            product.left(),
            product.depthAt(),
            depths.from(),
            product.leftStart() + product.rowAt()[row],
            packed,
            to,
            tiles,
            depths.count());
      } else {
        i = row;
      }
      for (; i < rowEnd; i++) {
        int at = to + (i - row) / ROWS * n + (i - row) % ROWS;
        packRow(depths, i, packed, at);
      }
    }
  }

  private void packRuns(Product.Depths depths, int row, float[] packed, int to) {
    int t = to;
    for (int d = depths.from(); d < depths.to(); d++) {
      int offset = product.leftStart() + product.depthAt()[d] + depths.start();
      CODE.transpose(
          product.left(), product.rowAt(), row, offset, packed, t, ROWS, depths.length());
      t += depths.length() * ROWS;
    }
  }

  private void packRow(Product.Depths depths, int row, float[] packed, int to) {
    int at = product.leftStart() + product.rowAt()[row];
    int t = to;
    for (int d = depths.from(); d < depths.to(); d++) {
      packed[t] = product.left()[at + product.depthAt()[d]];
      t += ROWS;
    }
  }

  /** Stores rows of tiles, or adds them to what is there. */
  private void store(float[] tile, int row, int height, int column, int used, boolean add) {
    if (product.outStep() == 1) {
      int to = product.outStart() + column;
      CODE.store(tile, product.out(), product.outAt(), row, to, used, height, add);
      return;
    }
    for (int i = 0; i < height; i += ROWS) {
      int rows = Math.min(ROWS, height - i);
      if (!add && rows == ROWS && areTogether(product.outAt(), row + i)) {
        int step = product.outStep();
        int to = product.outStart() + product.outAt()[row + i] + column * step;
        CODE.transpose(tile, TILE_ROWS, i, 0, product.out(), to, step, used);
      } else {
        scatter(tile, i, row + i, rows, column, used, add);
      }
    }
  }

  private void scatter(
      float[] tile, int tileRow, int row, int height, int column, int used, boolean add) {
    float[] out = product.out();
    for (int i = 0; i < height; i++) {
      int to = product.outStart() + product.outAt()[row + i];
      for (int j = 0; j < used; j++) {
        int at = to + (column + j) * product.outStep();
        float value = tile[TILE_ROWS[tileRow + i] + j];
        out[at] = add ? out[at] + value : value;
      }
    }
  }
}
