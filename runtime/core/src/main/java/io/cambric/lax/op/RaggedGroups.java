package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Lowering;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.kernel.FusedCall;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import java.util.List;

/**
 * Products of groups of rows: one matrix product for each batch and group. Operands are read in
 * place, with any strides.
 */
final class RaggedGroups implements Lowering.KernelRule {

  private final ShapedArray lhs;
  private final ShapedArray rhs;
  private final int groups;
  private final boolean contracting;

  RaggedGroups(List<ShapedArray> operands, boolean contracting) {
    this.lhs = operands.get(0);
    this.rhs = operands.get(1);
    this.groups = operands.get(2).shape().dim(1);
    this.contracting = contracting;
  }

  @Override
  public void run(Kernels kernels, List<Operand> operands, List<Operand> results, FusedCall fused) {
    var sizes = operands.get(2);
    int rows = lhs.shape().dim(1);
    for (int batch = 0; batch < lhs.shape().dim(0); batch++) {
      int from = 0;
      for (int group = 0; group < groups; group++) {
        int at = sizes.offset() + batch * sizes.strides()[0] + group * sizes.strides()[1];
        int to = Math.clamp(from + sizes.buffer().getLong(at), from, rows);
        if (contracting) {
          contract(kernels, operands, results.getFirst(), batch, group, from, to);
        } else {
          multiply(kernels, operands, results.getFirst(), batch, group, from, to);
        }
        from = to;
      }
      if (!contracting) {
        fill(kernels, results.getFirst(), batch, from);
      }
    }
  }

  private void multiply(
      Kernels kernels,
      List<Operand> operands,
      Operand out,
      int batch,
      int group,
      int from,
      int to) {
    var right = operands.get(1);
    int columns = rhs.shape().dim(3);
    int shared = batch / (lhs.shape().dim(0) / rhs.shape().dim(1));
    int rightAt = group * right.strides()[0] + shared * right.strides()[1];
    kernels.matmul(
        new MatmulSpec(1, to - from, columns, lhs.shape().dim(2), lhs.dtype()),
        rows(operands.get(0), batch, from, 1, 2),
        matrix(right, rightAt, right.strides()[2], right.strides()[3]),
        matrix(out, (batch * lhs.shape().dim(1) + from) * columns, columns, 1));
  }

  /** Fills results with 0, the sum of no products. */
  private void fill(Kernels kernels, Operand out, int batch, int from) {
    int columns = rhs.shape().dim(3);
    int rows = lhs.shape().dim(1);
    var none = new MatmulSpec(1, rows - from, columns, 0, lhs.dtype());
    kernels.matmul(none, out, out, matrix(out, (batch * rows + from) * columns, columns, 1));
  }

  private void contract(
      Kernels kernels,
      List<Operand> operands,
      Operand out,
      int batch,
      int group,
      int from,
      int to) {
    int inner = lhs.shape().dim(2);
    int columns = rhs.shape().dim(2);
    int outAt = (group * lhs.shape().dim(0) + batch) * inner * columns;
    kernels.matmul(
        new MatmulSpec(1, inner, columns, to - from, lhs.dtype()),
        rows(operands.get(0), batch, from, 2, 1),
        rows(operands.get(1), batch, from, 1, 2),
        matrix(out, outAt, columns, 1));
  }

  /** {@return the rows of a batch from a row on, as a matrix with two axes in a given order} */
  private static Operand rows(Operand x, int batch, int from, int first, int second) {
    int[] strides = x.strides();
    return matrix(x, batch * strides[0] + from * strides[1], strides[first], strides[second]);
  }

  private static Operand matrix(Operand x, int at, int row, int column) {
    return new Operand(x.buffer(), x.offset() + at, new int[] {0, row, column});
  }

  /** {@return x with an axis and the next axis merged} */
  static Array merged(Array x, int axis) {
    var shape =
        x.shape()
            .slice(0, axis)
            .concat(Shape.of(x.dim(axis) * x.dim(axis + 1)))
            .concat(x.shape().slice(axis + 2, x.rank()));
    return ShapeOps.reshape(x, shape);
  }

  static void requireOperands(
      Primitive operation, List<ShapedArray> operands, int lhsRank, int rhsRank) {
    var lhs = operands.get(0);
    var rhs = operands.get(1);
    var sizes = operands.get(2);
    if (lhs.dtype() != rhs.dtype() || !sizes.dtype().isInteger()) {
      throw new DTypeException(
          "%s needs operands with the same dtype and group sizes of an integer dtype, but got %s. Convert them with astype."
              .formatted(operation.name(), operands));
    }
    boolean fits = lhs.rank() == lhsRank && rhs.rank() == rhsRank && sizes.rank() == 2;
    requireShapes(fits, "operands of %d, %d and 2 axes".formatted(lhsRank, rhsRank), operands);
  }

  static void requireShapes(boolean fits, String need, List<ShapedArray> operands) {
    if (!fits) {
      throw new ShapeException(
          "ragged_dot_general needs %s, but got %s.".formatted(need, operands));
    }
  }

  /** {@return x with its axes in groups of a given order, each merged into one axis} */
  static Array grouped(Array x, Axes... groups) {
    var order = Axes.of();
    int[] dims = new int[groups.length];
    for (int i = 0; i < groups.length; i++) {
      order = order.concat(groups[i]);
      dims[i] = x.shape().select(groups[i]).size();
    }
    return ShapeOps.reshape(ShapeOps.transpose(x, order), Shape.of(dims));
  }
}
