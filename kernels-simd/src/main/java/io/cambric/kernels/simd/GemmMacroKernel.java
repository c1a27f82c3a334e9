package io.cambric.kernels.simd;

import io.cambric.kernel.PrologueRun;
import io.cambric.kernel.Scratch;
import org.jspecify.annotations.Nullable;

/** Computes blocks of rows and columns of a {@link Gemm}, tile by tile. */
final class GemmMacroKernel {

  private static final Packing CODE = Packing.ALL;
  private static final int ROWS = Packing.ROWS;
  private static final int COLUMNS = Packing.COLUMNS;

  /** Rows of a left factor that is read in place, which stay in the cache for all panels. */
  private static final int IN_PLACE_ROWS = 64;

  private static final int[] TILE_ROWS =
      OffsetTables.of(Math.max(IN_PLACE_ROWS, MicroKernels.ROWS), COLUMNS);

  private static final float[] NOTHING = {};

  /** Rows of the left factor that are packed together: some cache lines of each depth. */
  private static final int GROUP = 4 * MicroKernels.UNIT;

  /**
   * Results in longer arrays than this lie in no second-level cache. The lines of a tile would be
   * fetched one after the other as it is stored, so rows are stored whole, if those of a lot fit
   * into the first cache.
   */
  static final int CACHED = 1 << 18;

  /** Elements of a left factor that are computed together: they lie in the first caches. */
  private static final int COMPUTED = 1 << 14;

  private final Gemm product;
  private final @Nullable PrologueRun prologue;
  private final @Nullable PackedPanels packed;
  private final Gemm.KBlock[] blocks;
  private final OperandA left;
  private final OperandB right;
  private final MicroKernel inPlace;
  private final int width;
  private final boolean wholeRows;
  private final int mostColumns;
  private final boolean byRows;

  /**
   * Makes a product ready.
   *
   * @param columns the most columns of a block
   * @param prologue what computes the left factor, whose depths follow one another, or {@code null}
   * @param packed the right factor, if it is packed already
   */
  GemmMacroKernel(
      Gemm product, int columns, @Nullable PrologueRun prologue, @Nullable PackedPanels packed) {
    this.product = product;
    this.prologue = prologue;
    this.packed = packed;
    blocks = product.kBlocks();
    inPlace = product.inPlace();
    width = inPlace.columns();
    left = new OperandA(product);
    wholeRows = !Species.FEW_REGISTERS && product.outStep() == 1 && product.out().length > CACHED;
    right = new OperandB(product, packsLeft() && packed == null);
    mostColumns = OperandB.across(columns, width);
    byRows = prologue != null || isCached(mostColumns, product.kSize());
  }

  /**
   * What one thread works with.
   *
   * @param right packed panels
   * @param left packed tiles
   * @param tile results that are not stored yet
   * @param computed rows of a left factor that is computed
   */
  private record Memory(float[] right, float[] left, float[] tile, float[] computed) {}

  /** {@return whether so many columns of a right factor stay in the second-level cache} */
  static boolean isCached(int columns, int kSize) {
    return (long) columns * kSize <= CACHED;
  }

  /**
   * {@return memory for a thread, which computes blocks one after the other} Where all depths of
   * the right factor stay in the cache, the left one is read once, some rows after the other, and
   * the panels serve for the next block if it has the same columns.
   */
  Worker open() {
    return new Worker();
  }

  /** A thread's memory, and what it packed last. */
  final class Worker implements AutoCloseable {

    private final Scratch scratch = new Scratch();
    private final Memory memory;
    private int packedColumn = -1;

    private Worker() {
      int kSize = product.kSize();
      memory =
          new Memory(
              packed == null
                  ? scratch.floats((byRows ? kSize : deepest()) * mostColumns)
                  : packed.data(),
              packsLeft() ? scratch.floats(deepest() * packedRows()) : NOTHING,
              scratch.floats(Math.max(IN_PLACE_ROWS * COLUMNS, MicroKernels.ROWS * mostColumns)),
              prologue == null ? NOTHING : scratch.floats(computedRows() * kSize));
    }

    /** Computes the elements of some rows and columns; both start at a whole tile. */
    void run(int row, int rowEnd, int column, int columnEnd) {
      if (!byRows) {
        runByKBlocks(row, rowEnd, column, columnEnd, memory);
        return;
      }
      if (packed == null && column != packedColumn) {
        right.packAll(blocks, column, columnEnd, memory.right, 0);
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

  /** {@return where the panels of some depths and columns begin} */
  private int panels(Gemm.KBlock kBlock, int column, int columnEnd) {
    if (packed != null) {
      return packed.at(product, kBlock, column);
    }
    return byRows ? product.first(kBlock) * OperandB.across(columnEnd - column, width) : 0;
  }

  private int deepest() {
    int deepest = 0;
    for (var kBlock : blocks) {
      deepest = Math.max(deepest, kBlock.count());
    }
    return deepest;
  }

  private boolean packsLeft() {
    return left.kind() != OperandA.Kind.IN_PLACE;
  }

  private OperandA.Rows lying() {
    return new OperandA.Rows(product.left(), product.leftStart(), product.rowAt(), 0);
  }

  /** {@return rows of the left factor that are multiplied by all columns, one panel a time} */
  private int lyingRows() {
    return packsLeft() ? GROUP : IN_PLACE_ROWS;
  }

  private int packedRows() {
    return ROWS * MicroKernels.tiles(Math.min(GROUP, product.rows()));
  }

  /** {@return rows of the left factor that are computed together} */
  private int computedRows() {
    return Math.clamp(COMPUTED / product.kSize() / ROWS * ROWS, ROWS, lyingRows());
  }

  private void runByKBlocks(int row, int rowEnd, int column, int columnEnd, Memory memory) {
    var rows = lying();
    for (var kBlock : blocks) {
      if (packed == null) {
        right.pack(product.first(kBlock), kBlock.count(), column, columnEnd, memory.right, 0);
      }
      int panels = panels(kBlock, column, columnEnd);
      for (int i = row; i < rowEnd; i += lyingRows()) {
        int end = Math.min(i + lyingRows(), rowEnd);
        multiply(rows, kBlock, i, end, column, columnEnd, memory, panels);
      }
    }
  }

  /** Multiplies some rows at all depths, while they are in the cache. */
  private void runByRows(
      int row,
      int rowEnd,
      int column,
      int columnEnd,
      PrologueRun.@Nullable Part part,
      Memory memory) {
    int together = part == null ? lyingRows() : computedRows();
    int[] at = part == null ? product.rowAt() : Gemm.rowTable(together, product.kSize());
    var rows = lying();
    for (int i = row; i < rowEnd; i += together) {
      int end = Math.min(i + together, rowEnd);
      if (part != null) {
        int n = product.kSize();
        part.rows(product.rowAt(), i, end - i, product.leftStart(), n, memory.computed, 0);
        rows = new OperandA.Rows(memory.computed, 0, at, i);
      }
      for (var kBlock : blocks) {
        int panels = panels(kBlock, column, columnEnd);
        multiply(rows, kBlock, i, end, column, columnEnd, memory, panels);
      }
    }
  }

  /** Multiplies some rows, at some depths, by panels that are packed from one position on. */
  private void multiply(
      OperandA.Rows rows,
      Gemm.KBlock kBlock,
      int row,
      int rowEnd,
      int column,
      int columnEnd,
      Memory memory,
      int panels) {
    if (!packsLeft()) {
      runInPlace(rows, kBlock, row, rowEnd, column, columnEnd, memory, panels);
      return;
    }
    left.pack(rows, kBlock, row, rowEnd, memory.left);
    // Rows that are stored as columns are transposed tile by tile.
    int rowBlock = product.outStep() == 1 || Species.FEW_REGISTERS ? MicroKernels.ROWS : ROWS;
    for (int i = row; i < rowEnd; i += rowBlock) {
      int height = Math.min(rowBlock, rowEnd - i);
      runRowBlock(kBlock, i, height, i - row, column, columnEnd, memory, panels);
    }
  }

  private void runInPlace(
      OperandA.Rows rows,
      Gemm.KBlock kBlock,
      int row,
      int rowEnd,
      int column,
      int columnEnd,
      Memory memory,
      int panels) {
    boolean add = kBlock != blocks[0];
    for (int j = column; j < columnEnd; j += width) {
      int used = Math.min(width, columnEnd - j);
      int panel = panels + (j - column) * kBlock.count();
      boolean direct = !add && used == width && product.outStep() == 1;
      int whole = direct ? rowEnd - (rowEnd - row) % ROWS : row;
      if (whole > row) {
        int to = product.outStart() + j;
        float[] out = product.out();
        runInPlace(rows, kBlock, row, whole, memory.right, panel, out, product.outAt(), row, to);
      }
      if (whole < rowEnd) {
        float[] tile = memory.tile;
        runInPlace(rows, kBlock, whole, rowEnd, memory.right, panel, tile, TILE_ROWS, 0, 0);
        store(tile, whole, rowEnd - whole, j, used, add);
      }
    }
  }

  private void runInPlace(
      OperandA.Rows rows,
      Gemm.KBlock kBlock,
      int row,
      int rowEnd,
      float[] packed,
      int panel,
      float[] c,
      int[] outAt,
      int outRow,
      int outColumn) {
    inPlace.run(
        rows.data(),
        rows.at(),
        row - rows.first(),
        rowEnd - rows.first(),
        product.kOffsets(),
        kBlock.from(),
        kBlock.to(),
        rows.start() + kBlock.start(),
        kBlock.length(),
        packed,
        panel,
        c,
        outAt,
        outRow,
        outColumn);
  }

  /**
   * Multiplies one lot of rows by all panels.
   *
   * @param first where it begins among the rows that are packed
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
    boolean add = kBlock != blocks[0];
    int columns = columnEnd - column;
    boolean inRows = wholeRows && !add && columns > width && columns % width == 0;
    boolean mayBeDirect =
        !inRows
            && (!add || MicroKernels.canAdd(kBlock.count()))
            && product.outStep() == 1
            && MicroKernels.isWhole(first, height);
    for (int j = column; j < columnEnd; j += width) {
      int used = Math.min(width, columnEnd - j);
      boolean direct = mayBeDirect && used == width;
      float[] c = direct ? product.out() : tile;
      int[] outAt =
          direct
              ? product.outAt()
              : inRows ? OffsetTables.of(MicroKernels.ROWS, columns) : TILE_ROWS;
      int outRow = direct ? row : 0;
      int outColumn = direct ? product.outStart() + j : inRows ? j - column : 0;
      int panel = panels + (j - column) * kBlock.count();
      if (right.distance() > 0 && used == width) {
        int at = right.position(product.first(kBlock), j);
        MicroKernels.ALL.run(
            first,
            height,
            memory.left,
            kBlock.count(),
            product.right(),
            at,
            right.distance(),
            c,
            outAt,
            outRow,
            outColumn,
            false);
      } else {
        MicroKernels.ALL.run(
            first,
            height,
            memory.left,
            kBlock.count(),
            memory.right,
            panel,
            width,
            c,
            outAt,
            outRow,
            outColumn,
            direct && add);
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

  /** Stores rows of tiles, or adds them to what is there. */
  private void store(float[] tile, int row, int height, int column, int used, boolean add) {
    if (product.outStep() == 1) {
      int to = product.outStart() + column;
      CODE.store(tile, product.out(), product.outAt(), row, to, used, height, add);
      return;
    }
    for (int i = 0; i < height; i += ROWS) {
      int rows = Math.min(ROWS, height - i);
      if (!add && rows == ROWS && OperandA.areTogether(product.outAt(), row + i)) {
        int step = product.outStep();
        int to = product.outStart() + product.outAt()[row + i] + column * step;
        CODE.transpose(tile, TILE_ROWS, i, ROWS, 0, product.out(), to, step, used);
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
