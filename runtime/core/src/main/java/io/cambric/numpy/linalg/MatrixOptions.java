package io.cambric.numpy.linalg;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.result.SvdResult;
import io.cambric.numpy.routine.Arithmetic;
import io.cambric.numpy.routine.ElementSelection;
import io.cambric.numpy.routine.Products;
import io.cambric.numpy.routine.Shapes;
import io.cambric.transform.Transforms;
import java.util.List;

/** Factors and solutions for symmetric and positive definite matrices. */
final class MatrixOptions {

  private MatrixOptions() {}

  /** {@return the singular values of symmetric matrices, from their eigenvalues} */
  static Array hermitianSvdvals(Array x) {
    var values = Lax.abs(Decompositions.eigvalsh(Determinants.square("svd", x)));
    int last = values.rank() - 1;
    return Lax.rev(Lax.sort(values, last), Axes.of(last));
  }

  /** {@return singular values and vectors of symmetric matrices, from their eigenvalues} */
  static SvdResult hermitianSvd(Array x) {
    var eigh = Decompositions.eigh(Determinants.square("svd", x));
    var values = eigh.eigenvalues();
    int last = values.rank() - 1;
    var sign = Lax.sign(values);
    var places = Lax.broadcastedIota(DType.I32, values.shape(), last);
    var sorted = Lax.sort(List.of(Lax.abs(values), places, sign), last, 1);
    var s = Lax.rev(sorted.get(0), Axes.of(last));
    var order = Shapes.expandDims(Lax.rev(sorted.get(1), Axes.of(last)), -2);
    var signs = Shapes.expandDims(Lax.rev(sorted.get(2), Axes.of(last)), -2);
    var u = ElementSelection.takeAlongAxis(eigh.eigenvectors(), order, -1);
    return new SvdResult(u, s, Shapes.matrixTranspose(Arithmetic.multiply(u, signs)));
  }

  /**
   * {@return the solution of equations with positive definite matrices}
   *
   * <p>One triangle is factored. The derivative is that of the equations, along all elements of the
   * matrices.
   */
  static Array solvePositive(Array a, Array b, boolean lower) {
    return LinearEquations.solve(
        a,
        b,
        (matrix, right) -> {
          var factor = ScipyMatrices.choFactor(Lax.stopGradient(matrix), lower);
          return Transforms.customSymmetricSolve(
              x -> Products.matmul(matrix, x), right, (_, y) -> ScipyMatrices.choSolve(factor, y));
        });
  }
}
