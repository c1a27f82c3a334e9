package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.block.FusedCallRun;
import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.PlainProduct;
import io.cambric.kernel.block.Rows;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.jit.Species;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A matrix product C = A * B with offset tables for the rows of A, for k, and for the rows of C.
 * With them, convolutions lower to it like plain products, without an im2col copy.
 *
 * <p>Element (i, k) of A is at {@code a.at(i) + kOffsets[d] + p} for {@code k = d * run + p}.
 * Element (k, j) of B is at {@code b.at(k) + j * bStep}. Element (i, j) of C is at {@code c.at(i) +
 * j * outStep}. The row tables of A and C are padded to whole tiles with their last entry.
 *
 * <p>If B is already packed in {@code panels}, they are read in its place. Otherwise the product
 * packs B.
 *
 * <p>Each element is summed in order of k. Its bits depend neither on the division of the product
 * nor on transposing it.
 */
public record Gemm(
    int rows,
    int columns,
    Rows a,
    int[] kOffsets,
    int run,
    Rows b,
    int bStep,
    Rows c,
    int outStep,
    OperandB.@Nullable Packed panels) {

  /** The most values of k in a block, KC of BLIS, if A is not packed. Long blocks seldom read C. */
  private static final int KC = 1024;

  /** Columns of a block of B, NC of BLIS. Its packed panels take half of the L2 cache. */
  static final int NC = 256;

  /** Rows and columns of a task that amortise packing its operands. */
  static final int MIN_SIDE = 64;

  /**
   * The most columns per row of a task where results do not stay in the L2 cache. Threads that
   * store different columns of the same rows write into the same pages, which is slower than
   * separate rows.
   */
  private static final int MAX_ASPECT = 4;

  /** Multiplications that justify another thread, including multiplications of padding. */
  private static final long MIN_WORK = 3 << 17;

  /** Cost of storing an element of C to memory, in multiplications. */
  private static final int STORE_COST = 8;

  /** Cost of packing an element of B, in multiplications. */
  private static final int PACK_COST = 5;

  /** Tasks per thread. An interrupted thread leaves its remaining tasks to the others. */
  private static final int TASKS_PER_THREAD = 4;

  /** {@return the same product with its operands and result moved by some elements} */
  Gemm plus(int ofA, int ofB, int ofC) {
    return new Gemm(
        rows,
        columns,
        a.plus(ofA),
        kOffsets,
        run,
        b.plus(ofB),
        bStep,
        c.plus(ofC),
        outStep,
        panels);
  }

  /** {@return the product with B in packed panels} */
  Gemm withPanels(OperandB.Packed panels) {
    return new Gemm(rows, columns, a, kOffsets, run, b, bStep, c, outStep, panels);
  }

  /**
   * {@return the length of row tables of {@code count} rows} The padding covers every tile that
   * begins at a row of the table.
   */
  private static int paddedRows(int count) {
    return ((count + Packing.PACK_MR - 1) / Packing.PACK_MR + 1) * Packing.PACK_MR;
  }

  /** {@return a table padded with its last entry, like row tables} */
  public static int[] padded(int[] table) {
    int[] padded = Arrays.copyOf(table, paddedRows(table.length));
    Arrays.fill(padded, table.length, padded.length, table[table.length - 1]);
    return padded;
  }

  /** {@return a row table for rows that are {@code step} apart} */
  public static int[] rowTable(int count, int step) {
    return OffsetTables.upTo(count, step, paddedRows(count));
  }

  /** {@return the rows that the tiles of a product with {@code count} rows compute} */
  static double tileRows(int count) {
    return MachineProfile.PACKED.computed(count);
  }

  /** {@return the columns that the tiles of a product with {@code count} columns compute} */
  static double tileColumns(int count) {
    return OffsetTables.whole(count, Species.LANES);
  }

  int kSize() {
    return kOffsets.length * run;
  }

  /** {@return whether panels of B are two vectors wide, and not one} */
  boolean hasWidePanels() {
    return columns >= Packing.NR;
  }

  /** {@return the columns of a panel of B} */
  int panelWidth() {
    return (hasWidePanels() ? 2 : 1) * Species.LANES;
  }

  /** {@return the first k of a block} */
  int first(KBlock kBlock) {
    return kBlock.from() * run + kBlock.start();
  }

  /**
   * A block of k: the offset table entries from {@code from} to {@code to}, and a part of each run.
   */
  record KBlock(int from, int to, int start, int length) {

    int count() {
      return (to - from) * length;
    }

    /** {@return the positions of all k of the block, from the positions of runs} */
    int[] offsets(int[] kOffsets) {
      if (length == 1 && from == 0) {
        return kOffsets;
      }
      int[] at = new int[count()];
      for (int k = 0; k < at.length; k++) {
        at[k] = kOffsets[from + k / length] + k % length;
      }
      return at;
    }
  }

  /** Some rows and columns of C. */
  record Block(int row, int rowEnd, int column, int columnEnd) {

    int columns() {
      return columnEnd - column;
    }
  }

  /** {@return the blocks of k; each block continues the sums of the previous blocks} */
  KBlock[] kBlocks() {
    int kc = new OperandA(this).isPacked() ? MachineProfile.here().blockDepth() : KC;
    // Runs longer than a block are split, shorter ones are grouped.
    int pieces = (run - 1) / kc + 1;
    int piece = (run - 1) / pieces + 1;
    int most = Math.max(1, kc / run);
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
   * Computes the product in the faster way, packed or unpacked; a large one over several threads.
   */
  public void compute(boolean parallel, FusedCallRun fused) {
    var unpacked = UnpackedGemm.of(this);
    if (unpacked == null) {
      computePacked(parallel, fused);
    } else {
      unpacked.compute(parallel, fused);
    }
  }

  /**
   * Computes the product with packed operands; a large one over several threads.
   *
   * @param fused A prologue computes the rows of A. Their elements are adjacent and all read, and
   *     positions in A are points of its loop. An epilogue runs on each part of C once it is
   *     complete.
   */
  void computePacked(boolean parallel, FusedCallRun fused) {
    boolean isComputed = fused.prologue() != null;
    long packing = panels == null ? (long) PACK_COST * columns * kSize() : 0;
    long work = (long) (tileRows(rows) * tileColumns(columns) * (kSize() + STORE_COST)) + packing;
    int threads = parallel ? Parallel.threads() : 1;
    int most = threads > 1 ? (int) Math.min(work / MIN_WORK, TASKS_PER_THREAD * threads) : 1;
    int rowParts = 1;
    boolean cached = GemmMacroKernel.isCached(columns, kSize());
    var machine = MachineProfile.here();
    int block = machine.blockColumns(threads == 1);
    int maxAspect = (long) rows * columns > GemmMacroKernel.CACHED ? MAX_ASPECT : 1;
    int columnParts = cached ? 1 : (columns - 1) / block + 1;
    while (rowParts * columnParts < most) {
      int height = rows / rowParts;
      int width = columns / columnParts;
      // With a prologue no two tasks may compute the same row.
      boolean byRows = height * maxAspect >= width || isComputed;
      int least = rowParts * columnParts < threads ? MIN_SIDE : machine.spareSide();
      if ((byRows ? height : width) < 2 * least) {
        break;
      }
      if (byRows) {
        rowParts *= 2;
      } else {
        columnParts *= 2;
      }
    }
    int height = part(rows, rowParts, Packing.PACK_MR);
    int width = part(columns, columnParts, Packing.NR);
    var task = new GemmMacroKernel(this, height, width, fused);
    Parallel.forRange(task.count(), parallel && most > 1 ? 1 : task.count(), task);
  }

  /**
   * Multiplies a block by plain code, which packs no operand. It sums rows of the columns of the
   * block, not of a panel.
   *
   * @param extend whether the sums begin with the values of C
   * @param rows of A, from the first row of the block on
   */
  void multiplyPlainly(boolean extend, Rows rows, KBlock kBlock, Block block) {
    var columns = b.from(first(kBlock)).plus(block.column * bStep);
    var results = c.from(block.row).plus(block.column * outStep);
    int[] depth = kBlock.offsets(kOffsets);
    new PlainProduct(
            extend,
            kBlock.count(),
            rows.plus(kBlock.start),
            depth,
            0,
            columns,
            bStep,
            results,
            outStep)
        .run(block.rowEnd - block.row, block.columns());
  }

  /** Runs the epilogue on some rows and columns of C, in contiguous pieces. */
  void finish(FusedCallRun fused, Block block) {
    if (outStep == 1) {
      var rows = c.from(block.row).plus(block.column);
      finish(fused, rows, block.rowEnd - block.row, block.columns());
      return;
    }
    var epilogue = fused.epilogue();
    if (epilogue == null) {
      return;
    }
    // In a transposed product, rows of the dense result are columns of C.
    try (var part = epilogue.open()) {
      for (int j = block.column; j < block.columnEnd; j++) {
        int from = c.at(block.row) + j * outStep;
        part.run(from, from + block.rowEnd - block.row);
      }
    }
  }

  /** Runs the epilogue on some rows of a result. */
  public static void finish(FusedCallRun fused, Rows rows, int count, int width) {
    var epilogue = fused.epilogue();
    if (epilogue == null) {
      return;
    }
    try (var part = epilogue.open()) {
      for (int i = 0; i < count; ) {
        int from = rows.at(i);
        int to = from;
        for (; i < count && rows.at(i) == to; i++) {
          to += width;
        }
        part.run(from, to);
      }
    }
  }

  /** {@return the size of a part, rounded up to whole tiles} */
  private static int part(int size, int parts, int tile) {
    return ((size - 1) / parts / tile + 1) * tile;
  }
}
