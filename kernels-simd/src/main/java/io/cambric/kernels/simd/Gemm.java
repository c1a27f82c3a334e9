package io.cambric.kernels.simd;

import io.cambric.kernel.EpilogueRun;
import io.cambric.kernel.Parallel;
import io.cambric.kernel.PrologueRun;
import org.jspecify.annotations.Nullable;

/**
 * A matrix product whose left rows, depths and result rows may lie anywhere: what plain products
 * and convolutions become.
 *
 * <p>Element (i, k) of the left factor lies at {@code leftStart + rowAt[i] + kOffsets[d] + p} for
 * depth {@code k = d * run + p}; element (k, j) of the right one at {@code rightStart + rightAt[k]
 * + j * rightStep}; element (i, j) of the result at {@code outStart + outAt[i] + j * outStep}. The
 * tables of rows are padded to whole tiles by repeating their last entry.
 *
 * <p>Each element is summed in the order of depths, in blocks of depths that depend on their number
 * and on {@code run} only: the same bits however the product is divided, and with its factors
 * exchanged.
 */
record Gemm(
    int rows,
    int columns,
    float[] left,
    int leftStart,
    int[] rowAt,
    int[] kOffsets,
    int run,
    float[] right,
    int rightStart,
    int[] rightAt,
    int rightStep,
    float[] out,
    int outStart,
    int[] outAt,
    int outStep) {

  /**
   * Depths that are summed up by themselves: fewer make more passes over the result, though packed
   * factors would stay in nearer caches.
   */
  static final int KC = 1024;

  /** Columns whose packed panels take half of the second-level cache. */
  static final int BLOCK_COLUMNS = 256;

  /**
   * Columns of a block of a product that one thread computes, where registers are few: panels then
   * come from the third-level cache, as all rows of a lot read them one after the other, and the
   * left factor is packed for more columns at once. Several threads would each pack them.
   */
  private static final int WIDE_BLOCK_COLUMNS = 512;

  /** Rows and columns of a task that are enough to make up for packing its factors. */
  private static final int MIN_SIDE = 64;

  /**
   * The same for tasks beyond one a thread, which only even out interruptions. Where registers are
   * few, packing takes so much of the time of smaller ones that this is lost again.
   */
  private static final int MIN_SPARE_SIDE = Species.FEW_REGISTERS ? 128 : MIN_SIDE;

  /**
   * How many times as wide as high tasks may be where results stay in no second-level cache.
   * Threads that each store some columns of all rows write into the same pages, and took up to 1.4
   * times as long as threads that store rows of their own.
   */
  private static final int FLAT = 4;

  /** Multiplications of a task, those for padding included, that are worth another thread. */
  private static final long MIN_WORK = 3 << 17;

  /** Multiplications that take as long as a result takes to memory. */
  private static final int STORE = 8;

  /** The same for packing an element of the right factor. */
  private static final int PACK = 5;

  /** Tasks a thread, so that one that is interrupted leaves work for the others. */
  private static final int TASKS = 4;

  /**
   * {@return the length of tables of {@code count} rows} The last position is repeated as often as
   * tiles that begin at a row may reach beyond it.
   */
  static int paddedRows(int count) {
    int whole = (count + Packing.ROWS - 1) / Packing.ROWS * Packing.ROWS;
    return MicroKernels.STEP == Packing.ROWS ? whole : whole + Packing.ROWS;
  }

  /** {@return positions of rows that are a step apart} */
  static int[] rowTable(int count, int step) {
    return OffsetTables.upTo(count, step, paddedRows(count));
  }

  /** {@return rows that the tiles of a product with {@code count} rows compute} */
  static double tileRows(int count) {
    return MicroKernels.computed(count);
  }

  /** {@return columns that the tiles of a product with {@code count} columns compute} */
  static double tileColumns(int count) {
    int narrow = MicroKernel.RUN_NARROW.columns();
    int tile = count <= narrow ? narrow : Packing.COLUMNS;
    return (count - 1) / tile * tile + tile;
  }

  int kSize() {
    return kOffsets.length * run;
  }

  /** {@return whether the result has more columns than a narrow panel} */
  boolean isWide() {
    return columns > MicroKernel.RUN_NARROW.columns();
  }

  /** {@return what reads a left factor in place} */
  MicroKernel inPlace() {
    return MicroKernel.of(run == 1, isWide());
  }

  /** {@return the columns of a panel of the right factor} */
  int panelWidth() {
    return inPlace().columns();
  }

  /** {@return the number of the first of some depths} */
  int first(KBlock kBlock) {
    return kBlock.from() * run + kBlock.start();
  }

  /** Some depths: the table entries from {@code from} to {@code to}, and a part of each run. */
  record KBlock(int from, int to, int start, int length) {

    int count() {
      return (to - from) * length;
    }
  }

  /** {@return the blocks of depths, of which each sums up by itself} */
  KBlock[] kBlocks() {
    // Runs longer than a block are cut; shorter ones are grouped.
    int pieces = (run - 1) / KC + 1;
    int piece = (run - 1) / pieces + 1;
    int most = Math.max(1, KC / run);
    int groups = (kOffsets.length - 1) / most + 1;
    int group = (kOffsets.length - 1) / groups + 1;
    var blocks = new KBlock[((kOffsets.length - 1) / group + 1) * ((run - 1) / piece + 1)];
    int count = 0;
    for (int from = 0; from < kOffsets.length; from += group) {
      int to = Math.min(from + group, kOffsets.length);
      for (int start = 0; start < run; start += piece) {
        blocks[count++] = new KBlock(from, to, start, Math.min(piece, run - start));
      }
    }
    return blocks;
  }

  /**
   * Computes the product, over several threads where it is large.
   *
   * @param epilogue what is run on each part of the result once it is there, or {@code null}
   */
  void compute(boolean parallel, @Nullable EpilogueRun epilogue) {
    compute(parallel, null, epilogue, null);
  }

  /**
   * Computes the product, over several threads where it is large.
   *
   * @param prologue what computes the left factor, whose depths follow one another and all of which
   *     are read, or {@code null}; positions in it are points of a loop then
   * @param epilogue what is run on each part of the result once it is there, or {@code null}
   * @param panels the right factor, packed before, or {@code null}
   */
  void compute(
      boolean parallel,
      @Nullable PrologueRun prologue,
      @Nullable EpilogueRun epilogue,
      @Nullable PackedPanels panels) {
    if (prologue == null && rows <= SkinnyGemm.MAX_ROWS && rightStep == 1 && outStep == 1) {
      new SkinnyGemm(this).compute(parallel);
      finish(epilogue, 0, rows, 0, columns);
      return;
    }
    long packing = panels == null ? (long) PACK * columns * kSize() : 0;
    long work = (long) (tileRows(rows) * tileColumns(columns) * (kSize() + STORE)) + packing;
    int threads = parallel ? Parallel.threads() : 1;
    int most = threads > 1 ? (int) Math.min(work / MIN_WORK, TASKS * threads) : 1;
    int rowParts = 1;
    boolean cached = GemmMacroKernel.isCached(columns, kSize());
    boolean inWideBlocks = threads == 1 && Species.FEW_REGISTERS;
    int block = inWideBlocks ? WIDE_BLOCK_COLUMNS : BLOCK_COLUMNS;
    int mostFlat = (long) rows * columns > GemmMacroKernel.CACHED ? FLAT : 1;
    int columnParts = cached ? 1 : (columns - 1) / block + 1;
    while (rowParts * columnParts < most) {
      int height = rows / rowParts;
      int width = columns / columnParts;
      // No row is computed by two tasks.
      boolean byRows = height * mostFlat >= width || prologue != null;
      int least = rowParts * columnParts < threads ? MIN_SIDE : MIN_SPARE_SIDE;
      if ((byRows ? height : width) < 2 * least) {
        break;
      }
      if (byRows) {
        rowParts *= 2;
      } else {
        columnParts *= 2;
      }
    }
    int height = part(rows, rowParts, Packing.ROWS);
    int width = part(columns, columnParts, Packing.COLUMNS);
    var task =
        new GemmTask(
            this, new GemmMacroKernel(this, width, prologue, panels), height, width, epilogue);
    Parallel.forRange(task.count(), parallel && most > 1 ? 1 : task.count(), task);
  }

  /** Runs an epilogue on some rows and columns of the result, in pieces that lie together. */
  void finish(@Nullable EpilogueRun epilogue, int row, int rowEnd, int column, int columnEnd) {
    if (outStep == 1) {
      finish(epilogue, outAt, row, rowEnd, outStart + column, outStart + columnEnd);
    } else if (epilogue != null) {
      // The transposed product of a dense result: its rows are columns here.
      try (var part = epilogue.open()) {
        for (int j = column; j < columnEnd; j++) {
          int from = outStart + outAt[row] + j * outStep;
          part.run(from, from + rowEnd - row);
        }
      }
    }
  }

  /** Runs an epilogue on some columns of rows that lie anywhere. */
  static void finish(
      @Nullable EpilogueRun epilogue, int[] outAt, int row, int rowEnd, int column, int columnEnd) {
    if (epilogue == null) {
      return;
    }
    int width = columnEnd - column;
    try (var part = epilogue.open()) {
      for (int i = row; i < rowEnd; ) {
        int from = outAt[i] + column;
        int to = from;
        for (; i < rowEnd && outAt[i] + column == to; i++) {
          to += width;
        }
        part.run(from, to);
      }
    }
  }

  /** {@return the size of one of some parts, made of whole tiles} */
  private static int part(int size, int parts, int tile) {
    return ((size - 1) / parts / tile + 1) * tile;
  }
}
