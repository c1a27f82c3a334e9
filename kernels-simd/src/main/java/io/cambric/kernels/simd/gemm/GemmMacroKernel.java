package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.block.PrologueRun;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernels.simd.micro.OffsetTables;
import io.cambric.kernels.simd.micro.Rows;
import org.jspecify.annotations.Nullable;

/** The macro-kernel of a {@link Gemm}: packs blocks of A and B, and runs micro-kernels. */
final class GemmMacroKernel {

  private static final PackedKernels PACKED = MachineProfile.PACKED;
  private static final int PACK_MR = Packing.PACK_MR;
  private static final int NR = Packing.NR;

  /** Rows of a packed block of A, MC of BLIS: some cache lines for each k. */
  private static final int MC = PACKED.maxRows();

  /** Rows of an unpacked block of A, which stay in the cache for all panels of B. */
  private static final int UNPACKED_MC = 64;

  private static final int[] TILE_ROWS = OffsetTables.of(Math.max(UNPACKED_MC, MC), NR);

  private static final float[] EMPTY = {};

  /** Elements of an operand or a result that stay in the L2 cache. */
  static final int CACHED = MachineProfile.here().cachedElements();

  /** Elements of A that a prologue computes at once: they stay in the L1 and L2 caches. */
  private static final int COMPUTED = 1 << 14;

  private final Gemm gemm;
  private final @Nullable PrologueRun prologue;
  private final @Nullable PackedPanels packed;
  private final Gemm.KBlock[] blocks;
  private final OperandA a;
  private final OperandB b;
  private final ResultC result;
  private final UnpackedKernel unpackedKernel;
  private final int width;
  private final int maxColumns;
  private final boolean byRows;

  /**
   * Prepares a product.
   *
   * @param columns the most columns of a block
   * @param prologue computes the rows of A, whose elements are adjacent, or {@code null}
   * @param packed B in packed panels, or {@code null}
   */
  GemmMacroKernel(
      Gemm gemm, int columns, @Nullable PrologueRun prologue, @Nullable PackedPanels packed) {
    this.gemm = gemm;
    this.prologue = prologue;
    this.packed = packed;
    blocks = gemm.kBlocks();
    unpackedKernel = gemm.unpackedKernel();
    width = unpackedKernel.columns();
    a = new OperandA(gemm);
    result = new ResultC(gemm);
    b = new OperandB(gemm, packsA() && packed == null);
    maxColumns = OperandB.across(columns, width);
    byRows = prologue != null || isCached(maxColumns, gemm.kSize());
  }

  /**
   * Working memory of a thread.
   *
   * @param b packed panels of B
   * @param a packed micro-panels of A
   * @param tile results that are not stored yet
   * @param computed rows of A that a prologue computed
   */
  private record Memory(float[] b, float[] a, float[] tile, float[] computed) {}

  /** {@return whether that many columns of B stay in the L2 cache} */
  static boolean isCached(int columns, int kSize) {
    return (long) columns * kSize <= CACHED;
  }

  /**
   * {@return memory for a thread} Where B stays in the cache, A is read once, and panels serve the
   * next block with the same columns.
   */
  Worker open() {
    return new Worker();
  }

  /** The working memory of a thread, and the columns that it packed last. */
  final class Worker implements AutoCloseable {

    private final Scratch scratch = new Scratch();
    private final Memory memory;
    private int packedColumn = -1;

    private Worker() {
      int kSize = gemm.kSize();
      memory =
          new Memory(
              packed == null
                  ? scratch.floats((byRows ? kSize : maxK()) * maxColumns)
                  : packed.data(),
              packsA() ? scratch.floats(maxK() * packedRows()) : EMPTY,
              scratch.floats(TILE_ROWS.length * NR),
              prologue == null ? EMPTY : scratch.floats(computedRows() * kSize));
    }

    /** Computes the elements of a block, which begins at a whole tile. */
    void run(Gemm.Block block) {
      if (!byRows) {
        runByKBlocks(block, memory);
        return;
      }
      if (packed == null && block.column() != packedColumn) {
        b.packAll(blocks, block.column(), block.columnEnd(), memory.b, 0);
        packedColumn = block.column();
      }
      if (prologue == null) {
        runByRows(block, null, memory);
        return;
      }
      try (var part = prologue.open()) {
        runByRows(block, part, memory);
      }
    }

    @Override
    public void close() {
      scratch.close();
    }
  }

  /** {@return the start of the panels of a block of k and of some columns} */
  private int panels(Gemm.KBlock kBlock, Gemm.Block block) {
    if (packed != null) {
      return packed.at(gemm, kBlock, block.column());
    }
    return byRows ? gemm.first(kBlock) * OperandB.across(block.columns(), width) : 0;
  }

  private int maxK() {
    int maxK = 0;
    for (var kBlock : blocks) {
      maxK = Math.max(maxK, kBlock.count());
    }
    return maxK;
  }

  private boolean packsA() {
    return a.kind() != OperandA.Kind.UNPACKED;
  }

  /** {@return the rows of A that stay in the cache while all panels of B are multiplied} */
  private int mc() {
    return packsA() ? MC : UNPACKED_MC;
  }

  private int packedRows() {
    return PACK_MR * PACKED.panels(Math.min(MC, gemm.rows()));
  }

  /** {@return the rows of A that a prologue computes at once} */
  private int computedRows() {
    return Math.clamp(COMPUTED / gemm.kSize() / PACK_MR * PACK_MR, PACK_MR, mc());
  }

  private void runByKBlocks(Gemm.Block block, Memory memory) {
    for (var kBlock : blocks) {
      if (packed == null) {
        int k = gemm.first(kBlock);
        b.pack(k, kBlock.count(), block.column(), block.columnEnd(), memory.b, 0);
      }
      for (int i = block.row(); i < block.rowEnd(); i += mc()) {
        int end = Math.min(i + mc(), block.rowEnd());
        multiply(gemm.a().from(i), kBlock, part(block, i, end), memory);
      }
    }
  }

  private static Gemm.Block part(Gemm.Block block, int row, int rowEnd) {
    return new Gemm.Block(row, rowEnd, block.column(), block.columnEnd());
  }

  /** Multiplies some rows for all k, while they are in the cache. */
  private void runByRows(Gemm.Block block, PrologueRun.@Nullable Part part, Memory memory) {
    int together = part == null ? mc() : computedRows();
    int n = gemm.kSize();
    for (int i = block.row(); i < block.rowEnd(); i += together) {
      int end = Math.min(i + together, block.rowEnd());
      var rows = gemm.a().from(i);
      if (part != null) {
        part.rows(rows.table(), rows.first(), end - i, rows.offset(), n, memory.computed, 0);
        rows = new Rows(memory.computed, Gemm.rowTable(together, n), 0, 0);
      }
      for (var kBlock : blocks) {
        multiply(rows, kBlock, part(block, i, end), memory);
      }
    }
  }

  /**
   * Multiplies some rows, for a block of k.
   *
   * @param rows of A, from the first row of the block on
   */
  private void multiply(Rows rows, Gemm.KBlock kBlock, Gemm.Block block, Memory memory) {
    int panels = panels(kBlock, block);
    if (packsA()) {
      a.pack(rows, kBlock, block.rowEnd() - block.row(), memory.a);
    }
    for (int j = block.column(); j < block.columnEnd(); j += width) {
      int used = Math.min(width, block.columnEnd() - j);
      int panel = panels + (j - block.column()) * kBlock.count();
      if (packsA()) {
        runPacked(kBlock, block, j, used, memory, panel);
      } else {
        runUnpacked(rows, kBlock, block, j, used, memory, panel);
      }
    }
  }

  private void runUnpacked(
      Rows rows,
      Gemm.KBlock kBlock,
      Gemm.Block block,
      int column,
      int used,
      Memory memory,
      int panel) {
    boolean extend = kBlock != blocks[0];
    int count = block.rowEnd() - block.row();
    int whole = used == width && gemm.outStep() == 1 ? count - count % PACK_MR : 0;
    var shifted = rows.plus(kBlock.start());
    var c = gemm.c().from(block.row()).plus(column);
    unpackedKernel.run(extend, shifted, whole, gemm.kOffsets(), kBlock, memory.b, panel, c);
    if (whole < count) {
      int row = block.row() + whole;
      int rest = count - whole;
      var tiles = tiles(memory);
      if (extend) {
        result.load(tiles, row, rest, column, used);
      }
      unpackedKernel.run(
          extend, shifted.from(whole), rest, gemm.kOffsets(), kBlock, memory.b, panel, tiles);
      result.store(tiles, row, rest, column, used);
    }
  }

  private static Rows tiles(Memory memory) {
    return new Rows(memory.tile, TILE_ROWS, 0, 0);
  }

  /** Multiplies a packed row block by a panel. */
  private void runPacked(
      Gemm.KBlock kBlock, Gemm.Block block, int column, int used, Memory memory, int panel) {
    boolean extend = kBlock != blocks[0];
    int n = kBlock.count();
    int height = block.rowEnd() - block.row();
    boolean direct = used == width && gemm.outStep() == 1 && PACKED.computed(height) == height;
    var c = direct ? gemm.c().from(block.row()).plus(column) : tiles(memory);
    if (extend && !direct) {
      result.load(c, block.row(), height, column, used);
    }
    var columns = b.panel(gemm.first(kBlock), column, used, memory.b, panel);
    PACKED.run(extend, height, memory.a, n, columns, c);
    if (!direct) {
      result.store(c, block.row(), height, column, used);
    }
  }
}
