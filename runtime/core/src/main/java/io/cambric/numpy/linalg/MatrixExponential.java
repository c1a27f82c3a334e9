package io.cambric.numpy.linalg;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.routine.Comparisons;
import io.cambric.numpy.routine.Creation;
import io.cambric.numpy.routine.ElementSelection;
import io.cambric.numpy.routine.Exponents;
import io.cambric.numpy.routine.Extrema;
import io.cambric.numpy.routine.Operands;
import io.cambric.numpy.routine.Products;
import io.cambric.numpy.routine.Roundings;
import io.cambric.numpy.routine.Sums;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import java.util.List;

/** The exponential function of matrices. */
public final class MatrixExponential {

  /** Coefficients of the Pade approximants of degree 7 and 13, constant first. */
  private static final double[] DEGREE_7 = {17297280, 8648640, 1995840, 277200, 25200, 1512, 56, 1};

  private static final double[] DEGREE_13 = {
    64764752532480000.0,
    32382376266240000.0,
    7771770303897600.0,
    1187353796428800.0,
    129060195264000.0,
    10559470521600.0,
    670442572800.0,
    33522128640.0,
    1323241920,
    40840800,
    960960,
    16380,
    182,
    1
  };

  /** The largest norms for which the approximants are exact to the dtype. */
  private static final double LARGEST_7 = 3.925724783138660;

  private static final double LARGEST_13 = 5.371920351148152;

  private MatrixExponential() {}

  /** {@return the matrix exponential, for norms up to about 2^18} */
  public static Array expm(Array x) {
    return expm(x, false, 16);
  }

  /**
   * {@return the matrix exponential: the sum of {@code x^k / k!}}
   *
   * <p>Shapes: {@code [..., n, n] -> [..., n, n]}. The matrix is halved until its norm is small,
   * and the Pade approximant is squared the same number of times.
   *
   * @param upperTriangular whether all elements below the diagonal are 0, which saves a
   *     factorisation
   * @param maxSquarings the maximum number of squarings; the result for a larger norm is NaN
   * @throws DTypeException if x is of half precision
   * @see <a href="https://doi.org/10.1137/04061101X">Higham, The scaling and squaring method for
   *     the matrix exponential revisited, 2005</a>
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.scipy.linalg.expm.html">scipy.linalg.expm</a>
   */
  public static Array expm(Array x, boolean upperTriangular, int maxSquarings) {
    var real = Determinants.square("expm", x);
    if (real.dtype() != DType.F32 && real.dtype() != DType.F64) {
      throw new DTypeException(
          "expm needs matrices of f32 or f64, but got %s. Convert them with astype."
              .formatted(x.aval()));
    }
    ArrayFn ofOne = matrix -> expmOfOne(matrix, upperTriangular, maxSquarings);
    if (x.rank() == 2) {
      return ofOne.apply(real);
    }
    int batch = x.shape().slice(0, x.rank() - 2).size();
    var flat = Lax.reshape(real, Shape.of(batch, x.dim(-2), x.dim(-1)));
    return Lax.reshape(Transforms.vmap(ofOne).apply(flat), x.shape());
  }

  private static Array expmOfOne(Array x, boolean upperTriangular, int maxSquarings) {
    boolean isDouble = x.dtype() == DType.F64;
    double largest = isDouble ? LARGEST_13 : LARGEST_7;
    var norm = Lax.stopGradient(Extrema.max(Sums.sum(Lax.abs(x), 0)));
    var exponent = Roundings.floor(Exponents.log2(norm.div(largest))).add(1);
    var squarings = Extrema.maximum(exponent, 0);
    var scaled = x.div(Lax.exp2(squarings));
    var identity = Creation.eye(x.dim(0), x.dim(0), 0, x.dtype());
    var coefficients = isDouble ? DEGREE_13 : DEGREE_7;
    var powers = powers(identity, scaled);
    var odd = Products.matmul(scaled, terms(powers, coefficients, 1));
    var even = terms(powers, coefficients, 0);
    var numerator = even.add(odd);
    var denominator = even.sub(odd);
    var approximant =
        upperTriangular
            ? Lax.triangularSolve(denominator, numerator, true, false, false, false)
            : LinearEquations.solve(denominator, numerator);
    // Small matrices need no squaring, so the loop has no iterations.
    var power =
        Transforms.cond(
            Comparisons.greater(squarings, Operands.constant(squarings, 0)),
            (Array each) -> squared(each, squarings, maxSquarings + 1),
            each -> each,
            approximant);
    return ElementSelection.where(
        Comparisons.greater(squarings, Operands.constant(squarings, maxSquarings + 1)),
        Double.NaN,
        power);
  }

  /** {@return the even powers of a matrix from 0 to 6} */
  private static List<Array> powers(Array identity, Array x) {
    var second = Products.matmul(x, x);
    var fourth = Products.matmul(second, second);
    return List.of(identity, second, fourth, Products.matmul(fourth, second));
  }

  /**
   * {@return every other term of a polynomial of degree 7 or 13, divided by x for odd degrees}
   *
   * @param powers of x
   * @param b the coefficients
   * @param from the degree of the first term, 0 or 1
   */
  private static Array terms(List<Array> powers, double[] b, int from) {
    var low = powers.get(0).mul(b[from]);
    for (int i = 1; i < powers.size(); i++) {
      low = low.add(powers.get(i).mul(b[from + 2 * i]));
    }
    if (b.length <= 2 * powers.size()) {
      return low;
    }
    // The last power is a factor of the higher terms.
    int last = from + 2 * (powers.size() - 1);
    var high = powers.get(1).mul(b[last + 2]);
    for (int i = 2; i < powers.size(); i++) {
      high = high.add(powers.get(i).mul(b[last + 2 * i]));
    }
    return Products.matmul(powers.getLast(), high).add(low);
  }

  private static Array squared(Array x, Array squarings, int most) {
    return Transforms.foriLoop(
        0,
        most,
        (round, power) ->
            Transforms.cond(
                Comparisons.less(round.astype(squarings.dtype()), squarings),
                (Array each) -> Products.matmul(each, each),
                each -> each,
                power),
        x);
  }
}
