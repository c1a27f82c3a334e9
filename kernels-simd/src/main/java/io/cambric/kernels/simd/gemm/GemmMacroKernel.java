package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.block.PrologueRun;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernels.simd.micro.OffsetTables;
import org.jspecify.annotations.Nullable;

/** The macro-kernel of a {@link Gemm}: packs blocks of A and B, and runs micro-kernels. */
final class GemmMacroKernel {

  private static final MachineProfile MACHINE = MachineProfile.here();
  private static final PackedKernels PACKED = MachineProfile.PACKED;
  private static final int MAX_ROWS = PACKED.maxRows();
  private static final int PACK_MR = Packing.PACK_MR;
  private static final int NR = Packing.NR;

  /** Rows of an unpacked block of A, which stay in the cache for all panels of B. */
  private static final int UNPACKED_MC = 64;

  private static final int[] TILE_ROWS = OffsetTables.of(Math.max(UNPACKED_MC, MAX_ROWS), NR);

  private static final float[] EMPTY = {};

  /** Rows of a packed block of A, MC of BLIS: some cache lines for each k. */
  private static final int MC = 4 * PACKED.unit();

  /** Elements of an operand or a result that stay in the L2 cache. */
  static final int CACHED = MACHINE.cachedElements();

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
  private final boolean wholeRows;
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
    result = new ResultC(gemm, TILE_ROWS);
    wholeRows = MACHINE.storesWholeRows() && gemm.outStep() == 1 && gemm.out().length > CACHED;
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
              scratch.floats(Math.max(UNPACKED_MC * NR, MAX_ROWS * maxColumns)),
              prologue == null ? EMPTY : scratch.floats(computedRows() * kSize));
    }

    /** Computes the elements of some rows and columns; both begin at a whole tile. */
    void run(int row, int rowEnd, int column, int columnEnd) {
      if (!byRows) {
        runByKBlocks(row, rowEnd, column, columnEnd, memory);
        return;
      }
      if (packed == null && column != packedColumn) {
        b.packAll(blocks, column, columnEnd, memory.b, 0);
        packedColumn = column;
      }
      if (prologue == null) {
        runByRows(row, rowEnd, column, columnEnd, null, memory);
        return;
      }
      try (var part = prologue.open()) {
        runByRows(row, rowEnd, column, columnEnd, part, memory);
      }
    }

    @Override
    public void close() {
      scratch.close();
    }
  }

  /** {@return the start of the panels of a block of k and of some columns} */
  private int panels(Gemm.KBlock kBlock, int column, int columnEnd) {
    if (packed != null) {
      return packed.at(gemm, kBlock, column);
    }
    return byRows ? gemm.first(kBlock) * OperandB.across(columnEnd - column, width) : 0;
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

  private OperandA.Rows unpacked() {
    return new OperandA.Rows(gemm.a(), gemm.aStart(), gemm.rowOffsets(), 0);
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

  private void runByKBlocks(int row, int rowEnd, int column, int columnEnd, Memory memory) {
    var rows = unpacked();
    for (var kBlock : blocks) {
      if (packed == null) {
        b.pack(gemm.first(kBlock), kBlock.count(), column, columnEnd, memory.b, 0);
      }
      int panels = panels(kBlock, column, columnEnd);
      for (int i = row; i < rowEnd; i += mc()) {
        int end = Math.min(i + mc(), rowEnd);
        multiply(rows, kBlock, i, end, column, columnEnd, memory, panels);
      }
    }
  }

  /** Multiplies some rows for all k, while they are in the cache. */
  private void runByRows(
      int row,
      int rowEnd,
      int column,
      int columnEnd,
      PrologueRun.@Nullable Part part,
      Memory memory) {
    int together = part == null ? mc() : computedRows();
    int[] at = part == null ? gemm.rowOffsets() : Gemm.rowTable(together, gemm.kSize());
    var rows = unpacked();
    for (int i = row; i < rowEnd; i += together) {
      int end = Math.min(i + together, rowEnd);
      if (part != null) {
        int n = gemm.kSize();
        part.rows(gemm.rowOffsets(), i, end - i, gemm.aStart(), n, memory.computed, 0);
        rows = new OperandA.Rows(memory.computed, 0, at, i);
      }
      for (var kBlock : blocks) {
        int panels = panels(kBlock, column, columnEnd);
        multiply(rows, kBlock, i, end, column, columnEnd, memory, panels);
      }
    }
  }

  /** Multiplies some rows, for a block of k, by the panels from a position on. */
  private void multiply(
      OperandA.Rows rows,
      Gemm.KBlock kBlock,
      int row,
      int rowEnd,
      int column,
      int columnEnd,
      Memory memory,
      int panels) {
    if (!packsA()) {
      runUnpacked(rows, kBlock, row, rowEnd, column, columnEnd, memory, panels);
      return;
    }
    a.pack(rows, kBlock, row, rowEnd, memory.a);
    // Rows that become columns of a dense result are transposed tile by tile.
    int rowBlock = gemm.outStep() == 1 ? MAX_ROWS : MACHINE.steppedRows();
    for (int i = row; i < rowEnd; i += rowBlock) {
      int height = Math.min(rowBlock, rowEnd - i);
      runRowBlock(kBlock, i, height, i - row, column, columnEnd, memory, panels);
    }
  }

  private void runUnpacked(
      OperandA.Rows rows,
      Gemm.KBlock kBlock,
      int row,
      int rowEnd,
      int column,
      int columnEnd,
      Memory memory,
      int panels) {
    boolean extend = kBlock != blocks[0];
    for (int j = column; j < columnEnd; j += width) {
      int used = Math.min(width, columnEnd - j);
      int panel = panels + (j - column) * kBlock.count();
      boolean direct = used == width && gemm.outStep() == 1;
      int whole = direct ? rowEnd - (rowEnd - row) % PACK_MR : row;
      if (whole > row) {
        int to = gemm.outStart() + j;
        float[] out = gemm.out();
        int[] at = gemm.outOffsets();
        runUnpacked(extend, rows, kBlock, row, whole, memory.b, panel, out, at, row, to);
      }
      if (whole < rowEnd) {
        float[] tile = memory.tile;
        if (extend) {
          result.load(tile, whole, rowEnd - whole, j, used);
        }
        runUnpacked(extend, rows, kBlock, whole, rowEnd, memory.b, panel, tile, TILE_ROWS, 0, 0);
        result.store(tile, whole, rowEnd - whole, j, used);
      }
    }
  }

  private void runUnpacked(
      boolean extend,
      OperandA.Rows rows,
      Gemm.KBlock kBlock,
      int row,
      int rowEnd,
      float[] packed,
      int panel,
      float[] c,
      int[] outOffsets,
      int outRow,
      int outColumn) {
    unpackedKernel.run(
        extend,
        rows.data(),
        rows.at(),
        row - rows.first(),
        rowEnd - rows.first(),
        gemm.kOffsets(),
        kBlock.from(),
        kBlock.to(),
        rows.start() + kBlock.start(),
        kBlock.length(),
        packed,
        panel,
        c,
        outOffsets,
        outRow,
        outColumn);
  }

  /**
   * Multiplies one row block by all panels.
   *
   * @param first the first row of the row block within the packed block of A
   */
  private void runRowBlock(
      Gemm.KBlock kBlock,
      int row,
      int height,
      int first,
      int column,
      int columnEnd,
      Memory memory,
      int panels) {
    float[] tile = memory.tile;
    boolean extend = kBlock != blocks[0];
    int columns = columnEnd - column;
    boolean inRows = wholeRows && !extend && columns > width && columns % width == 0;
    boolean mayBeDirect = !inRows && gemm.outStep() == 1 && PACKED.isWhole(first, height);
    for (int j = column; j < columnEnd; j += width) {
      int used = Math.min(width, columnEnd - j);
      boolean direct = mayBeDirect && used == width;
      float[] c = direct ? gemm.out() : tile;
      int[] outOffsets =
          direct ? gemm.outOffsets() : inRows ? OffsetTables.of(MAX_ROWS, columns) : TILE_ROWS;
      int outRow = direct ? row : 0;
      int outColumn = direct ? gemm.outStart() + j : inRows ? j - column : 0;
      if (extend && !direct) {
        result.load(tile, row, height, j, used);
      }
      boolean inPanels = b.distance() == 0 || used < width;
      PACKED.run(
          extend,
          first,
          height,
          memory.a,
          kBlock.count(),
          inPanels ? memory.b : gemm.b(),
          inPanels ? panels + (j - column) * kBlock.count() : b.position(gemm.first(kBlock), j),
          inPanels ? width : b.distance(),
          c,
          outOffsets,
          outRow,
          outColumn);
      if (!direct && !inRows) {
        result.store(tile, row, height, j, used);
      }
    }
    for (int i = 0; inRows && i < height; i++) {
      int to = gemm.outStart() + gemm.outOffsets()[row + i] + column;
      System.arraycopy(tile, i * columns, gemm.out(), to, columns);
    }
  }
}
