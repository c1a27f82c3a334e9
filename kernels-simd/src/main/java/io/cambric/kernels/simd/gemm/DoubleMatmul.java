package io.cambric.kernels.simd.gemm;

import io.cambric.array.DType;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.micro.OffsetTables;
import java.util.Arrays;

/**
 * A batch of f64 matrix products with operands of any strides. Both operands are packed, and the
 * tiles are those of f32 products.
 *
 * <p>Each element is summed in order of k, so that the bits do not depend on blocks and threads.
 *
 * @param spec the sizes
 * @param lhs strides of batch, rows and k
 * @param rhs strides of batch, k and columns
 * @param out strides of batch, rows and columns
 */
public record DoubleMatmul(MatmulSpec spec, Operand lhs, Operand rhs, Operand out) {

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

  /** {@return whether there are f64 products to sum} */
  public static boolean supports(MatmulSpec spec) {
    return spec.dtype() == DType.F64
        && Math.min(spec.batch(), spec.inner()) > 0
        && Math.min(spec.rows(), spec.columns()) > 0;
  }

  /** Some rows and columns of a product of the batch. */
  private record Block(int batch, int row, int rowEnd, int column, int columnEnd) {}

  /** {@return false, with nothing computed, if the loops are not compiled yet} */
  public boolean run() {
    long work = (long) spec.rows() * spec.columns() * spec.inner();
    if (!PACKED.areHot(work * spec.batch())) {
      return false;
    }
    if (out.strides()[2] != 1 && out.strides()[1] == 1) {
      return transposed().run();
    }
    // Rows of a task that amortise packing B, and no more parts than work.
    int parts = (int) Math.clamp(work / TASK, 1, (spec.rows() - 1) / MC + 1);
    int height = ((spec.rows() - 1) / parts / PACK_MR + 1) * PACK_MR;
    int down = (spec.rows() - 1) / height + 1;
    int across = work < 2 * TASK * down ? 1 : (spec.columns() - 1) / NC + 1;
    int width = ((spec.columns() - 1) / across / PACKED.columns() + 1) * PACKED.columns();
    int columnParts = (spec.columns() - 1) / width + 1;
    int perBatch = down * columnParts;
    Parallel.forRange(
        spec.batch() * perBatch,
        (int) Math.max(1, TASK * perBatch / work),
        (from, to) -> {
          try (var scratch = new Scratch()) {
            var worker = new Worker(scratch, Math.min(width, spec.columns()));
            for (int task = from; task < to; task++) {
              int row = task % perBatch % down * height;
              int column = task % perBatch / down * width;
              worker.run(
                  new Block(
                      task / perBatch,
                      row,
                      Math.min(row + height, spec.rows()),
                      column,
                      Math.min(column + width, spec.columns())));
            }
          }
        });
    return true;
  }

  private DoubleMatmul transposed() {
    return new DoubleMatmul(
        new MatmulSpec(spec.batch(), spec.columns(), spec.rows(), spec.inner(), spec.dtype()),
        SimdMatmul.transposed(rhs),
        SimdMatmul.transposed(lhs),
        SimdMatmul.transposed(out));
  }

  /** The packed operands of a thread. */
  private final class Worker {

    private final int nr = PACKED.columns();
    private final int depth = Math.min(KC, spec.inner());
    private final double[] packedA;
    private final double[] packedB;
    private final double[] tiles;
    private final int[] tileRows = OffsetTables.upTo(MC, nr, MC + PACK_MR);
    private final int[] rows;

    Worker(Scratch scratch, int width) {
      int down = Math.min(MC, spec.rows());
      packedA = scratch.doubles(depth * PACK_MR * (PACKED.panels(down) + 1));
      packedB = scratch.doubles(depth * OffsetTables.whole(Math.min(width, NC), nr));
      tiles = scratch.doubles(tileRows.length * nr);
      rows = OffsetTables.upTo(spec.rows(), out.strides()[1], spec.rows() + PACK_MR);
    }

    void run(Block block) {
      for (int k = 0; k < spec.inner(); k += KC) {
        int n = Math.min(KC, spec.inner() - k);
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
      int step = out.strides()[2];
      double[] c = out.buffer().doubles();
      int base = out.offset() + block.batch * out.strides()[0];
      for (int j = block.column; j < block.columnEnd; j += nr) {
        int used = Math.min(nr, block.columnEnd - j);
        int panel = (j - block.column) * n;
        int to = base + j * step;
        if (used == nr && step == 1 && PACKED.computed(height) == height) {
          PACKED.run(extend, height, packedA, n, packedB, panel, c, rows, block.row, to);
          continue;
        }
        if (extend) {
          move(c, to, step, block.row, height, used, true);
        }
        PACKED.run(extend, height, packedA, n, packedB, panel, tiles, tileRows, 0, 0);
        move(c, to, step, block.row, height, used, false);
      }
    }

    /** Copies rows of C into tiles, or rows of tiles into C. */
    private void move(double[] c, int to, int step, int row, int height, int used, boolean isLoad) {
      for (int i = 0; i < height; i++) {
        int at = to + rows[row + i];
        for (int j = 0; j < used; j++) {
          if (isLoad) {
            tiles[i * nr + j] = c[at + j * step];
          } else {
            c[at + j * step] = tiles[i * nr + j];
          }
        }
      }
    }

    /** Packs rows of A into micro-panels; rows after the last one are 0. */
    private void packA(int batch, int k, int n, int row, int height) {
      int[] s = lhs.strides();
      int from = lhs.offset() + batch * s[0] + row * s[1] + k * s[2];
      int panels = PACKED.panels(height);
      for (int t = 0; t < panels; t++) {
        int first = t * PACKED.step();
        pack(
            lhs.buffer().doubles(),
            from + first * s[1],
            s[1],
            s[2],
            Math.min(PACK_MR, height - first),
            packedA,
            t * n * PACK_MR,
            PACK_MR,
            n);
      }
    }

    /** Packs columns of B into panels; columns after the last one are 0. */
    private void packB(int batch, int k, int n, int column, int columnEnd) {
      int[] s = rhs.strides();
      int from = rhs.offset() + batch * s[0] + k * s[1];
      for (int j = column; j < columnEnd; j += nr) {
        int used = Math.min(nr, columnEnd - j);
        pack(
            rhs.buffer().doubles(),
            from + j * s[2],
            s[2],
            s[1],
            used,
            packedB,
            (j - column) * n,
            nr,
            n);
      }
    }
  }

  /**
   * Packs {@code n} groups of {@code used} elements, which become {@code width} elements each.
   *
   * @param step from one element of a group to the next
   * @param next from one group to the next
   */
  private static void pack(
      double[] source,
      int from,
      int step,
      int next,
      int used,
      double[] packed,
      int to,
      int width,
      int n) {
    if (used < width) {
      Arrays.fill(packed, to, to + n * width, 0);
    }
    if (step == 1) {
      for (int k = 0; k < n; k++) {
        copy(source, from + k * next, packed, to + k * width, used);
      }
      return;
    }
    for (int j = 0; j < used; j++) {
      int at = from + j * step;
      for (int k = 0; k < n; k++) {
        packed[to + k * width + j] = source[at + k * next];
      }
    }
  }

  private static void copy(double[] source, int from, double[] target, int to, int n) {
    for (int j = 0; j < n; j++) {
      target[to + j] = source[from + j];
    }
  }
}
