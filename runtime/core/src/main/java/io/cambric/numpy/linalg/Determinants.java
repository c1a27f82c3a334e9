package io.cambric.numpy.linalg;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.GatherMode;
import io.cambric.numpy.result.SlogdetResult;
import io.cambric.numpy.routine.Operands;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.Jvp;
import java.util.List;

/** Determinants, and the logarithms of determinants that overflow or underflow. */
public final class Determinants {

  private static final Fn<Array, Array> DET =
      Transforms.customJvp((Fn<Array, Array>) Determinants::product, Determinants::cofactorTangent);

  private static final Fn<Array, List<Array>> SLOGDET =
      Transforms.customJvp(Determinants::sumOfLogs, Determinants::traceTangent);

  private Determinants() {}

  /**
   * {@return the determinants of square matrices}
   *
   * <p>Shapes: {@code [..., n, n] -> [...]}. The derivative uses the cofactors, so it is finite for
   * singular matrices, too.
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.det.html">linalg.det</a>
   */
  public static Array det(Array x) {
    var real = square("det", x);
    return switch (x.dim(-1)) {
      case 1 -> at(real, 0, 0);
      case 2 -> det2(real);
      case 3 -> det3(real);
      default -> DET.apply(real);
    };
  }

  /**
   * {@return sign and logarithm of the magnitude of the determinants of square matrices}
   *
   * <p>Shapes: {@code [..., n, n] -> [...], [...]}. For a singular matrix the results are 0 and
   * negative infinity.
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.slogdet.html">linalg.slogdet</a>
   */
  public static SlogdetResult slogdet(Array x) {
    var real = square("slogdet", x);
    if (x.dim(-1) == 1 || x.dim(-1) == 2) {
      var det = x.dim(-1) == 1 ? at(real, 0, 0) : det2(real);
      return new SlogdetResult(Lax.sign(det), Lax.log(Lax.abs(det)));
    }
    var both = SLOGDET.apply(real);
    return new SlogdetResult(both.get(0), both.get(1));
  }

  /**
   * {@return square matrices in a floating dtype}
   *
   * @throws ShapeException if they are not square
   */
  static Array square(String name, Array x) {
    if (x.rank() < 2 || x.dim(-1) != x.dim(-2)) {
      throw new ShapeException(
          "%s needs square matrices, with last two axes of equal size, but got %s."
              .formatted(name, x.aval()));
    }
    return Operands.inexact(x);
  }

  /** {@return an element of each matrix} */
  private static Array at(Array x, int row, int column) {
    int rank = x.rank();
    var element =
        Lax.sliceInDim(
            Lax.sliceInDim(x, row, row + 1, 1, rank - 2), column, column + 1, 1, rank - 1);
    return Lax.squeeze(element, Axes.of(rank - 2, rank - 1));
  }

  private static Array det2(Array x) {
    return Lax.sub(Lax.mul(at(x, 0, 0), at(x, 1, 1)), Lax.mul(at(x, 0, 1), at(x, 1, 0)));
  }

  private static Array det3(Array x) {
    var positive = Lax.add(Lax.add(term(x, 0, 1, 2), term(x, 1, 2, 0)), term(x, 2, 0, 1));
    return Lax.sub(
        Lax.sub(Lax.sub(positive, term(x, 2, 1, 0)), term(x, 0, 2, 1)), term(x, 1, 0, 2));
  }

  /** {@return the product of one element per row} */
  private static Array term(Array x, int first, int second, int third) {
    return Lax.mul(Lax.mul(at(x, 0, first), at(x, 1, second)), at(x, 2, third));
  }

  private static Array product(Array x) {
    var factors = Lax.lu(x);
    var diagonal = MatrixProducts.diagonal(factors.get(0), 0);
    return Lax.mul(
        sign(factors.get(1), x.dtype()), Lax.reduceProd(diagonal, Axes.of(x.rank() - 2)));
  }

  /** {@return 1 or -1 for an even or odd number of exchanges of rows} */
  private static Array sign(Array pivots, DType dtype) {
    var own = Lax.broadcastedIota(DType.I32, pivots.shape(), pivots.rank() - 1);
    var exchanges = Lax.convertElementType(Lax.ne(pivots, own), DType.I32);
    var odd = Lax.bitwiseAnd(Lax.reduceSum(exchanges, Axes.of(pivots.rank() - 1)), integer(1));
    return Lax.convertElementType(Lax.sub(integer(1), Lax.mul(integer(2), odd)), dtype);
  }

  private static Array integer(int value) {
    return Lax.full(new ShapedArray(Shape.scalar(), DType.I32), value);
  }

  private static List<Array> sumOfLogs(Array x) {
    var factors = Lax.lu(x);
    var diagonal = MatrixProducts.diagonal(factors.get(0), 0);
    var last = Axes.of(x.rank() - 2);
    var signs = Lax.reduceProd(Lax.sign(diagonal), last);
    var logs = Lax.reduceSum(Lax.log(Lax.abs(diagonal)), last);
    var sign = Lax.mul(sign(factors.get(1), x.dtype()), signs);
    var zero = Lax.fullLike(sign, 0);
    return List.of(Lax.select(Lax.eq(sign, zero), zero, sign), logs);
  }

  private static Jvp<List<Array>> traceTangent(Array x, Array tangent) {
    var both = SLOGDET.apply(x);
    var slope = MatrixProducts.trace(Lax.linearSolve(x, tangent), 0);
    return new Jvp<>(both, List.of(Lax.zeros(both.get(0).aval().strong()), slope));
  }

  /**
   * The trace of the adjugate times the tangent, by the LU factors. If only the last element of the
   * diagonal of {@code U} is 0, its row is solved for with the product of the other elements. If
   * more are 0, all cofactors are 0.
   */
  private static Jvp<Array> cofactorTangent(Array x, Array tangent) {
    int rank = x.rank();
    int n = x.dim(-1);
    var factors = Lax.lu(x);
    var diagonal = MatrixProducts.diagonal(factors.get(0), 0);
    var sign = sign(factors.get(1), x.dtype());
    var products =
        Lax.mul(
            Lax.cumprod(diagonal, rank - 2, false),
            Lax.broadcastInDim(sign, diagonal.shape(), Axes.range(0, rank - 2)));
    var det = last(products, n - 1);
    var lu = withCorner(factors.get(0), Lax.integerPow(last(products, n - 2), -1));
    var probe = Lax.triangularSolve(lu, ones(lu), true, false, false, false);
    var singular = Lax.reduceOr(Lax.not(Lax.isFinite(probe)), Axes.of(rank - 2, rank - 1));
    var everywhere = Lax.broadcastInDim(singular, x.shape(), Axes.range(0, rank - 2));
    var zeros = Lax.fullLike(tangent, 0);
    var permuted =
        Lax.takeAlongAxis(
            Lax.select(everywhere, zeros, tangent),
            Lax.broadcastInDim(factors.get(2), x.shape(), Axes.range(0, rank - 1)),
            rank - 2,
            GatherMode.PROMISE_IN_BOUNDS);
    var inner = Lax.triangularSolve(lu, permuted, true, true, false, true);
    var head = Lax.sliceInDim(inner, 0, n - 1, 1, rank - 2);
    var scaled = Lax.mul(head, Lax.broadcastInDim(det, head.shape(), Axes.range(0, rank - 2)));
    var tail = Lax.sliceInDim(inner, n - 1, n, 1, rank - 2);
    var outer =
        Lax.triangularSolve(
            lu, Lax.concatenate(List.of(scaled, tail), rank - 2), true, false, false, false);
    return new Jvp<>(det, MatrixProducts.trace(Lax.select(everywhere, zeros, outer), 0));
  }

  private static Array last(Array x, int index) {
    int axis = x.rank() - 1;
    return Lax.squeeze(Lax.sliceInDim(x, index, index + 1, 1, axis), Axes.of(axis));
  }

  private static Array ones(Array matrices) {
    int rank = matrices.rank();
    return Lax.full(matrices.aval().withShape(matrices.shape().with(rank - 1, 1)).strong(), 1);
  }

  /** {@return the matrices with another last element} */
  private static Array withCorner(Array x, Array corner) {
    int rank = x.rank();
    var end = integer(x.dim(-1) - 1);
    var isCorner =
        Lax.bitwiseAnd(
            Lax.eq(Lax.broadcastedIota(DType.I32, x.shape(), rank - 2), end),
            Lax.eq(Lax.broadcastedIota(DType.I32, x.shape(), rank - 1), end));
    return Lax.select(isCorner, Lax.broadcastInDim(corner, x.shape(), Axes.range(0, rank - 2)), x);
  }
}
