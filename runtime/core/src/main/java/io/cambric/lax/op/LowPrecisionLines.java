package io.cambric.lax.op;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Running sums and products of halves along many lines at once, with the bits of {@link
 * LowPrecisionScan}. The elements of all lines with one position form a row, and rows are combined
 * by loops of the kernels.
 */
final class LowPrecisionLines {

  private static final int BLOCK = LowPrecisionScan.BLOCK;

  /** The bodies, shared by all calls, because kernels compile a body that runs often. */
  private static final Map<DType, LoopBody> SUMS = bodies(ScalarOp.ADD);

  private static final Map<DType, LoopBody> PRODUCTS = bodies(ScalarOp.MUL);

  private final Kernels kernels;
  private final DType dtype;
  private final LoopBody combination;

  LowPrecisionLines(Kernels kernels, DType dtype, boolean product) {
    this.kernels = kernels;
    this.dtype = dtype;
    combination = Objects.requireNonNull((product ? PRODUCTS : SUMS).get(dtype));
  }

  private static Map<DType, LoopBody> bodies(ScalarOp op) {
    return Map.of(DType.BF16, body(op, DType.BF16), DType.F16, body(op, DType.F16));
  }

  private static LoopBody body(ScalarOp op, DType dtype) {
    return LoopBody.of(op, dtype, 0, List.of(dtype, dtype));
  }

  /** Runs along {@code lines} lines of {@code n} neighbouring elements. */
  void alongRows(Operand x, Operand out, int lines, int n) {
    var columns = Buffer.allocate(dtype, n * lines);
    int[] dims = {n, lines};
    copy(dims, strided(x.buffer(), x.offset(), 1, n), strided(columns, 0, lines, 1));
    scan(columns, 0, n, lines);
    int[] back = {lines, n};
    copy(back, strided(columns, 0, 1, lines), strided(out.buffer(), out.offset(), n, 1));
  }

  /** Runs down {@code matrices} matrices of {@code n} rows with {@code m} lines each. */
  void alongColumns(Operand x, Operand out, int matrices, int n, int m) {
    int[] dims = {matrices, n * m};
    copy(
        dims,
        strided(x.buffer(), x.offset(), n * m, 1),
        strided(out.buffer(), out.offset(), n * m, 1));
    for (int i = 0; i < matrices; i++) {
      scan(out.buffer(), out.offset() + i * n * m, n, m);
    }
  }

  /** Computes running results down {@code n} rows of {@code m} elements in place. */
  private void scan(Buffer rows, int at, int n, int m) {
    for (int i = 1; i < Math.min(n, BLOCK); i++) {
      int[] dims = {(n - i - 1) / BLOCK + 1, m};
      combine(
          dims,
          strided(rows, at + (i - 1) * m, BLOCK * m, 1),
          strided(rows, at + i * m, BLOCK * m, 1));
    }
    // No block follows the last one.
    int blocks = (n - 1) / BLOCK;
    if (blocks == 0) {
      return;
    }
    var totals = Buffer.allocate(dtype, blocks * m);
    int[] dims = {blocks, m};
    copy(dims, strided(rows, at + (BLOCK - 1) * m, BLOCK * m, 1), strided(totals, 0, m, 1));
    scan(totals, 0, blocks, m);
    int whole = n / BLOCK - 1;
    int second = at + BLOCK * m;
    combineBlocks(whole, BLOCK, m, totals, 0, rows, second);
    combineBlocks(1, n % BLOCK, m, totals, whole * m, rows, second + whole * BLOCK * m);
  }

  /** Combines each row of a block with the result before the block. */
  private void combineBlocks(
      int blocks, int length, int m, Buffer totals, int total, Buffer rows, int at) {
    if (blocks * length > 0) {
      int[] dims = {blocks, length, m};
      combine(dims, strided(totals, total, m, 0, 1), strided(rows, at, length * m, m, 1));
    }
  }

  private static Operand strided(Buffer buffer, int offset, int... strides) {
    return new Operand(buffer, offset, strides);
  }

  private void copy(int[] dims, Operand from, Operand to) {
    DenseOperands.copy(kernels, dtype, dims, from, to);
  }

  private void combine(int[] dims, Operand before, Operand rows) {
    kernels.loop(combination, dims, List.of(before, rows), List.of(rows));
  }
}
