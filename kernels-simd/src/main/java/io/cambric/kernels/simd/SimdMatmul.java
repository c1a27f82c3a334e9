package io.cambric.kernels.simd;

import io.cambric.array.DType;
import io.cambric.kernel.EpilogueRun;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.Parallel;
import io.cambric.kernel.Prepacked;
import io.cambric.kernel.PrologueRun;
import org.jspecify.annotations.Nullable;

/** Batched f32 matrix products with operands of any strides. */
final class SimdMatmul {

  /** Multiplications of one product above which its own tiles are shared, not the batch. */
  private static final long LARGE = 1 << 22;

  /** Multiplications worth handing to another thread. */
  private static final int GRAIN = 1 << 18;

  /** Time of a product relative to one whose result rows are stored as whole vectors. */
  private static final double SCATTERED = 1.1;

  /** Cycles that packing takes for an element of the right factor. */
  private static final double COPIED = 0.3;

  private static final double TRANSPOSED = 0.7;

  /** Rows of a factor that is computed, enough for tasks that each pack the other factor. */
  private static final int MIN_COMPUTED_ROWS = 256;

  /** Depths of rows that make up for calling a loop. */
  private static final int MIN_COMPUTED_K = 32;

  /** Elements of a matrix that is read in advance: more would not stay in the first caches. */
  private static final int PREFETCHED = 1 << 14;

  /** Elements of a factor of which panels are kept; a larger one should not lie in memory twice. */
  private static final int MAX_PREPACKED = 1 << 24;

  private SimdMatmul() {}

  /**
   * {@return whether parts of a result are worth an epilogue each} Parts of wide results are pieces
   * of many rows, on which it was measured to take longer than one pass over the whole.
   */
  static boolean takesEpilogue(MatmulSpec spec) {
    return spec.inner() > 0 && spec.columns() <= Gemm.BLOCK_COLUMNS;
  }

  /**
   * {@return whether a factor is better computed where it is read} It must be so large that it
   * would be written to memory, and the other one so small that its packed panels stay in the
   * cache, as each row is computed once. Only rows of depths that follow one another are computed:
   * pieces of columns, and wide results that are stored by columns, were measured to take longer.
   */
  static boolean takesPrologue(MatmulSpec spec, int operand, int[] strides) {
    int rows = operand == 0 ? spec.rows() : spec.columns();
    int columns = operand == 0 ? spec.columns() : spec.rows();
    return spec.dtype() == DType.F32
        && strides[operand == 0 ? 2 : 1] == 1
        && (spec.batch() == 1 || strides[0] != 0)
        && rows >= MIN_COMPUTED_ROWS
        && spec.inner() >= MIN_COMPUTED_K
        && (long) spec.batch() * rows * spec.inner() > GemmMacroKernel.CACHED
        && GemmMacroKernel.isCached(columns, spec.inner())
        && (operand == 0 || columns <= Gemm.BLOCK_COLUMNS);
  }

  /**
   * Multiplies.
   *
   * @param prologue computes a factor whose depths follow one another, or {@code null}
   * @param epilogue what follows on the dense result, or {@code null}
   * @param prepacked a factor that stays the same for several calls, or {@code null}
   */
  static void run(
      MatmulSpec spec,
      Operand lhs,
      Operand rhs,
      Operand out,
      @Nullable PrologueRun prologue,
      @Nullable EpilogueRun epilogue,
      @Nullable Prepacked prepacked) {
    if (spec.batch() == 0 || spec.rows() == 0 || spec.columns() == 0) {
      return;
    }
    var known = prepacked != null && keeps(spec, prepacked.operand()) ? prepacked : null;
    boolean transposed =
        prologue == null
            ? isBetterTransposed(spec, lhs, rhs, out.strides(), known)
            : prologue.operand() == 1;
    var right = isPrepacked(known, transposed ? 0 : 1) ? known : null;
    if (transposed) {
      runRows(
          new MatmulSpec(spec.batch(), spec.columns(), spec.rows(), spec.inner(), spec.dtype()),
          transposed(rhs),
          transposed(lhs),
          transposed(out),
          prologue,
          epilogue,
          right);
    } else {
      runRows(spec, lhs, rhs, out, prologue, epilogue, right);
    }
  }

  /**
   * {@return whether panels of a factor may be kept} Few rows read the other factor where it lies,
   * and sum in an order of their own.
   */
  static boolean keeps(MatmulSpec spec, int operand) {
    long across = (long) spec.batch() * (operand == 0 ? spec.rows() : spec.columns());
    return Math.min(spec.rows(), spec.columns()) > SkinnyGemm.MAX_ROWS
        && across <= MAX_PREPACKED / Math.max(1, spec.inner());
  }

  private static boolean isPrepacked(@Nullable Prepacked prepacked, int operand) {
    return prepacked != null && prepacked.operand() == operand;
  }

  private static boolean isBetterTransposed(
      MatmulSpec spec, Operand lhs, Operand rhs, int[] out, @Nullable Prepacked prepacked) {
    int m = spec.rows();
    int n = spec.columns();
    return cost(n, m, lhs.strides()[1], m == 1 ? 1 : out[1], isPrepacked(prepacked, 0))
        < cost(m, n, rhs.strides()[2], n == 1 ? 1 : out[2], isPrepacked(prepacked, 1));
  }

  /** {@return about how many cycles a product takes for each of its depths} */
  private static double cost(
      int rows, int columns, int rightStep, int outStep, boolean isPrepacked) {
    double tiles = Gemm.tileRows(rows) * Gemm.tileColumns(columns) / Species.LANES;
    double packing = isPrepacked ? 0 : packing(rows, rightStep);
    return (tiles + packing * columns) * (outStep == 1 ? 1 : SCATTERED);
  }

  private static double packing(int rows, int rightStep) {
    return rightStep != 1 ? TRANSPOSED : rows <= OperandB.UNPACKED_ROWS ? 0 : COPIED;
  }

  private static Operand transposed(Operand operand) {
    int[] s = operand.strides();
    return new Operand(operand.buffer(), operand.offset(), new int[] {s[0], s[2], s[1]});
  }

  private static void runRows(
      MatmulSpec spec,
      Operand lhs,
      Operand rhs,
      Operand out,
      @Nullable PrologueRun prologue,
      @Nullable EpilogueRun epilogue,
      @Nullable Prepacked prepacked) {
    if (spec.inner() == 0) {
      clear(spec, out);
      return;
    }
    float[] packed = prepacked == null ? null : packed(spec, lhs, rhs, out, prepacked);
    long work = (long) spec.rows() * spec.columns() * spec.inner();
    if (spec.batch() == 1 || work >= LARGE) {
      for (int b = 0; b < spec.batch(); b++) {
        runOne(spec, lhs, rhs, out, b, true, prologue, epilogue, packed);
      }
      return;
    }
    Parallel.forRange(
        spec.batch(),
        (int) Math.max(1, GRAIN / work),
        (from, to) -> {
          for (int b = from; b < to; b++) {
            if (prologue == null) {
              prefetch(lhs, b, spec.rows(), spec.inner());
            }
            if (packed == null) {
              prefetch(rhs, b, spec.inner(), spec.columns());
            }
            runOne(spec, lhs, rhs, out, b, false, prologue, epilogue, packed);
          }
        });
  }

  /**
   * Reads a line after the other of a matrix of a batch, if it lies in one piece: packing it jumps
   * from row to row, which no cache foresees.
   */
  private static void prefetch(Operand operand, int b, int rows, int columns) {
    int[] s = operand.strides();
    int n = rows * columns;
    boolean together = (s[1] == columns && s[2] == 1) || (s[1] == 1 && s[2] == rows);
    if (!together || s[0] == 0 || n > PREFETCHED) {
      return;
    }
    Prefetch.read(operand.buffer().floats(), operand.offset() + b * s[0], n);
  }

  private static void clear(MatmulSpec spec, Operand out) {
    for (int b = 0; b < spec.batch(); b++) {
      for (int i = 0; i < spec.rows(); i++) {
        int at = out.offset() + b * out.strides()[0] + i * out.strides()[1];
        for (int j = 0; j < spec.columns(); j++) {
          out.buffer().floats()[at + j * out.strides()[2]] = 0f;
        }
      }
    }
  }

  /** {@return the right factors of a batch in panels, packed now if they are not yet} */
  private static float[] packed(
      MatmulSpec spec, Operand lhs, Operand rhs, Operand out, Prepacked prepacked) {
    var first = product(spec, lhs, rhs, out, 0);
    int length = PackedPanels.length(first);
    int count = isShared(rhs) ? 1 : spec.batch();
    return prepacked.floats(
        length * count,
        data -> {
          for (int b = 0; b < count; b++) {
            new PackedPanels(data, b * length).pack(product(spec, lhs, rhs, out, b));
          }
        });
  }

  private static boolean isShared(Operand operand) {
    return operand.strides()[0] == 0;
  }

  private static void runOne(
      MatmulSpec spec,
      Operand lhs,
      Operand rhs,
      Operand out,
      int b,
      boolean parallel,
      @Nullable PrologueRun prologue,
      @Nullable EpilogueRun epilogue,
      float @Nullable [] packed) {
    var product = product(spec, lhs, rhs, out, b);
    PackedPanels panels = null;
    if (packed != null) {
      panels = new PackedPanels(packed, isShared(rhs) ? 0 : b * PackedPanels.length(product));
    }
    product.compute(parallel, prologue, epilogue, panels);
  }

  private static Gemm product(MatmulSpec spec, Operand lhs, Operand rhs, Operand out, int b) {
    int[] l = lhs.strides();
    int[] r = rhs.strides();
    int[] o = out.strides();
    int kSize = spec.inner();
    boolean table = l[2] != 1 && kSize > 1;
    int[] kOffsets = table ? OffsetTables.of(kSize, l[2]) : OffsetTables.of(1, 0);
    return new Gemm(
        spec.rows(),
        spec.columns(),
        lhs.buffer().floats(),
        lhs.offset() + b * l[0],
        Gemm.rowTable(spec.rows(), l[1]),
        kOffsets,
        table ? 1 : kSize,
        rhs.buffer().floats(),
        rhs.offset() + b * r[0],
        OffsetTables.of(kSize, r[1]),
        r[2],
        out.buffer().floats(),
        out.offset() + b * o[0],
        Gemm.rowTable(spec.rows(), o[1]),
        o[2]);
  }
}
