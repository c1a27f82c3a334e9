package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.block.FusedCallRun;
import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.PrologueRun;
import io.cambric.kernel.block.Rows;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.thread.RangeTask;
import io.cambric.kernels.simd.jit.Species;
import org.jspecify.annotations.Nullable;

/**
 * The macro-kernel of a {@link Gemm}: it packs blocks of A and B, and runs micro-kernels.
 *
 * <p>Blocks of C are parallel tasks. Blocks with the same columns are neighbours, so a thread
 * seldom packs B twice.
 */
final class GemmMacroKernel implements RangeTask {

  private static final PackedKernels PACKED = MachineProfile.PACKED;
  private static final int PACK_MR = Packing.PACK_MR;
  private static final int NR = Packing.NR;

  /** Rows of a packed block of A, MC of BLIS: a few cache lines for each k. */
  static final int MC = PACKED.maxRows();

  /** Rows of an unpacked block of A, which stay in the cache for all panels of B. */
  private static final int UNPACKED_MC = 64;

  private static final int[] TILE_ROWS = OffsetTables.of(Math.max(UNPACKED_MC, MC), NR);

  private static final float[] EMPTY = {};

  /** Elements of an operand or a result that stay in the L2 cache. */
  static final int CACHED = MachineProfile.here().cachedElements();

  /** Elements of A that a prologue computes at once: they stay in the L1 and L2 caches. */
  private static final int COMPUTED = 1 << 14;

  private final Gemm gemm;
  private final int height;
  private final int columns;
  private final @Nullable PrologueRun prologue;
  private final FusedCallRun fused;
  private final OperandB.@Nullable Packed packed;
  private final Gemm.KBlock[] blocks;
  private final OperandA a;
  private final boolean packsA;
  private final OperandB b;
  private final ResultC result;
  private final int width;
  private final int maxColumns;
  private final boolean byRows;

  /**
   * Prepares a product.
   *
   * @param height the most rows of a block of C
   * @param columns the most columns of a block of C
   * @param fused a prologue that computes the rows of A, whose elements are adjacent, and an
   *     epilogue that runs on each complete block of C
   */
  GemmMacroKernel(Gemm gemm, int height, int columns, FusedCallRun fused) {
    this.gemm = gemm;
    this.height = height;
    this.columns = columns;
    this.fused = fused;
    prologue = fused.prologue();
    packed = gemm.panels();
    blocks = gemm.kBlocks();
    width = gemm.panelWidth();
    a = new OperandA(gemm);
    result = new ResultC(gemm);
    packsA = a.isPacked();
    b = new OperandB(gemm, packed == null);
    maxColumns = OffsetTables.whole(columns, width);
    byRows = prologue != null || isCached(maxColumns, gemm.kSize());
  }

  /** {@return whether this number of columns of B stays in the L2 cache} */
  static boolean isCached(int columns, int kSize) {
    return (long) columns * kSize <= CACHED;
  }

  private int blocksDown() {
    return (gemm.rows() - 1) / height + 1;
  }

  /** {@return the number of blocks of C} */
  int count() {
    return blocksDown() * ((gemm.columns() - 1) / columns + 1);
  }

  private Gemm.Block block(int number) {
    int row = number % blocksDown() * height;
    int column = number / blocksDown() * columns;
    int rowEnd = Math.min(row + height, gemm.rows());
    return new Gemm.Block(row, rowEnd, column, Math.min(column + columns, gemm.columns()));
  }

  @Override
  public RangeTask open() {
    return new Worker();
  }

  @Override
  public void run(int from, int to) {
    var worker = open();
    try {
      worker.run(from, to);
    } finally {
      worker.close();
    }
  }

  private int maxK() {
    int maxK = 0;
    for (var kBlock : blocks) {
      maxK = Math.max(maxK, kBlock.count());
    }
    return maxK;
  }

  /** {@return the rows of A that stay in the cache while all panels of B are multiplied} */
  private int mc() {
    return packsA ? MC : UNPACKED_MC;
  }

  private int packedRows() {
    return PACK_MR * PACKED.panels(Math.min(MC, gemm.rows()));
  }

  /** {@return the rows of A that a prologue computes at once} */
  private int computedRows() {
    return Math.clamp(COMPUTED / gemm.kSize() / PACK_MR * PACK_MR, PACK_MR, mc());
  }

  /** {@return the start of the panels of a block of k and of some columns} */
  private int panels(Gemm.KBlock kBlock, Gemm.Block block) {
    if (packed != null) {
      return packed.at(gemm, kBlock, block.column());
    }
    return byRows ? gemm.first(kBlock) * OffsetTables.whole(block.columns(), width) : 0;
  }

  /**
   * The working memory of a thread. If B stays in the cache, A is read once, and the panels also
   * serve the next block with the same columns.
   */
  private final class Worker implements RangeTask {

    private final Scratch scratch = new Scratch();

    /** Packed panels of B. */
    private final float[] panelsOfB =
        packed == null
            ? scratch.floats((byRows ? gemm.kSize() : maxK()) * maxColumns)
            : packed.data();

    /** Packed micro-panels of A, followed by room for a vector. */
    private final float[] panelsOfA =
        packsA ? scratch.floats(maxK() * packedRows() + Species.LANES) : EMPTY;

    /** Results that are not stored yet. */
    private final Rows tiles = new Rows(scratch.floats(TILE_ROWS.length * NR), TILE_ROWS, 0, 0);

    /** Rows of A that a prologue computed. */
    private final float[] computed =
        prologue == null ? EMPTY : scratch.floats(computedRows() * gemm.kSize());

    /** The first column of the panels of B for all k. */
    private int packedColumn = -1;

    /** Whether the loops of the block are not compiled yet. */
    private boolean isPlain;

    @Override
    public void run(int from, int to) {
      for (int number = from; number < to; number++) {
        var block = block(number);
        run(block);
        gemm.finish(fused, block);
      }
    }

    private void run(Gemm.Block block) {
      isPlain = !isHot(block);
      if (!byRows) {
        runByKBlocks(block);
        return;
      }
      if (packed == null && !isPlain && block.column() != packedColumn) {
        b.packAll(blocks, block.column(), block.columnEnd(), panelsOfB, 0);
        packedColumn = block.column();
      }
      if (prologue == null) {
        runByRows(block, null);
        return;
      }
      try (var part = prologue.open()) {
        runByRows(block, part);
      }
    }

    /** {@return whether the loops for all columns except the last few are compiled} */
    private boolean isHot(Gemm.Block block) {
      int used = Math.min(width, block.columns());
      var panel = b.panel(0, block.column(), used, panelsOfB, 0).whole();
      boolean extend = blocks.length > 1;
      long points = (long) (block.rowEnd() - block.row()) * block.columns() * gemm.kSize();
      return packsA
          ? PACKED.isHot(false, gemm.kSize(), panel, points)
              & (!extend || PACKED.isHot(true, gemm.kSize(), panel, points))
          : kernel(used).isHot(false, used, points)
              & (!extend || kernel(used).isHot(true, used, points));
    }

    private UnpackedKernel kernel(int used) {
      return UnpackedKernel.ofBlock(gemm.run() > 1, used > Species.LANES ? 2 : 1);
    }

    private void runByKBlocks(Gemm.Block block) {
      for (var kBlock : blocks) {
        if (packed == null && !isPlain) {
          int k = gemm.first(kBlock);
          b.pack(k, kBlock.count(), block.column(), block.columnEnd(), panelsOfB, 0);
        }
        for (int i = block.row(); i < block.rowEnd(); i += mc()) {
          int end = Math.min(i + mc(), block.rowEnd());
          multiply(gemm.a().from(i), kBlock, part(block, i, end));
        }
      }
    }

    private static Gemm.Block part(Gemm.Block block, int row, int rowEnd) {
      return new Gemm.Block(row, rowEnd, block.column(), block.columnEnd());
    }

    /** Multiplies a few rows at a time for all k, while they are in the cache. */
    private void runByRows(Gemm.Block block, PrologueRun.@Nullable Part part) {
      int together = part == null ? mc() : computedRows();
      int n = gemm.kSize();
      for (int i = block.row(); i < block.rowEnd(); i += together) {
        int end = Math.min(i + together, block.rowEnd());
        var rows = gemm.a().from(i);
        if (part != null) {
          part.rows(rows.table(), rows.first(), end - i, rows.offset(), n, computed, 0);
          rows = new Rows(computed, Gemm.rowTable(together, n), 0, 0);
        }
        for (var kBlock : blocks) {
          multiply(rows, kBlock, part(block, i, end));
        }
      }
    }

    /**
     * Multiplies some rows for a block of k.
     *
     * @param rows of A, from the first row of the block on
     */
    private void multiply(Rows rows, Gemm.KBlock kBlock, Gemm.Block block) {
      if (isPlain) {
        gemm.multiplyPlainly(kBlock != blocks[0], rows, kBlock, block);
        return;
      }
      int panels = panels(kBlock, block);
      if (packsA) {
        a.pack(rows, kBlock, block.rowEnd() - block.row(), panelsOfA);
      }
      for (int j = block.column(); j < block.columnEnd(); j += width) {
        int used = Math.min(width, block.columnEnd() - j);
        int panel = panels + (j - block.column()) * kBlock.count();
        int first = j;
        if (used < width && b.repeats(block.columns())) {
          used = OffsetTables.whole(used, Species.LANES);
          first = block.columnEnd() - used;
        }
        if (packsA) {
          runPacked(kBlock, block, first, used, panel);
        } else {
          runUnpacked(rows, kBlock, block, first, used, panel);
        }
      }
    }

    private void runUnpacked(
        Rows rows, Gemm.KBlock kBlock, Gemm.Block block, int column, int used, int panel) {
      boolean extend = kBlock != blocks[0];
      int count = block.rowEnd() - block.row();
      int whole = !isDirect(used) ? 0 : prologue == null ? count : count - count % PACK_MR;
      var shifted = rows.plus(kBlock.start());
      var c = gemm.c().from(block.row()).plus(column);
      var kernel = kernel(used);
      var columns = b.panel(gemm.first(kBlock), column, used, panelsOfB, panel).whole();
      // After calls without rows, C2 would treat the loop over tiles as cold.
      if (whole > 0) {
        kernel.run(extend, shifted, whole, gemm.kOffsets(), kBlock, columns, c);
      }
      if (whole < count) {
        int row = block.row() + whole;
        int rest = count - whole;
        if (extend) {
          result.load(tiles, row, rest, column, used);
        }
        kernel.run(extend, shifted.from(whole), rest, gemm.kOffsets(), kBlock, columns, tiles);
        result.store(tiles, row, rest, column, used);
      }
    }

    /**
     * {@return whether tiles repeat the last row of C in the rows after it} Row tables are padded
     * with that row, which is then computed and stored again.
     */
    private boolean repeatsRows(Gemm.Block block) {
      return prologue == null && gemm.run() > 1 && block.rowEnd() == gemm.rows();
    }

    /** {@return whether tiles store columns in place} */
    private boolean isDirect(int used) {
      return OperandB.areWhole(used) && gemm.outStep() == 1;
    }

    /** Multiplies a packed row block by a panel. */
    private void runPacked(Gemm.KBlock kBlock, Gemm.Block block, int column, int used, int panel) {
      boolean extend = kBlock != blocks[0];
      int n = kBlock.count();
      int height = block.rowEnd() - block.row();
      boolean direct = isDirect(used) && (PACKED.computed(height) == height || repeatsRows(block));
      var c = direct ? gemm.c().from(block.row()).plus(column) : tiles;
      if (extend && !direct) {
        result.load(c, block.row(), height, column, used);
      }
      var columns = b.panel(gemm.first(kBlock), column, used, panelsOfB, panel);
      PACKED.run(extend, height, panelsOfA, n, columns, c);
      if (!direct) {
        result.store(c, block.row(), height, column, used);
      }
    }

    @Override
    public void close() {
      scratch.close();
    }
  }
}
