package io.cambric.lax.linalg;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive.LinearOperand;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.op.Batching;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.DenseOperands;
import io.cambric.lax.op.SingleResult;
import io.cambric.lax.op.UnaryOps;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The solution of {@code op(a) x = b} or {@code x op(a) = b} for triangular {@code a}. Only the
 * elements of the triangle are read. With a zero on the diagonal, the solution is infinite or NaN.
 *
 * <p>Shapes: {@code [..., n, n], [..., n, k] -> [..., n, k]} from the left, {@code [..., k, n]}
 * from the right, with equal leading axes. Linear in {@code b}; the tangent of {@code a} gives
 * {@code -op(a)^-1 op(a') x}.
 *
 * @param leftSide whether {@code a} is to the left of the unknown
 * @param lower which triangle of {@code a} is read
 * @param transposeA whether {@code op} is the transpose, or else the identity
 * @param unitDiagonal whether the diagonal is taken as ones and not read
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.linalg.triangular_solve.html">lax.linalg.triangular_solve</a>
 */
public record TriangularSolve(
    boolean leftSide, boolean lower, boolean transposeA, boolean unitDiagonal)
    implements SingleResult {

  /**
   * The most elements of a right-hand side that are solved for one by one, because lines would not
   * pay.
   */
  private static final int SMALL = 256;

  @Override
  public String name() {
    return "triangular_solve";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var a = operands.get(0);
    var b = operands.get(1);
    if (!a.dtype().isFloating() || a.dtype() != b.dtype()) {
      throw new DTypeException(
          "triangular_solve needs two operands with the same floating dtype, but got %s. Convert them with astype."
              .formatted(operands));
    }
    boolean fits =
        a.rank() >= 2
            && a.rank() == b.rank()
            && a.shape().dim(-1) == a.shape().dim(-2)
            && a.shape().dim(-1) == b.shape().dim(leftSide ? -2 : -1)
            && Matrices.batchShape(a).equals(Matrices.batchShape(b));
    if (!fits) {
      throw new ShapeException(
          "triangular_solve needs square matrices and right-hand sides with as many %s and the same batch axes, but got %s."
              .formatted(leftSide ? "rows" : "columns", operands));
    }
    return new ShapedArray(b.shape(), b.dtype(), a.weak() && b.weak());
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var a = operands.get(0);
    var b = operands.get(1);
    int count = Matrices.batchShape(b).size();
    int n = a.shape().dim(-1);
    int rows = b.shape().dim(-2);
    int columns = b.shape().dim(-1);
    boolean half = b.dtype().bytes() < DType.F32.bytes();
    return new Lowering.Kernel((kernels, in, out, _) -> {
      var left = MatrixBlock.of(DenseOperands.of(kernels, a, in.get(0)), 0, count * n, n);
      var right = MatrixBlock.of(DenseOperands.of(kernels, b, in.get(1)), 0, count * rows, columns);
      var result = MatrixBlock.of(out.getFirst(), 0, count * rows, columns);
      var triangles = half ? left.converted(DType.F32) : left;
      var x = half ? right.converted(DType.F32) : result;
      if (!half) {
        x.copyFrom(right);
      }
      try (var products = new BlockProducts(kernels, x.buffer())) {
        Matrices.forEach(
            count,
            (long) n * rows * columns,
            i ->
                solve(
                    products,
                    triangles.rows(i * n, (i + 1) * n),
                    x.rows(i * rows, (i + 1) * rows)));
      }
      if (half) {
        result.setEach(x);
      }
    });
  }

  /**
   * Solves for one matrix in place.
   *
   * @param x the right-hand side, a block of the minuends of {@code products}; overwritten
   */
  private void solve(BlockProducts products, MatrixBlock a, MatrixBlock x) {
    if (SmallMatrix.fits(a) && x.rows() * x.columns() <= SMALL) {
      var solution = leftSide ? x : x.transposed();
      var small = SmallMatrix.of(solution);
      boolean transposed = leftSide == transposeA;
      var triangle = SmallMatrix.of(transposed ? a.transposed() : a);
      small.solve(triangle, lower != transposed, unitDiagonal);
      small.store(solution);
      return;
    }
    if (leftSide) {
      new Substitution(lower != transposeA, unitDiagonal)
          .solve(products, transposeA ? a.transposed() : a, x);
    } else {
      // x op(a) = b is op(a)^T x^T = b^T.
      new Substitution(lower == transposeA, unitDiagonal)
          .solve(products, transposeA ? a : a.transposed(), x.transposed());
    }
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var a = primals.getFirst();
    var x = Trace.bind(this, primals).getFirst();
    var da = tangents.get(0);
    var db = tangents.get(1);
    if (da != null) {
      int skipped = unitDiagonal ? 1 : 0;
      var triangle = lower ? Matrices.tril(da, -skipped) : Matrices.triu(da, skipped);
      var turned = transposeA ? Matrices.transpose(triangle) : triangle;
      var moved = leftSide ? Matrices.matmul(turned, x) : Matrices.matmul(x, turned);
      db = db == null ? UnaryOps.neg(moved) : BinaryOps.sub(db, moved);
    }
    return Jvp.of(x, db == null ? null : Trace.bind(this, a, db));
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    if (cotangent == null || !(operands.get(0) instanceof LinearOperand.Known(var a))) {
      return Arrays.asList(null, null);
    }
    var turned = new TriangularSolve(leftSide, lower, !transposeA, unitDiagonal);
    return Arrays.asList(null, Trace.bind(turned, a, cotangent));
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var a = Batching.toFront(axis, operands.get(0), axes.get(0));
    var b = Batching.toFront(axis, operands.get(1), axes.get(1));
    return Batched.of(Trace.bind(this, a, b), 0);
  }
}
