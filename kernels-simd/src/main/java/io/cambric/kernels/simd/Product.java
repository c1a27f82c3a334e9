package io.cambric.kernels.simd;

import io.cambric.kernel.Parallel;

/**
 * A matrix product whose left rows, depths and result rows may lie anywhere: what plain products
 * and convolutions become.
 *
 * <p>Element (i, k) of the left factor lies at {@code rowAt[i] + depthAt[d] + p} for depth {@code k
 * = d * run + p}; element (k, j) of the right one at {@code rightAt[k] + j * rightStep}; element
 * (i, j) of the result at {@code outAt[i] + j}. The tables of rows are padded to whole tiles by
 * repeating their last entry.
 *
 * <p>Each element is summed in the order of depths, in blocks of depths that depend on the shape
 * only.
 *
 * @param table whether each depth has an entry, so that {@code run} is 1
 * @param accumulate whether the product is added to the result
 */
record Product(
    int rows,
    int columns,
    float[] left,
    int[] rowAt,
    int[] depthAt,
    int run,
    boolean table,
    float[] right,
    int[] rightAt,
    int rightStep,
    float[] out,
    int[] outAt,
    boolean accumulate) {

  /** A block of a panel stays in the second-level cache while rows pass by. */
  private static final int MAX_DEPTH = 512;

  /** Rows and panels of one task: some tens of microseconds of work. */
  private static final int TASK_ROWS = 64;

  private static final int TASK_PANELS = 4;

  /** Below this many multiplications a second thread costs more than it brings. */
  private static final long PARALLEL_WORK = 1 << 19;

  private static final int[] TILE_ROWS = rowsOf(TileKernel.ROWS, 2 * Species.LANES);

  private static int[] rowsOf(int rows, int step) {
    int[] at = new int[rows];
    for (int i = 0; i < rows; i++) {
      at[i] = i * step;
    }
    return at;
  }

  /** {@return a table of {@code count} positions a step apart, padded to whole tiles} */
  static int[] rowTable(int count, int start, int step) {
    int[] at = new int[paddedRows(count)];
    for (int i = 0; i < at.length; i++) {
      at[i] = start + Math.min(i, count - 1) * step;
    }
    return at;
  }

  static int paddedRows(int count) {
    return (count + TileKernel.ROWS - 1) / TileKernel.ROWS * TileKernel.ROWS;
  }

  int depth() {
    return depthAt.length * run;
  }

  /** Computes the product, over several threads where it is large. */
  void compute(boolean parallel) {
    if (rows <= RowProduct.MOST_ROWS && rightStep == 1 && !accumulate) {
      new RowProduct(this).compute(parallel);
      return;
    }
    boolean wide = columns > Species.LANES;
    var kernel = TileKernel.of(table, wide);
    int panels = (columns - 1) / kernel.columns() + 1;
    boolean shared = parallel && (long) rows * columns * depth() >= PARALLEL_WORK;
    // Runs longer than a block are cut; shorter ones are grouped.
    int pieces = (run - 1) / MAX_DEPTH + 1;
    int piece = (run - 1) / pieces + 1;
    int most = Math.max(1, MAX_DEPTH / run);
    int groups = (depthAt.length - 1) / most + 1;
    int group = (depthAt.length - 1) / groups + 1;
    try (var packed = Scratch.floats(piece * group * panels * kernel.columns())) {
      boolean add = accumulate;
      for (int from = 0; from < depthAt.length; from += group) {
        int to = Math.min(from + group, depthAt.length);
        for (int start = 0; start < run; start += piece) {
          var block =
              new DepthBlock(from, to, start, Math.min(piece, run - start), packed.array(), add);
          if (shared) {
            Parallel.forRange(panels, 2, (first, last) -> pack(kernel, block, first, last));
            runShared(kernel, block, panels);
          } else {
            pack(kernel, block, 0, panels);
            runTiles(kernel, block, 0, rows, 0, panels);
          }
          add = true;
        }
      }
    }
  }

  /** Some depths: the table entries from {@code from} to {@code to}, and a part of each run. */
  private record DepthBlock(int from, int to, int start, int length, float[] packed, boolean add) {

    int depth() {
      return (to - from) * length;
    }
  }

  private void runShared(TileKernel kernel, DepthBlock block, int panels) {
    int rowTasks = (rows - 1) / TASK_ROWS + 1;
    int panelTasks = (panels - 1) / TASK_PANELS + 1;
    Parallel.forRange(
        rowTasks * panelTasks,
        1,
        (first, last) -> {
          for (int task = first; task < last; task++) {
            int row = task % rowTasks * TASK_ROWS;
            int panel = task / rowTasks * TASK_PANELS;
            runTiles(
                kernel,
                block,
                row,
                Math.min(row + TASK_ROWS, rows),
                panel,
                Math.min(panel + TASK_PANELS, panels));
          }
        });
  }

  /** Brings panels of the right factor into the order in which a micro-kernel reads them. */
  private void pack(TileKernel kernel, DepthBlock block, int firstPanel, int lastPanel) {
    int width = kernel.columns();
    for (int panel = firstPanel; panel < lastPanel; panel++) {
      int column = panel * width;
      int used = Math.min(width, columns - column);
      int to = panel * block.depth() * width;
      for (int d = block.from; d < block.to; d++) {
        int k = d * run + block.start;
        Packing.panel(
            right,
            rightAt,
            k,
            block.length,
            column * rightStep,
            rightStep,
            used,
            block.packed,
            to + (d - block.from) * block.length * width,
            width);
      }
    }
  }

  private void runTiles(
      TileKernel kernel, DepthBlock block, int row, int rowEnd, int panel, int panelEnd) {
    int width = kernel.columns();
    float[] tile = new float[TileKernel.ROWS * 2 * Species.LANES];
    for (int p = panel; p < panelEnd; p++) {
      int column = p * width;
      int used = Math.min(width, columns - column);
      int at = p * block.depth() * width;
      for (int i = row; i < rowEnd; i += TileKernel.ROWS) {
        int height = Math.min(TileKernel.ROWS, rowEnd - i);
        boolean whole = !block.add && used == width && height == TileKernel.ROWS;
        kernel.run(
            left,
            rowAt,
            i,
            depthAt,
            block.from,
            block.to,
            block.start,
            block.length,
            block.packed,
            at,
            whole ? out : tile,
            whole ? outAt : TILE_ROWS,
            whole ? i : 0,
            whole ? column : 0);
        if (!whole) {
          for (int r = 0; r < height; r++) {
            Packing.store(tile, TILE_ROWS[r], out, outAt[i + r] + column, used, block.add);
          }
        }
      }
    }
  }
}
