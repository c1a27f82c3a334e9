package io.cambric.numpy.linalg;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.option.AssumeA;
import io.cambric.numpy.result.ChoFactor;
import io.cambric.numpy.result.LuFactor;
import io.cambric.numpy.result.LuResult;
import io.cambric.numpy.result.PivotedQrResult;
import io.cambric.numpy.routine.Arithmetic;
import io.cambric.numpy.routine.Comparisons;
import io.cambric.numpy.routine.Creation;
import io.cambric.numpy.routine.ElementSelection;
import io.cambric.numpy.routine.Operands;
import io.cambric.numpy.routine.PatternMatrices;
import io.cambric.numpy.routine.Ranges;
import io.cambric.numpy.routine.Shapes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Solutions from stored factors, and structured matrices. */
public final class ScipyMatrices {

  private ScipyMatrices() {}

  /** {@return the upper factor of a positive definite matrix} */
  public static Array cholesky(Array x) {
    return cholesky(x, false);
  }

  /** {@return the Cholesky factor of a matrix; only its triangle of the matrix is read} */
  public static Array cholesky(Array x, boolean lower) {
    var real = Determinants.square("cholesky", x);
    var triangle = Lax.cholesky(lower ? real : Shapes.matrixTranspose(real), false);
    return lower ? triangle : Shapes.matrixTranspose(triangle);
  }

  /** {@return the upper factor of a positive definite matrix, for {@code choSolve}} */
  public static ChoFactor choFactor(Array x) {
    return choFactor(x, false);
  }

  /** {@return the factor of {@link #cholesky}, for {@link #choSolve}} */
  public static ChoFactor choFactor(Array x, boolean lower) {
    return new ChoFactor(cholesky(x, lower), lower);
  }

  /**
   * {@return the solution x of {@code a x = b} from a factor of the positive definite a}
   *
   * @param b matrices with as many rows, or a vector
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.scipy.linalg.cho_solve.html">scipy.linalg.cho_solve</a>
   */
  public static Array choSolve(ChoFactor factor, Array b) {
    boolean lower = factor.lower();
    var inner = solveTriangular(factor.c(), b, lower, !lower, false);
    return solveTriangular(factor.c(), inner, lower, lower, false);
  }

  /** {@return the solution x of {@code a x = b} for upper triangles a} */
  public static Array solveTriangular(Array a, Array b) {
    return solveTriangular(a, b, false, false, false);
  }

  /** {@return the solution of a system with an upper or lower triangular matrix} */
  public static Array solveTriangular(Array a, Array b, boolean lower) {
    return solveTriangular(a, b, lower, false, false);
  }

  /**
   * {@return the solution x of {@code a x = b} or {@code a^T x = b}, for triangular a}
   *
   * @param b matrices with as many rows, or a vector
   * @param lower which triangle of a is read
   * @param transposed whether a is transposed
   * @param unitDiagonal whether the diagonal is taken as ones
   * @throws ShapeException if a is not square or b has another number of rows
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.scipy.linalg.solve_triangular.html">scipy.linalg.solve_triangular</a>
   */
  public static Array solveTriangular(
      Array a, Array b, boolean lower, boolean transposed, boolean unitDiagonal) {
    Determinants.square("solve_triangular", a);
    boolean vector = b.rank() == 1;
    requireRows("solve_triangular", a, b);
    var operands = Operands.inexact(a, vector ? Shapes.expandDims(b, 1) : b);
    var both = LinearEquations.batched("solve_triangular", operands.get(0), operands.get(1));
    var x = Lax.triangularSolve(both.get(0), both.get(1), true, lower, transposed, unitDiagonal);
    return vector ? Shapes.squeeze(x, -1) : x;
  }

  private static void requireRows(String name, Array a, Array b) {
    if (b.rank() == 0 || b.dim(b.rank() == 1 ? 0 : -2) != a.dim(-1)) {
      throw new ShapeException(
          "%s needs a right-hand side with as many rows as the matrices, but got %s and %s."
              .formatted(name, a.aval(), b.aval()));
    }
  }

  /**
   * {@return matrices as {@code p l u}, with pivots}
   *
   * <p>Shapes, with {@code k = min(m, n)}: {@code [..., m, n] -> [..., m, m], [..., m, k], [..., k,
   * n]}.
   */
  public static LuResult lu(Array x) {
    var real = Operands.inexact(x);
    var factors = Lax.lu(real);
    int rank = x.rank();
    int inner = Math.min(x.dim(-1), x.dim(-2));
    var left = Lax.sliceInDim(factors.get(0), 0, inner, 1, rank - 1);
    var identity = Creation.eye(x.dim(-2), inner, 0, real.dtype());
    var upper = PatternMatrices.triu(Lax.sliceInDim(factors.get(0), 0, inner, 1, rank - 2));
    var rows = Ranges.arange(x.dim(-2)).astype(factors.get(2).dtype());
    var order = Shapes.expandDims(factors.get(2), -2);
    var permutation = Comparisons.equal(Shapes.expandDims(rows, 1), order).astype(real.dtype());
    return new LuResult(permutation, PatternMatrices.tril(left, -1).add(identity), upper);
  }

  /**
   * {@return orthonormal columns and an upper triangle, with the columns of x in an order that
   * reveals the rank} The diagonal of the triangle descends in absolute value.
   *
   * <p>Shapes, with {@code k = min(m, n)} or, complete, {@code k = m}: {@code [..., m, n] -> [...,
   * m, k], [..., k, n], i32[..., n]}.
   *
   * @param complete whether the columns are completed to a basis
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.scipy.linalg.qr.html">scipy.linalg.qr</a>
   */
  public static PivotedQrResult pivotedQr(Array x, boolean complete) {
    var all = Lax.qr(Operands.inexact(x), complete, true);
    return new PivotedQrResult(all.get(0), all.get(1), all.get(2));
  }

  /** {@return the factors of square matrices for {@link #luSolve}} */
  public static LuFactor luFactor(Array x) {
    var factors = Lax.lu(Determinants.square("lu_factor", x));
    return new LuFactor(factors.get(0), factors.get(1));
  }

  /** {@return the solution of a system from the factors of its matrix} */
  public static Array luSolve(LuFactor factor, Array b) {
    return luSolve(factor, b, false);
  }

  /**
   * {@return the solution x of {@code a x = b}, or of {@code a^T x = b}, from the factors of a}
   *
   * @param b matrices with as many rows, or a vector
   */
  public static Array luSolve(LuFactor factor, Array b, boolean transposed) {
    var lu = Determinants.square("lu_solve", factor.lu());
    if (!factor.pivots().shape().equals(lu.shape().slice(0, lu.rank() - 1))
        || factor.pivots().dtype() != DType.I32) {
      throw new ShapeException(
          "lu_solve needs i32 pivots, one for each row of the factors %s, but got %s. Pass what luFactor returned."
              .formatted(lu.aval(), factor.pivots().aval()));
    }
    requireRows("lu_solve", lu, b);
    boolean vector = b.rank() == 1;
    var operands = Operands.inexact(factor.lu(), vector ? Shapes.expandDims(b, 1) : b);
    var both = LinearEquations.batched("lu_solve", operands.get(0), operands.get(1));
    int n = factor.lu().dim(-1);
    var permutation = Lax.luPivotsToPermutation(factor.pivots(), n);
    var batch = both.get(0).shape().slice(0, both.get(0).rank() - 1);
    var x =
        Lax.luSolve(both.get(0), Operands.broadcastTo(permutation, batch), both.get(1), transposed);
    return vector ? Shapes.squeeze(x, -1) : x;
  }

  /** {@return block diagonal matrices with these blocks} */
  public static Array blockDiag(Array... blocks) {
    if (blocks.length == 0) {
      throw new ShapeException("block_diag needs at least one block, but got none.");
    }
    var matrices = new ArrayList<Array>();
    for (var block : Operands.promoted(blocks)) {
      if (block.rank() > 2) {
        throw new ShapeException(
            "block_diag needs matrices, vectors or scalars, but got %s."
                .formatted(Arrays.stream(blocks).map(Array::aval).toList()));
      }
      matrices.add(Shapes.atleast2d(block));
    }
    int width = matrices.stream().mapToInt(each -> each.dim(1)).sum();
    var rows = new ArrayList<Array>();
    int left = 0;
    for (var matrix : matrices) {
      int right = width - left - matrix.dim(1);
      var zero = Lax.full(matrix.aval().withShape(Shape.scalar()), 0);
      rows.add(Lax.pad(matrix, zero, Axes.of(0, left), Axes.of(0, right), Axes.of(0, 0)));
      left += matrix.dim(1);
    }
    return Lax.concatenate(rows, 0);
  }

  /** {@return the symmetric matrix with constant diagonals and this first column} */
  public static Array toeplitz(Array column) {
    return toeplitz(column, null);
  }

  /**
   * {@return the matrix with constant diagonals, this first column and this first row; the first
   * element of the row is not read}
   *
   * @param row the first row, or {@code null} for the column
   * @throws ShapeException if an operand is not a vector
   */
  public static Array toeplitz(Array column, @Nullable Array row) {
    var first = row == null ? column : row;
    if (column.rank() > 1 || first.rank() > 1) {
      throw new ShapeException(
          "toeplitz needs a column and a row that are vectors, but got %s and %s."
              .formatted(column.aval(), first.aval()));
    }
    var operands = Operands.promoted(Shapes.atleast1d(column), Shapes.atleast1d(first));
    var down = operands.get(0);
    var across = operands.get(1);
    int rows = down.dim(0);
    int columns = across.dim(0);
    var all =
        Lax.concatenate(
            List.of(Lax.rev(down, Axes.of(0)), Lax.sliceInDim(across, 1, columns, 1, 0)), 0);
    var places =
        Arithmetic.subtract(
            Shapes.expandDims(Ranges.arange(rows - 1, rows - 1 + columns, 1), 0),
            Shapes.expandDims(Ranges.arange(rows), 1));
    return ElementSelection.take(all, places, 0);
  }

  /**
   * {@return the solution x of {@code a x = b}}
   *
   * @param b matrices with as many rows, or a vector
   * @param lower which triangle of positive definite matrices is read
   * @throws ShapeException if a is not square or b has another number of rows
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.scipy.linalg.solve.html">scipy.linalg.solve</a>
   */
  public static Array solve(Array a, Array b, boolean lower, AssumeA assumeA) {
    return switch (assumeA) {
      case GEN, SYM, HER -> LinearEquations.solve(a, b);
      case POS -> MatrixOptions.solvePositive(a, b, lower);
    };
  }
}
