package io.cambric.numpy.linalg;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.option.RankOptions;
import io.cambric.numpy.result.LstsqResult;
import io.cambric.numpy.result.SvdResult;
import io.cambric.numpy.routine.Arithmetic;
import io.cambric.numpy.routine.Comparisons;
import io.cambric.numpy.routine.Creation;
import io.cambric.numpy.routine.ElementSelection;
import io.cambric.numpy.routine.Extrema;
import io.cambric.numpy.routine.Logic;
import io.cambric.numpy.routine.Operands;
import io.cambric.numpy.routine.Products;
import io.cambric.numpy.routine.Shapes;
import io.cambric.numpy.routine.Sums;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.ArrayFn2;
import io.cambric.transform.result.Jvp;
import java.util.List;

/** Solutions of linear equations, inverses and powers. */
public final class LinearEquations {

  private LinearEquations() {}

  /**
   * {@return the solution x of {@code a x = b}; infinite or NaN for a singular a}
   *
   * <p>Shapes: {@code [..., n, n], [..., n, k] -> [..., n, k]}, or {@code [n] -> [..., n]} for one
   * vector; leading axes broadcast.
   *
   * @throws ShapeException if a is not square or b has another number of rows
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.solve.html">linalg.solve</a>
   */
  public static Array solve(Array a, Array b) {
    return solve(a, b, Lax::linearSolve);
  }

  /** {@return the solution by a solver for matrices of one dtype with equal leading axes} */
  static Array solve(Array a, Array b, ArrayFn2 solver) {
    Determinants.square("solve", a);
    boolean vector = b.rank() == 1;
    if (b.rank() == 0 || b.dim(vector ? 0 : -2) != a.dim(-1)) {
      throw new ShapeException(
          "solve needs a right-hand side with as many rows as the matrices, but got %s and %s."
              .formatted(a.aval(), b.aval()));
    }
    var operands = Operands.inexact(a, vector ? Shapes.expandDims(b, 1) : b);
    var both = batched("solve", operands.get(0), operands.get(1));
    var x = solver.apply(both.get(0), both.get(1));
    return vector ? Shapes.squeeze(x, -1) : x;
  }

  /** {@return matrices with their leading axes broadcast to one shape} */
  static List<Array> batched(String name, Array x, Array y) {
    var batch =
        Operands.broadcastShapes(
            name, List.of(x.shape().slice(0, x.rank() - 2), y.shape().slice(0, y.rank() - 2)));
    return List.of(
        Operands.broadcastTo(x, batch.concat(Shape.of(x.dim(-2), x.dim(-1)))),
        Operands.broadcastTo(y, batch.concat(Shape.of(y.dim(-2), y.dim(-1)))));
  }

  /**
   * {@return the inverses of square matrices; infinite or NaN for singular matrices}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.inv.html">linalg.inv</a>
   */
  public static Array inv(Array x) {
    var real = Determinants.square("inv", x);
    return solve(real, Creation.eye(x.dim(-1), x.dim(-1), 0, real.dtype()));
  }

  /** {@return the pseudo-inverses, without singular values below 10 max(m, n) epsilon} */
  public static Array pinv(Array x) {
    return pinv(x, RankOptions.DEFAULT);
  }

  /**
   * {@return the pseudo-inverses of Moore and Penrose}
   *
   * @param rtol singular values up to this fraction of the largest count as 0
   */
  public static Array pinv(Array x, double rtol) {
    return pinv(x, RankOptions.DEFAULT.withRtol(rtol));
  }

  /**
   * {@return the pseudo-inverses of Moore and Penrose}
   *
   * <p>Shapes: {@code [..., m, n] -> [..., n, m]}. The derivative holds where the rank is constant.
   * For symmetric matrices, the mean with the transpose is used.
   *
   * @param options such as {@code RankOptions.DEFAULT.withRtol(1e-3)}; singular values up to the
   *     fraction {@code rtol} of the largest count as 0
   * @throws ShapeException if x is hermitian and not square
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.pinv.html">linalg.pinv</a>
   * @see <a href="https://doi.org/10.1137/0710036">Golub and Pereyra, 1973</a>
   */
  public static Array pinv(Array x, RankOptions options) {
    var real = options.hermitian() ? Determinants.square("pinv", x) : Operands.inexact(x);
    return differentiable(real, options);
  }

  /** {@return the pseudo-inverses, with the derivatives of {@link #pinvTangent}} */
  private static Array differentiable(Array x, RankOptions settings) {
    ArrayFn inverse = a -> pseudoInverse(a, settings);
    return Transforms.customJvp(inverse, (a, tangent) -> pinvTangent(a, tangent, settings))
        .apply(x);
  }

  private static Array pseudoInverse(Array x, RankOptions settings) {
    var svd = Decompositions.svd(x, false, settings.hermitian());
    if (svd.s().size() == 0) {
      return Lax.zeros(Shapes.matrixTranspose(x).aval());
    }
    var largest = Lax.sliceInDim(svd.s(), 0, 1, 1, x.rank() - 2);
    var part =
        tolerance(settings, largest, 10.0 * Math.max(x.dim(-1), x.dim(-2)) * x.dtype().epsilon());
    var kept = Comparisons.greater(svd.s(), Arithmetic.multiply(largest, part));
    var divisors = ElementSelection.where(kept, svd.s(), Double.POSITIVE_INFINITY);
    var scaled = Shapes.matrixTranspose(svd.u()).div(Shapes.expandDims(divisors, -1));
    return Products.matmul(Shapes.matrixTranspose(svd.vh()), scaled);
  }

  /** Symmetric matrices and their tangents are symmetrized, as for the singular values. */
  private static Jvp<Array> pinvTangent(Array x, Array slope, RankOptions settings) {
    var p = differentiable(x, settings);
    var a = settings.hermitian() ? symmetrized(x) : x;
    var tangent = settings.hermitian() ? symmetrized(slope) : slope;
    var pt = Shapes.matrixTranspose(p);
    var dt = Shapes.matrixTranspose(tangent);
    // Chooses the smaller of the products n x m x n and m x n x m.
    boolean tall = a.dim(-2) >= a.dim(-1);
    var s = tall ? p.matmul(pt).matmul(dt) : p.matmul(pt.matmul(dt));
    var t = tall ? dt.matmul(pt).matmul(p) : dt.matmul(pt.matmul(p));
    var inner = tall ? p.matmul(tangent).matmul(p) : p.matmul(tangent.matmul(p));
    var sap = tall ? s.matmul(a).matmul(p) : s.matmul(a.matmul(p));
    var pat = tall ? p.matmul(a).matmul(t) : p.matmul(a.matmul(t));
    return new Jvp<>(p, s.sub(sap).add(t.sub(pat)).sub(inner));
  }

  /** {@return the means of matrices and their transposes} */
  static Array symmetrized(Array x) {
    return x.add(Shapes.matrixTranspose(x)).div(2);
  }

  /** {@return the least squares solution, with singular values cut off as LAPACK does} */
  public static LstsqResult lstsq(Array a, Array b) {
    return lstsq(a, b, Operands.inexact(a, b).getFirst().dtype().epsilon() * longer(a));
  }

  private static int longer(Array a) {
    return a.rank() == 0 ? 0 : Math.max(a.dim(0), a.dim(-1));
  }

  /**
   * {@return the shortest x that minimises the sum of squares of {@code a x - b}}
   *
   * <p>Shapes: {@code [m, n], [m] -> [n], [1], [], [k]} or {@code [m, n], [m, j] -> [n, j], [j],
   * [], [k]}, with {@code k = min(m, n)}.
   *
   * @param rcond singular values below this fraction of the largest count as 0; epsilon if negative
   * @throws ShapeException if a is not a matrix or b has another number of rows
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.lstsq.html">linalg.lstsq</a>
   */
  public static LstsqResult lstsq(Array a, Array b, double rcond) {
    if (a.rank() != 2 || b.rank() < 1 || b.rank() > 2 || b.dim(0) != a.dim(0)) {
      throw new ShapeException(
          "lstsq needs one matrix, and a vector or matrix with as many rows, but got %s and %s."
              .formatted(a.aval(), b.aval()));
    }
    var operands = Operands.inexact(a, b);
    var matrix = operands.get(0);
    var right = b.rank() == 1 ? Shapes.expandDims(operands.get(1), 1) : operands.get(1);
    if (a.size() == 0) {
      var x = Lax.zeros(right.aval().withShape(right.shape().with(0, a.dim(1))).strong());
      var none = Lax.zeros(matrix.aval().withShape(Shape.of(0)).strong());
      return result(b, x, residuals(matrix, x, right), Sums.sum(none).astype(DType.I32), none);
    }
    double cutoff = rcond < 0 ? matrix.dtype().epsilon() : rcond;
    if (a.dim(0) >= a.dim(1)) {
      var s = Decompositions.svdvals(matrix);
      var x =
          LeastSquares.solve(
              matrix,
              right,
              cutoff,
              (y, z) -> bySingularValues(Decompositions.svd(y, false), z, cutoff));
      return result(b, x, residuals(matrix, x, right), Sums.sum(kept(s, cutoff)), s);
    }
    var svd = Decompositions.svd(matrix, false);
    var x = bySingularValues(svd, right, cutoff);
    return result(b, x, residuals(matrix, x, right), Sums.sum(kept(svd.s(), cutoff)), svd.s());
  }

  /** {@return whether each singular value counts as nonzero} */
  private static Array kept(Array s, double cutoff) {
    return Logic.logicalAnd(
        Comparisons.greater(s, Operands.constant(s, 0)),
        Comparisons.greaterEqual(s, ElementSelection.get(s, 0).mul(cutoff)));
  }

  private static Array bySingularValues(SvdResult svd, Array right, double cutoff) {
    var s = svd.s();
    var kept = kept(s, cutoff);
    var inverse =
        ElementSelection.where(kept, Arithmetic.reciprocal(ElementSelection.where(kept, s, 1)), 0);
    var projected = Products.matmul(Shapes.matrixTranspose(svd.u()), right);
    return Products.matmul(
        Shapes.matrixTranspose(svd.vh()), projected.mul(Shapes.expandDims(inverse, 1)));
  }

  private static LstsqResult result(Array b, Array x, Array residuals, Array rank, Array s) {
    return new LstsqResult(b.rank() == 1 ? Shapes.ravel(x) : x, residuals, rank, s);
  }

  private static Array residuals(Array a, Array x, Array b) {
    return Sums.sum(Lax.square(b.sub(Products.matmul(a, x))), 0);
  }

  /**
   * {@return an integer power of square matrices; a negative power multiplies inverses}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.matrix_power.html">linalg.matrix_power</a>
   */
  public static Array matrixPower(Array x, int n) {
    var real = Determinants.square("matrix_power", x);
    if (n == 0) {
      var identity = Creation.eye(x.dim(-1), x.dim(-1), 0, x.dtype());
      return Shapes.broadcastTo(identity, x.shape());
    }
    var square = n < 0 ? inv(real) : x;
    Array product = null;
    for (int rest = Math.abs(n); ; square = Products.matmul(square, square)) {
      if ((rest & 1) != 0) {
        product = product == null ? square : Products.matmul(product, square);
      }
      rest >>>= 1;
      if (rest == 0 && product != null) {
        return product;
      }
    }
  }

  /** {@return the numbers of singular values above max(m, n) epsilon times the largest} */
  public static Array matrixRank(Array x) {
    return matrixRank(x, RankOptions.DEFAULT);
  }

  /** {@return the numbers of singular values above a bound} */
  public static Array matrixRank(Array x, double tolerance) {
    return matrixRank(x, RankOptions.DEFAULT.withRtol(tolerance));
  }

  /**
   * {@return the numbers of singular values above a bound}
   *
   * <p>Shapes: {@code [..., m, n] -> i32[...]}; for a vector or a scalar, whether an element is not
   * 0. For symmetric matrices, the mean with the transpose is used.
   *
   * @param options such as {@code RankOptions.DEFAULT.withRtol(1e-3)}; as in JAX, {@code rtol} is
   *     the bound, not a fraction of the largest singular value
   * @throws ShapeException if x is hermitian and not square
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.matrix_rank.html">linalg.matrix_rank</a>
   */
  public static Array matrixRank(Array x, RankOptions options) {
    if (x.rank() < 2) {
      return Logic.any(Comparisons.notEqual(x, Operands.constant(x, 0))).astype(DType.I32);
    }
    var real = options.hermitian() ? Determinants.square("matrix_rank", x) : x;
    var s = Decompositions.svdvals(real, options.hermitian());
    if (options.rtol() != null) {
      return count(s, tolerance(options, s, 0));
    }
    double part = Math.max(x.dim(-1), x.dim(-2)) * s.dtype().epsilon();
    var largest = Extrema.max(s, Axes.of(-1), true, 0, null);
    return count(s, largest.mul(part));
  }

  /**
   * {@return the tolerance of the options or the default, in the dtype of singular values, with an
   * axis for them}
   */
  private static Array tolerance(RankOptions settings, Array values, double otherwise) {
    var rtol = settings.rtol();
    if (rtol == null) {
      return Operands.constant(values, otherwise);
    }
    var tolerance = Lax.stopGradient(rtol.astype(values.dtype()));
    return rtol.rank() == 0 ? tolerance : Shapes.expandDims(tolerance, -1);
  }

  private static Array count(Array s, Array bound) {
    return Sums.sum(Comparisons.greater(s, bound), -1);
  }

  /** {@return the inverse with respect to tensordot of the first two axes and the others} */
  public static Array tensorinv(Array x) {
    return tensorinv(x, 2);
  }

  /**
   * {@return the inverse of an array as a linear map from its last axes to its first axes}
   *
   * @param count number of first axes
   * @throws ShapeException if the two groups of axes differ in their number of elements
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.tensorinv.html">linalg.tensorinv</a>
   */
  public static Array tensorinv(Array x, int count) {
    if (count <= 0 || count > x.rank()) {
      throw new ShapeException(
          "tensorinv needs 1 to %d leading axes, but got %d of %s."
              .formatted(x.rank(), count, x.aval()));
    }
    var first = x.shape().slice(0, count);
    var last = x.shape().slice(count, x.rank());
    if (first.size() != last.size()) {
      throw new ShapeException(
          "tensorinv needs as many elements along the first %d axes as along the rest, but got %s."
              .formatted(count, x.aval()));
    }
    var inverse = inv(Lax.reshape(x, Shape.of(first.size(), last.size())));
    return Lax.reshape(inverse, last.concat(first));
  }

  /**
   * {@return the x with {@code tensordot(a, x) = b}, summed over all axes of x}
   *
   * @throws ShapeException if the first axes of a differ from the axes of b, or the other axes of a
   *     have another number of elements
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.tensorsolve.html">linalg.tensorsolve</a>
   */
  public static Array tensorsolve(Array a, Array b) {
    boolean fits = a.rank() >= b.rank() && a.shape().slice(0, b.rank()).equals(b.shape());
    if (!fits || a.size() != b.size() * b.size()) {
      throw new ShapeException(
          "tensorsolve needs an array that begins with the axes of b and has as many elements along the rest, but got %s and %s."
              .formatted(a.aval(), b.aval()));
    }
    var matrix = Lax.reshape(a, Shape.of(b.size(), b.size()));
    var unknown = a.shape().slice(b.rank(), a.rank());
    return Lax.reshape(solve(matrix, Shapes.ravel(b)), unknown);
  }
}
