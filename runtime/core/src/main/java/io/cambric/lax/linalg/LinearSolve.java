package io.cambric.lax.linalg;

import io.cambric.array.Buffer;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive.LinearOperand;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.kernel.Kernels;
import io.cambric.lax.op.Batching;
import io.cambric.lax.op.DenseOperands;
import io.cambric.lax.op.SingleResult;
import io.cambric.lax.op.Tangents;
import io.cambric.lax.op.UnaryOps;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The solution {@code x} of {@code a x = b} for square matrices {@code a}, by {@link Lu}; infinite
 * or NaN if {@code a} is singular.
 *
 * <p>Shapes: {@code [..., n, n], [..., n, k] -> [..., n, k]}, with equal leading axes. Linear in
 * {@code b}; the tangent is {@code a^-1 (b' - a' x)}, with the same factors.
 */
public record LinearSolve() implements SingleResult {

  @Override
  public String name() {
    return "linear_solve";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var a = operands.get(0);
    var b = operands.get(1);
    Matrices.require(name(), a);
    Matrices.requireSquare(name(), a);
    if (a.dtype() != b.dtype()) {
      throw new DTypeException(
          "linear_solve needs two operands with the same dtype, but got %s. Convert one with astype."
              .formatted(operands));
    }
    boolean fits =
        b.rank() == a.rank()
            && b.shape().dim(-2) == a.shape().dim(-1)
            && Matrices.batchShape(a).equals(Matrices.batchShape(b));
    if (!fits) {
      throw new ShapeException(
          "linear_solve needs square matrices and right-hand sides with as many rows and the same batch axes, but got %s."
              .formatted(operands));
    }
    return new ShapedArray(b.shape(), b.dtype(), a.weak() && b.weak());
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var b = operands.get(1);
    int n = b.shape().dim(-2);
    int columns = b.shape().dim(-1);
    int count = Matrices.batchShape(b).size();
    long work = (long) n * n * (n + columns);
    return new Lowering.Kernel((kernels, in, out, _) -> {
      var matrices = DenseOperands.of(kernels, operands.get(0), in.get(0));
      var right = DenseOperands.of(kernels, b, in.get(1));
      Matrices.forEach(
          count,
          work,
          i -> {
            var x = MatrixBlock.of(out.getFirst(), i, n, columns);
            x.copyFrom(MatrixBlock.of(right, i, n, columns));
            solve(kernels, MatrixBlock.of(matrices, i, n, n), x);
          });
    });
  }

  /** Solves for one matrix, in place of the right-hand side. */
  private static void solve(Kernels kernels, MatrixBlock matrix, MatrixBlock x) {
    if (SmallMatrix.fits(matrix) && SmallMatrix.fits(x)) {
      var both = SmallMatrix.of(matrix, x);
      both.eliminate();
      both.solveBeside();
      both.store(x.rows(), x);
      return;
    }
    var a = MatrixBlock.allocate(x.dtype(), x.rows(), x.rows());
    a.copyFrom(matrix);
    int[] pivots;
    try (var products = new BlockProducts(kernels, a.buffer())) {
      pivots = Elimination.run(products, a);
    }
    var spare = Buffer.allocate(x.dtype(), x.columns());
    for (int k = 0; k < pivots.length; k++) {
      x.exchangeRows(k, pivots[k], spare);
    }
    try (var products = new BlockProducts(kernels, x.buffer())) {
      new Substitution(true, true).solve(products, a, x);
      new Substitution(false, false).solve(products, a, x);
    }
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var factors = LinalgOps.lu(primals.get(0));
    var lu = factors.get(0);
    var permutation = factors.get(2);
    var x = LinalgOps.luSolve(lu, permutation, primals.get(1), false);
    var da = tangents.get(0);
    var db = tangents.get(1);
    var moved = da == null ? null : UnaryOps.neg(Matrices.matmul(da, x));
    var right = Tangents.add(db, moved);
    return Jvp.of(x, right == null ? null : LinalgOps.luSolve(lu, permutation, right, false));
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    if (cotangent == null || !(operands.get(0) instanceof LinearOperand.Known(var a))) {
      return Arrays.asList(null, null);
    }
    return Arrays.asList(null, Trace.bind(this, Matrices.transpose(a), cotangent));
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var a = Batching.toFront(axis, operands.get(0), axes.get(0));
    var b = Batching.toFront(axis, operands.get(1), axes.get(1));
    return Batched.of(Trace.bind(this, a, b), 0);
  }
}
