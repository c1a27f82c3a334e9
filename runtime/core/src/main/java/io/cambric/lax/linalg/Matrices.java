package io.cambric.lax.linalg;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.kernel.thread.Parallel;
import io.cambric.lax.dims.DotDims;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.ContractionOps;
import io.cambric.lax.op.IndexOps;
import io.cambric.lax.op.ReductionOps;
import io.cambric.lax.op.ShapeOps;
import io.cambric.lax.op.UnaryOps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;

/** Matrices along the last two axes of arrays, for the rules of the factorisations. */
public final class Matrices {

  /** Multiplications that justify another thread. */
  private static final long GRAIN = 1 << 16;

  /** The most rows or columns for which double precision costs little. */
  private static final int SMALL = 32;

  private Matrices() {}

  /**
   * Checks that an operand holds matrices of a supported dtype.
   *
   * @throws ShapeException if it has fewer than two axes
   * @throws DTypeException if it is neither f32 nor f64
   */
  static void require(String name, ShapedArray matrices) {
    if (matrices.rank() < 2) {
      throw new ShapeException(
          "%s needs matrices, that is at least two axes, but got %s.".formatted(name, matrices));
    }
    if (matrices.dtype() != DType.F32 && matrices.dtype() != DType.F64) {
      throw new DTypeException(
          "%s needs matrices of f32 or f64, but got %s. Convert them with astype."
              .formatted(name, matrices));
    }
  }

  /**
   * Checks that the matrices are square.
   *
   * @throws ShapeException if not
   */
  static void requireSquare(String name, ShapedArray matrices) {
    if (matrices.shape().dim(-1) != matrices.shape().dim(-2)) {
      throw new ShapeException(
          "%s needs square matrices, with last two axes of equal size, but got %s."
              .formatted(name, matrices));
    }
  }

  /** {@return the axes before the matrices} */
  static Shape batchShape(ShapedArray matrices) {
    return matrices.shape().slice(0, matrices.rank() - 2);
  }

  /**
   * Runs a body for each matrix of a batch. Threads divide a large batch, or else the work on each
   * matrix.
   *
   * @param work multiplications for one matrix
   */
  static void forEach(int count, long work, IntConsumer body) {
    Parallel.forRange(
        count,
        (int) Math.max(1, GRAIN / Math.max(1, work)),
        (from, to) -> {
          for (int i = from; i < to; i++) {
            body.accept(i);
          }
        });
  }

  /**
   * Factors a small matrix in double precision and rounds the results, which are then as exact as
   * their dtype. A large matrix is factored in its own dtype.
   *
   * @param factor takes a matrix and results of its dtype
   */
  static void factorExactly(
      MatrixBlock matrix,
      List<MatrixBlock> results,
      BiConsumer<MatrixBlock, List<MatrixBlock>> factor) {
    if (matrix.dtype() == DType.F64 || Math.min(matrix.rows(), matrix.columns()) > SMALL) {
      factor.accept(matrix, results);
      return;
    }
    var exact = new ArrayList<MatrixBlock>(results.size());
    for (var result : results) {
      exact.add(MatrixBlock.allocate(DType.F64, result.rows(), result.columns()));
    }
    factor.accept(matrix.converted(DType.F64), exact);
    for (int i = 0; i < exact.size(); i++) {
      results.get(i).setEach(exact.get(i));
    }
  }

  /** {@return the indices from 0 in sorted order; the indices of equal elements ascend} */
  static int[] order(int count, Comparator<Integer> order) {
    var numbers = new Integer[count];
    Arrays.setAll(numbers, i -> i);
    Arrays.sort(numbers, order);
    var result = new int[count];
    Arrays.setAll(result, i -> numbers[i]);
    return result;
  }

  /** {@return the matrices with rows and columns exchanged} */
  public static Array transpose(Array x) {
    int rank = x.rank();
    return ShapeOps.transpose(x, Axes.range(0, rank - 2).concat(Axes.of(rank - 1, rank - 2)));
  }

  /** {@return matrix products; the leading axes are equal} */
  public static Array matmul(Array x, Array y) {
    int rank = x.rank();
    var batch = Axes.range(0, rank - 2);
    return ContractionOps.dotGeneral(
        x, y, new DotDims(Axes.of(rank - 1), Axes.of(rank - 2), batch, batch));
  }

  /** {@return the elements on and below a diagonal, and zeros elsewhere} */
  static Array tril(Array x, int diagonal) {
    return BinaryOps.select(
        BinaryOps.ge(rows(x, diagonal), columns(x)), x, ShapeOps.fullLike(x, 0));
  }

  /** {@return the elements on and above a diagonal, and zeros elsewhere} */
  static Array triu(Array x, int diagonal) {
    return BinaryOps.select(
        BinaryOps.le(rows(x, diagonal), columns(x)), x, ShapeOps.fullLike(x, 0));
  }

  /** {@return the mean of the matrices and their transposes} */
  static Array symmetrized(Array x) {
    return BinaryOps.div(BinaryOps.add(x, transpose(x)), ShapeOps.fullLike(x, 2));
  }

  /** {@return the rows of the matrices in the order of a permutation} */
  static Array permuteRows(Array x, Array permutation) {
    int rank = x.rank();
    var batch = Axes.range(0, rank - 2);
    var row = Axes.of(rank - 2);
    var dims = new GatherDims(Axes.of(rank - 1), row, row, batch, batch);
    var places = ShapeOps.reshape(permutation, permutation.shape().insert(rank - 1, 1));
    var sizes = new int[rank];
    Arrays.setAll(sizes, i -> i == rank - 1 ? x.dim(i) : Math.min(1, x.dim(i)));
    return IndexOps.gather(x, places, dims, Shape.of(sizes), GatherMode.PROMISE_IN_BOUNDS, null);
  }

  /** {@return the columns of the matrices in the order of a permutation} */
  static Array permuteColumns(Array x, Array permutation) {
    return transpose(permuteRows(transpose(x), permutation));
  }

  /** {@return the symmetric matrices with given lower triangles} */
  static Array symmetricOfLower(Array x) {
    return BinaryOps.add(tril(x, 0), transpose(tril(x, -1)));
  }

  /** {@return an identity matrix in place of each matrix} */
  public static Array identityLike(Array x) {
    return UnaryOps.convertElementType(BinaryOps.eq(rows(x), columns(x)), x.dtype());
  }

  /** {@return the matrices with ones on the diagonal from a row on} */
  static Array withOnesFrom(Array x, int row) {
    var onDiagonal =
        BinaryOps.bitwiseAnd(
            BinaryOps.eq(rows(x), columns(x)),
            BinaryOps.ge(rows(x), ShapeOps.full(rowType(), row)));
    return BinaryOps.select(onDiagonal, ShapeOps.fullLike(x, 1), x);
  }

  /** {@return the diagonals of square matrices} */
  static Array diagonal(Array x) {
    var onDiagonal =
        BinaryOps.select(BinaryOps.eq(rows(x), columns(x)), x, ShapeOps.fullLike(x, 0));
    return ReductionOps.reduceSum(onDiagonal, Axes.of(x.rank() - 1));
  }

  /** {@return the vectors repeated as the columns of the matrices of {@code x}} */
  static Array asColumns(Array vector, Array x) {
    return ShapeOps.broadcastInDim(vector, x.shape(), Axes.range(0, x.rank() - 1));
  }

  /** {@return the vectors repeated as the rows of the matrices of {@code x}} */
  static Array asRows(Array vector, Array x) {
    int rank = x.rank();
    return ShapeOps.broadcastInDim(
        vector, x.shape(), Axes.range(0, rank - 2).concat(Axes.of(rank - 1)));
  }

  private static Array rows(Array x) {
    return ShapeOps.broadcastedIota(DType.I32, x.shape(), x.rank() - 2);
  }

  /** {@return for each row, the index of its column on a diagonal} */
  private static Array rows(Array x, int diagonal) {
    return BinaryOps.add(rows(x), ShapeOps.full(rowType(), diagonal));
  }

  private static Array columns(Array x) {
    return ShapeOps.broadcastedIota(DType.I32, x.shape(), x.rank() - 1);
  }

  private static ShapedArray rowType() {
    return new ShapedArray(Shape.scalar(), DType.I32);
  }
}
