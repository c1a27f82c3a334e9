package io.cambric.kernels.simd.gemm;

import io.cambric.array.DType;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.block.ListedMatrix;
import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.codegen.LaneType;

/**
 * A batch of f64 matrix products, {@code C = A * B}. Lists give the places of rows, columns and k
 * in the operands. Both operands are packed, and tiles have the shapes of f32 products.
 *
 * <p>Each element is summed in order of k, so its bits do not depend on blocks and threads.
 *
 * @param a rows and k of each product
 * @param b columns and k
 * @param c rows and columns
 */
public record DoubleGemm(int batch, ListedMatrix a, ListedMatrix b, ListedMatrix c) {

  private static final PackedKernels PACKED = MachineProfile.PACKED_DOUBLES;
  private static final int PACK_MR = Packing.PACK_MR;

  /** Rows of a packed block of A, MC of BLIS. */
  private static final int MC = PACKED.maxRows();

  /** Columns of a packed block of B, NC of BLIS, whose panels stay in the L2 cache. */
  private static final int NC = 128;

  /** The most values of k in a block, KC of BLIS. */
  private static final int KC = MachineProfile.here().blockDepth() / 2;

  /** Multiplications that justify another task. */
  private static final long TASK = 1 << 18;

  /** The most tiles of the transposed product, as a fraction of the tiles of the product. */
  private static final double TRANSPOSED = 0.8;

  /** {@return whether there are f64 products to sum} */
  public static boolean supports(MatmulSpec spec) {
    return spec.dtype() == DType.F64
        && Math.min(spec.batch(), spec.inner()) > 0
        && Math.min(spec.rows(), spec.columns()) > 0;
  }

  /**
   * {@return a batch of products of strided matrices}
   *
   * @param lhs strides of batch, rows and k
   * @param rhs strides of batch, k and columns
   * @param out strides of batch, rows and columns
   */
  public static DoubleGemm of(MatmulSpec spec, Operand lhs, Operand rhs, Operand out) {
    return new DoubleGemm(
        spec.batch(),
        places(lhs, spec.rows(), 1, spec.inner(), 2),
        places(rhs, spec.columns(), 2, spec.inner(), 1),
        places(out, spec.rows(), 1, spec.columns(), 2));
  }

  private static ListedMatrix places(Operand operand, int lines, int line, int across, int next) {
    int[] s = operand.strides();
    return new ListedMatrix(
        operand.buffer().doubles(),
        operand.offset(),
        s[0],
        OffsetTables.of(lines, s[line]),
        OffsetTables.of(across, s[next]));
  }

  /** Some rows and columns of a product of the batch. */
  private record Block(int batch, int row, int rowEnd, int column, int columnEnd) {}

  private int rows() {
    return c.lines().length;
  }

  private int columns() {
    return c.across().length;
  }

  private int inner() {
    return a.across().length;
  }

  /** {@return whether the loops for this number of multiplications are compiled} */
  public static boolean isHot(long work) {
    return PACKED.areHot(work);
  }

  /** {@return whether the products were computed: not before the loops are compiled} */
  public boolean run() {
    if (!isHot((long) rows() * columns() * inner() * batch)) {
      return false;
    }
    compute();
    return true;
  }

  /** Multiplies with loops that are compiled. */
  public void compute() {
    if (areApart()) {
      ThinProducts.multiplyApart(batch, a, b, c);
    } else if (isBetterTransposed()) {
      new DoubleGemm(batch, b, a, c.transposed()).multiply();
    } else {
      multiply();
    }
  }

  /**
   * {@return whether each product has one column, and products are adjacent in all operands, such
   * as channels}
   */
  private boolean areApart() {
    return batch >= LaneType.F64.lanes()
        && columns() == 1
        && a.step() == 1
        && b.step() == 1
        && c.step() == 1;
  }

  /** {@return whether the transposed product has fewer tiles, or as few that are stored whole} */
  private boolean isBetterTransposed() {
    if (Math.min(rows(), columns()) <= ThinProducts.MOST_ROWS) {
      return columns() < rows();
    }
    double ratio = (double) tiled(columns(), rows()) / tiled(rows(), columns());
    boolean scattered = !areAdjacent(c.across()) && areAdjacent(c.lines());
    return ratio < TRANSPOSED || scattered && ratio <= 1 / TRANSPOSED;
  }

  private static boolean areAdjacent(int[] places) {
    int tile = Math.min(places.length, PACKED.columns());
    return ListedMatrix.adjacent(places, 0, tile) == tile;
  }

  private static long tiled(int rows, int columns) {
    return (long) OffsetTables.whole(rows, PACK_MR / 2)
        * OffsetTables.whole(columns, PACKED.columns());
  }

  private void multiply() {
    if (rows() <= ThinProducts.MOST_ROWS) {
      ThinProducts.multiply(batch, a, b, c);
    } else {
      multiplyPacked();
    }
  }

  private void multiplyPacked() {
    int rows = rows();
    int columns = columns();
    long work = (long) rows * columns * inner();
    // Rows of a task that amortise packing B, and no more parts than work.
    int parts = (int) Math.clamp(work / TASK, 1, (rows - 1) / MC + 1);
    int height = ((rows - 1) / parts / PACK_MR + 1) * PACK_MR;
    int down = (rows - 1) / height + 1;
    int across = work < 2 * TASK * down ? 1 : (columns - 1) / NC + 1;
    int width = ((columns - 1) / across / PACKED.columns() + 1) * PACKED.columns();
    int columnParts = (columns - 1) / width + 1;
    int perBatch = down * columnParts;
    Parallel.forRange(
        batch * perBatch,
        (int) Math.max(1, TASK * perBatch / work),
        (from, to) -> {
          try (var scratch = new Scratch()) {
            var worker = new Worker(scratch, Math.min(width, columns));
            for (int task = from; task < to; task++) {
              int row = task % perBatch % down * height;
              int column = task % perBatch / down * width;
              worker.run(
                  new Block(
                      task / perBatch,
                      row,
                      Math.min(row + height, rows),
                      column,
                      Math.min(column + width, columns)));
            }
          }
        });
  }

  /** The packed operands of a thread. */
  private final class Worker {

    private final int nr = PACKED.columns();
    private final int depth = Math.min(KC, inner());
    private final double[] packedA;
    private final double[] packedB;
    private final double[] tiles;
    private final int[] tileRows = OffsetTables.upTo(MC, nr, MC + PACK_MR);

    Worker(Scratch scratch, int width) {
      packedA = scratch.doubles(depth * PACK_MR * (PACKED.panels(Math.min(MC, rows())) + 1));
      packedB = scratch.doubles(depth * OffsetTables.whole(Math.min(width, NC), nr));
      tiles = scratch.doubles(tileRows.length * nr);
    }

    void run(Block block) {
      int inner = inner();
      for (int k = 0; k < inner; k += KC) {
        int n = Math.min(KC, inner - k);
        for (int j = block.column; j < block.columnEnd; j += NC) {
          int columnEnd = Math.min(j + NC, block.columnEnd);
          packB(block.batch, k, n, j, columnEnd);
          for (int i = block.row; i < block.rowEnd; i += MC) {
            int rowEnd = Math.min(i + MC, block.rowEnd);
            packA(block.batch, k, n, i, rowEnd - i);
            multiply(new Block(block.batch, i, rowEnd, j, columnEnd), k > 0, n);
          }
        }
      }
    }

    private void multiply(Block block, boolean extend, int n) {
      int height = block.rowEnd - block.row;
      boolean isWhole = PACKED.computed(height) == height;
      int base = c.offset() + block.batch * c.step();
      for (int j = block.column; j < block.columnEnd; j += nr) {
        int used = Math.min(nr, block.columnEnd - j);
        int panel = (j - block.column) * n;
        if (isWhole && used == nr && ListedMatrix.adjacent(c.across(), j, j + nr) == nr) {
          int to = base + c.across()[j];
          PACKED.run(
              extend, height, packedA, n, packedB, panel, c.data(), c.lines(), block.row, to);
          continue;
        }
        if (extend) {
          move(base, block.row, height, j, used, true);
        }
        PACKED.run(extend, height, packedA, n, packedB, panel, tiles, tileRows, 0, 0);
        move(base, block.row, height, j, used, false);
      }
    }

    /** Copies rows of C into tiles, or rows of tiles into C. */
    private void move(int base, int row, int height, int column, int used, boolean isLoad) {
      double[] data = c.data();
      for (int i = 0; i < height; i++) {
        int at = base + c.lines()[row + i];
        for (int j = 0; j < used; j++) {
          int to = at + c.across()[column + j];
          if (isLoad) {
            tiles[i * nr + j] = data[to];
          } else {
            data[to] = tiles[i * nr + j];
          }
        }
      }
    }

    /** Packs rows of A into micro-panels; rows after the last one are 0. */
    private void packA(int batch, int k, int n, int row, int height) {
      int panels = PACKED.panels(height);
      for (int t = 0; t < panels; t++) {
        int first = t * PACKED.step();
        int used = Math.min(PACK_MR, height - first);
        DoublePacking.pack(a, batch, row + first, used, k, packedA, t * n * PACK_MR, PACK_MR, n);
      }
    }

    /** Packs columns of B into panels; columns after the last one are 0. */
    private void packB(int batch, int k, int n, int column, int columnEnd) {
      for (int j = column; j < columnEnd; j += nr) {
        int used = Math.min(nr, columnEnd - j);
        DoublePacking.pack(b, batch, j, used, k, packedB, (j - column) * n, nr, n);
      }
    }
  }
}
