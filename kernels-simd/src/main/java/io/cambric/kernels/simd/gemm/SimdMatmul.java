package io.cambric.kernels.simd.gemm;

import io.cambric.array.DType;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.Prepacked;
import io.cambric.kernel.block.FusedCallRun;
import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.Rows;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.jit.Prefetch;
import io.cambric.kernels.simd.jit.Species;
import org.jspecify.annotations.Nullable;

/**
 * A batch of f32 matrix products with operands of any strides, lowered to {@link Gemm}.
 *
 * @param spec the sizes
 * @param lhs strides of batch, rows and k
 * @param rhs strides of batch, k and columns
 * @param out strides of batch, rows and columns
 */
public record SimdMatmul(MatmulSpec spec, Operand lhs, Operand rhs, Operand out) {

  /** Multiplications of one product above which threads divide the product, not the batch. */
  private static final long LARGE = 1 << 22;

  /** Multiplications that justify another thread. */
  private static final int GRAIN = 1 << 18;

  /** Cost of storing an element of a result with scattered rows, in cycles. */
  private static final double SCATTER_COST = 1.6;

  /** Cost of packing an element of B, in cycles. */
  private static final double COPY_COST = 0.3;

  private static final double TRANSPOSE_COST = 0.7;

  /** Rows of a computed operand that amortise packing the other one in each task. */
  private static final int MIN_COMPUTED_ROWS = 256;

  /**
   * The most elements of packed panels that serve all rows of a computed operand. It is constant,
   * so that programs are the same on all machines.
   */
  private static final int MAX_PANELS = 1 << 18;

  /** Elements of a row that amortise calling a loop. */
  private static final int MIN_COMPUTED_K = 32;

  /**
   * The most elements of a matrix that is prefetched; more would not stay in the L1 and L2 caches.
   */
  private static final int PREFETCHED = 1 << 14;

  /**
   * The most rows or columns that do not repay prepacking. It is constant, like {@link
   * #MAX_PANELS}.
   */
  private static final int MIN_PREPACKED = 3;

  /**
   * The most elements of an operand that is prepacked. A larger one should not be in memory twice.
   */
  private static final int MAX_PREPACKED = 1 << 24;

  /** {@return whether there are f32 products to sum} */
  public static boolean supports(MatmulSpec spec) {
    return spec.dtype() == DType.F32
        && Math.min(spec.batch(), spec.inner()) > 0
        && Math.min(spec.rows(), spec.columns()) > 0;
  }

  /**
   * {@return whether an epilogue on parts of the result pays}
   *
   * <p>A part of a wide result is a piece of many rows. One pass over the whole result is faster
   * there.
   */
  public static boolean takesEpilogue(MatmulSpec spec) {
    return spec.columns() <= Gemm.NC;
  }

  /**
   * {@return whether computing an operand in the macro-kernel pays}
   *
   * <p>The operand must be too large for the cache. The packed panels of the other operand must
   * stay there, since each row is computed once.
   *
   * <p>The prologue computes only rows with adjacent elements. Pieces of columns, and wide results
   * that are stored by columns, would take longer.
   */
  public static boolean takesPrologue(MatmulSpec spec, int operand, int[] strides) {
    int rows = operand == 0 ? spec.rows() : spec.columns();
    int columns = operand == 0 ? spec.columns() : spec.rows();
    return spec.dtype() == DType.F32
        && strides[operand == 0 ? 2 : 1] == 1
        && (spec.batch() == 1 || strides[0] != 0)
        && rows >= MIN_COMPUTED_ROWS
        && spec.inner() >= MIN_COMPUTED_K
        && (long) spec.batch() * rows * spec.inner() > MAX_PANELS
        && (long) columns * spec.inner() <= MAX_PANELS
        && (operand == 0 || columns <= Gemm.NC);
  }

  /**
   * Multiplies.
   *
   * @param fused a prologue that computes an operand with adjacent elements along k, and an
   *     epilogue that runs on the dense result
   */
  public void run(FusedCallRun fused) {
    var prologue = fused.prologue();
    var prepacked = fused.prepacked();
    var known = prepacked != null && prepacks(spec, prepacked.operand()) ? prepacked : null;
    boolean transposed = prologue == null ? isBetterTransposed(known) : prologue.operand() == 1;
    var b = isPrepacked(known, transposed ? 0 : 1) ? known : null;
    (transposed ? transposed() : this).multiply(fused.withPrepacked(b));
  }

  /** {@return whether an operand may be prepacked} Very few rows never repay prepacking. */
  static boolean prepacks(MatmulSpec spec, int operand) {
    long across = (long) spec.batch() * (operand == 0 ? spec.rows() : spec.columns());
    return Math.min(spec.rows(), spec.columns()) > MIN_PREPACKED
        && across <= MAX_PREPACKED / Math.max(1, spec.inner());
  }

  private static boolean isPrepacked(@Nullable Prepacked prepacked, int operand) {
    return prepacked != null && prepacked.operand() == operand;
  }

  /**
   * {@return an estimate of the cycles of a product for each k}
   *
   * @param next distance from one row of B to the next
   * @param step distance from one column of B to the next
   */
  private double cost(int rows, int columns, int next, int step, int outStep, boolean isPrepacked) {
    double tiles = Gemm.tileRows(rows) * Gemm.tileColumns(columns) / Species.LANES;
    double packing = isPrepacked ? 0 : packing(rows, columns, next, step);
    double storing = outStep == 1 ? 0 : SCATTER_COST * rows * columns / spec.inner();
    return tiles + packing * columns + storing;
  }

  private double packing(int rows, int columns, int next, int step) {
    if (step != 1) {
      return TRANSPOSE_COST;
    }
    return OperandB.staysUnpacked(rows, columns, spec.inner(), next) ? 0 : COPY_COST;
  }

  private boolean isBetterTransposed(@Nullable Prepacked prepacked) {
    int m = spec.rows();
    int n = spec.columns();
    int[] l = lhs.strides();
    int[] r = rhs.strides();
    int[] o = out.strides();
    return cost(n, m, l[2], l[1], m == 1 ? 1 : o[1], isPrepacked(prepacked, 0))
        < cost(m, n, r[1], r[2], n == 1 ? 1 : o[2], isPrepacked(prepacked, 1));
  }

  private SimdMatmul transposed() {
    return new SimdMatmul(
        new MatmulSpec(spec.batch(), spec.columns(), spec.rows(), spec.inner(), spec.dtype()),
        MatmulSpec.transposed(rhs),
        MatmulSpec.transposed(lhs),
        MatmulSpec.transposed(out));
  }

  /**
   * Multiplies without a transposition.
   *
   * @param fused only rhs may be prepacked
   */
  private void multiply(FusedCallRun fused) {
    var prepacked = fused.prepacked();
    var first = gemm();
    var unpacked = fused.prologue() == null ? UnpackedGemm.of(first) : null;
    float[] packed = prepacked != null && unpacked == null ? packed(first, prepacked) : null;
    long work = (long) spec.rows() * spec.columns() * spec.inner();
    boolean inside = spec.batch() == 1 || work >= LARGE;
    Parallel.forRange(
        spec.batch(),
        inside ? spec.batch() : (int) Math.max(1, GRAIN / work),
        (from, to) -> {
          for (int b = from; b < to; b++) {
            if (fused.prologue() == null && !inside) {
              prefetch(lhs, b, spec.rows(), spec.inner());
            }
            if (packed == null && !inside) {
              prefetch(rhs, b, spec.inner(), spec.columns());
            }
            var gemm = at(first, b);
            if (unpacked != null) {
              unpacked.with(gemm).compute(inside, fused);
            } else {
              gemm = packed == null ? gemm : gemm.withPanels(panels(first, packed, b));
              gemm.computePacked(inside, fused);
            }
          }
        });
  }

  /** {@return product {@code b} of the batch, given the first one} */
  private Gemm at(Gemm first, int b) {
    return first.plus(b * lhs.strides()[0], b * rhs.strides()[0], b * out.strides()[0]);
  }

  /** {@return operand B of all batch elements in panels, packed now if they are not yet} */
  private float[] packed(Gemm first, Prepacked prepacked) {
    int count = isShared(rhs) ? 1 : spec.batch();
    return prepacked.floats(
        OperandB.Packed.length(first) * count,
        data -> {
          for (int b = 0; b < count; b++) {
            panels(first, data, b).pack(at(first, b));
          }
        });
  }

  private OperandB.Packed panels(Gemm first, float[] packed, int b) {
    return new OperandB.Packed(packed, isShared(rhs) ? 0 : b * OperandB.Packed.length(first));
  }

  /** {@return the first product of the batch} */
  private Gemm gemm() {
    int[] l = lhs.strides();
    int[] r = rhs.strides();
    int[] o = out.strides();
    int kSize = spec.inner();
    boolean table = l[2] != 1 && kSize > 1;
    int[] kOffsets = table ? OffsetTables.of(kSize, l[2]) : OffsetTables.of(1, 0);
    return new Gemm(
        spec.rows(),
        spec.columns(),
        rows(lhs, Gemm.rowTable(spec.rows(), l[1])),
        kOffsets,
        table ? 1 : kSize,
        rows(rhs, OffsetTables.of(kSize, r[1])),
        r[2],
        rows(out, Gemm.rowTable(spec.rows(), o[1])),
        o[2],
        null);
  }

  private static Rows rows(Operand operand, int[] table) {
    return new Rows(operand.buffer().floats(), table, 0, operand.offset());
  }

  private static boolean isShared(Operand operand) {
    return operand.strides()[0] == 0;
  }

  /**
   * Prefetches a contiguous batch element line by line, unless the cache holds all batch elements.
   * Packing reads the element with a stride that the hardware prefetcher does not predict.
   */
  private void prefetch(Operand operand, int b, int rows, int columns) {
    int[] s = operand.strides();
    int n = rows * columns;
    boolean contiguous = (s[1] == columns && s[2] == 1) || (s[1] == 1 && s[2] == rows);
    boolean isCached = GemmMacroKernel.isCached(n, spec.batch());
    if (!contiguous || s[0] == 0 || n > PREFETCHED || isCached) {
      return;
    }
    Prefetch.read(operand.buffer().floats(), operand.offset() + b * s[0], n);
  }
}
