package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.linalg.LinearEquations;
import io.cambric.numpy.option.PolyfitOptions;
import io.cambric.numpy.result.PolydivResult;
import io.cambric.numpy.result.PolyfitResult;
import io.cambric.numpy.routine.Arithmetic;
import io.cambric.numpy.routine.Convolutions;
import io.cambric.numpy.routine.Creation;
import io.cambric.numpy.routine.Editing;
import io.cambric.numpy.routine.ElementSelection;
import io.cambric.numpy.routine.Joining;
import io.cambric.numpy.routine.Operands;
import io.cambric.numpy.routine.PatternMatrices;
import io.cambric.numpy.routine.Products;
import io.cambric.numpy.routine.Shapes;
import io.cambric.numpy.routine.Sums;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Polynomials as vectors of coefficients, highest degree first. Without complex numbers, there is
 * no {@code roots}.
 */
final class Polynomials {

  private Polynomials() {}

  /**
   * {@return the value at x of the polynomial with these coefficients, highest degree first}
   *
   * @param coefficients along the first axis; other axes broadcast with x
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.polyval.html">jnp.polyval</a>
   */
  public static Array polyval(Array coefficients, Array x) {
    if (coefficients.rank() == 0) {
      throw new ShapeException(
          "polyval needs coefficients along a first axis, but got %s."
              .formatted(coefficients.aval()));
    }
    var operands = Operands.promoted(coefficients, x);
    var lanes = coefficients.shape().slice(1, coefficients.rank());
    var shape = Operands.broadcastShapes("polyval", List.of(lanes, x.shape()));
    var value = Lax.full(operands.get(1).aval().withShape(shape), 0);
    for (int i = 0; i < coefficients.dim(0); i++) {
      value =
          Arithmetic.add(
              Arithmetic.multiply(value, operands.get(1)),
              ElementSelection.get(operands.get(0), i));
    }
    return value;
  }

  /**
   * {@return the coefficients of the polynomial with these roots; the first coefficient is 1}
   *
   * <p>Shapes: {@code [n] -> [n + 1]}; without roots, the scalar 1. JAX also takes a square matrix,
   * and computes its characteristic polynomial from complex eigenvalues.
   *
   * @throws ShapeException if the roots are not a vector
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.poly.html">jnp.poly</a>
   */
  public static Array poly(Array roots) {
    var real = Operands.inexact(roots.rank() == 0 ? Shapes.expandDims(roots, 0) : roots);
    requireVector("poly", "roots", real);
    var product = Lax.full(real.aval().withShape(Shape.of(1)), 1);
    for (int i = 0; i < real.size(); i++) {
      var shifted = Arithmetic.multiply(product, ElementSelection.get(real, i));
      product = padded(product, 0, 1).sub(padded(shifted, 1, 0));
    }
    return real.size() == 0 ? Shapes.squeeze(product, 0) : product;
  }

  /**
   * {@return the sum of two polynomials}
   *
   * <p>Shapes: {@code [n], [m] -> [max(n, m)]}.
   *
   * @throws ShapeException if an operand is not a vector
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.polyadd.html">jnp.polyadd</a>
   */
  public static Array polyadd(Array x, Array y) {
    return sum("polyadd", x, y, 1);
  }

  /**
   * {@return the difference of two polynomials}
   *
   * <p>Shapes: {@code [n], [m] -> [max(n, m)]}.
   *
   * @throws ShapeException if an operand is not a vector
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.polysub.html">jnp.polysub</a>
   */
  public static Array polysub(Array x, Array y) {
    return sum("polysub", x, y, -1);
  }

  /** {@return the product of two polynomials, with all leading zeros} */
  public static Array polymul(Array x, Array y) {
    return polymul(x, y, false);
  }

  /**
   * {@return the product of two polynomials}
   *
   * <p>Shapes: {@code [n], [m] -> [n + m - 1]}; a vector without elements counts as 0.
   *
   * @param trimLeadingZeros whether leading zeros of the factors are left out; their values must
   *     then be known, so not under {@code jit}
   * @throws ShapeException if an operand is not a vector
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.polymul.html">jnp.polymul</a>
   */
  public static Array polymul(Array x, Array y, boolean trimLeadingZeros) {
    requireVector("polymul", "coefficients", x);
    requireVector("polymul", "coefficients", y);
    var operands = Operands.inexact(x, y);
    boolean trim = trimLeadingZeros && (x.size() > 1 || y.size() > 1);
    return Convolutions.convolve(factor(operands.get(0), trim), factor(operands.get(1), trim));
  }

  /** {@return the quotient of two polynomials and the remainder, with its leading zeros} */
  public static PolydivResult polydiv(Array x, Array y) {
    return polydiv(x, y, false);
  }

  /**
   * {@return the quotient of two polynomials and the remainder}
   *
   * <p>Shapes: {@code [n], [m] -> [max(n - m + 1, 1)], [n]}.
   *
   * @param trimLeadingZeros whether leading coefficients of the remainder below the root of epsilon
   *     are left out; values must then be known, so not under {@code jit}
   * @throws ShapeException if an operand is not a vector, or the divisor has no elements
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.polydiv.html">jnp.polydiv</a>
   */
  public static PolydivResult polydiv(Array x, Array y, boolean trimLeadingZeros) {
    requireVector("polydiv", "coefficients", x);
    requireVector("polydiv", "coefficients", y);
    Sizes.atLeast("polydiv", "size of the divisor", y.size(), 1);
    var operands = Operands.inexact(x, y);
    var rest = operands.get(0);
    var divisor = operands.get(1);
    var scale = Arithmetic.reciprocal(ElementSelection.get(divisor, 0));
    int steps = x.size() - y.size() + 1;
    var quotient = new ArrayList<Array>();
    for (int k = 0; k < steps; k++) {
      var factor = scale.mul(ElementSelection.get(rest, k));
      quotient.add(factor);
      rest = rest.sub(padded(divisor.mul(factor), k, steps - 1 - k));
    }
    if (steps < 1) {
      quotient.add(Operands.constant(scale, 0));
    }
    return new PolydivResult(
        Joining.stack(quotient), trimLeadingZeros ? withoutLeadingZeros(rest) : rest);
  }

  /** {@return the derivative of a polynomial} */
  public static Array polyder(Array x) {
    return polyder(x, 1);
  }

  /**
   * {@return a derivative of a polynomial}
   *
   * <p>Shapes: {@code [n] -> [max(n - order, 0)]}.
   *
   * @param order number of repetitions, not negative
   * @throws ShapeException if x is not a vector, or the order is negative
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.polyder.html">jnp.polyder</a>
   */
  public static Array polyder(Array x, int order) {
    Sizes.notNegative("polyder", "order", order);
    requireVector("polyder", "coefficients", x);
    var real = Operands.inexact(x);
    int size = Math.max(0, x.size() - order);
    double[] factors = new double[size];
    for (int i = 0; i < size; i++) {
      factors[i] = falling(x.size() - 1 - i, order);
    }
    return Lax.mul(Lax.sliceInDim(real, 0, size, 1, 0), constants(factors, real));
  }

  /** {@return the integral of a polynomial that is 0 at 0} */
  public static Array polyint(Array x) {
    return polyint(x, 1);
  }

  /** {@return the repeated integral of a polynomial; it and its lower derivatives are 0 at 0} */
  public static Array polyint(Array x, int order) {
    return polyint(x, order, Creation.scalar(0));
  }

  /**
   * {@return an integral of a polynomial}
   *
   * <p>Shapes: {@code [n] -> [n + order]}.
   *
   * @param order number of repetitions, not negative
   * @param constants of the integrations in order: a vector of {@code order} elements, or one
   *     element for all
   * @throws ShapeException if x is not a vector, the order is negative, or the number of constants
   *     differs
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.polyint.html">jnp.polyint</a>
   */
  public static Array polyint(Array x, int order, Array constants) {
    Sizes.notNegative("polyint", "order", order);
    requireVector("polyint", "coefficients", x);
    if (constants.rank() > 1 || (constants.size() != 1 && constants.size() != order)) {
      throw new ShapeException(
          "polyint of order %d needs one constant, or a vector with one for each integration, but got %s."
              .formatted(order, constants.aval()));
    }
    var operands = Operands.inexact(x, constants);
    if (order == 0) {
      return operands.get(0);
    }
    var added =
        constants.size() == 1
            ? Lax.broadcast(Lax.reshape(operands.get(1), Shape.scalar()), Shape.of(order))
            : operands.get(1);
    var all = Joining.concatenate(operands.get(0), added);
    double[] divisors = new double[all.size()];
    for (int i = 0; i < divisors.length; i++) {
      divisors[i] = falling(divisors.length - 1 - i, order);
    }
    return Lax.div(all, constants(divisors, all));
  }

  /** {@return the coefficients of the best fit of a polynomial of a degree to points} */
  public static Array polyfit(Array x, Array y, int degree) {
    return polyfit(x, y, degree, PolyfitOptions.defaults()).coefficients();
  }

  /**
   * {@return the polynomial of a degree with the least sum of squared residuals, and the quality of
   * the fit}
   *
   * <p>Shapes: {@code x: [n], y: [n] or [n, k]}. The columns of the Vandermonde matrix are scaled
   * to length 1 before the least squares problem is solved.
   *
   * @param degree not negative
   * @throws ShapeException if x or the weights are not vectors of n elements, or y does not have n
   *     rows. Also if scaled covariances are requested without more points than coefficients
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.polyfit.html">jnp.polyfit</a>
   */
  public static PolyfitResult polyfit(Array x, Array y, int degree, PolyfitOptions options) {
    int order = Sizes.notNegative("polyfit", "degree", degree) + 1;
    var weights = options.weights();
    requirePoints(x, y, weights);
    var places = Operands.inexact(x);
    Double given = options.rcond();
    double rcond = given == null ? x.size() * places.dtype().epsilon() : given;
    var powers = PatternMatrices.vander(places, order, false);
    var values = Operands.inexact(y);
    if (weights != null) {
      var column = Shapes.expandDims(Operands.inexact(weights), 1);
      powers = Arithmetic.multiply(powers, column);
      values = Arithmetic.multiply(values, y.rank() == 1 ? column.squeeze(1) : column);
    }
    var scale = Sums.sum(powers.mul(powers), 0).sqrt();
    var scaled = powers.div(scale);
    var solution = LinearEquations.lstsq(scaled, values, rcond);
    var coefficients = solution.x().div(y.rank() == 1 ? scale : Shapes.expandDims(scale, 1));
    return new PolyfitResult(
        coefficients,
        solution.residuals(),
        solution.rank(),
        solution.s(),
        rcond,
        covariance(scaled, scale, solution.residuals(), y, options.covariance()));
  }

  private static Array sum(String name, Array x, Array y, int sign) {
    requireVector(name, "coefficients", x);
    requireVector(name, "coefficients", y);
    var operands = Operands.promoted(x, y);
    int size = Math.max(x.size(), y.size());
    var left = padded(operands.get(0), size - x.size(), 0);
    var right = padded(operands.get(1), size - y.size(), 0);
    return sign > 0
        ? Arithmetic.add(left, right)
        : Arithmetic.add(left, Arithmetic.negative(right));
  }

  private static Array factor(Array x, boolean trim) {
    var trimmed = trim ? Editing.trimZeros(x, true, false) : x;
    return trimmed.size() == 0 ? Lax.full(x.aval().withShape(Shape.of(1)), 0) : trimmed;
  }

  private static Array withoutLeadingZeros(Array x) {
    float[] known = x.concrete("polydiv without leading zeros").toFloats();
    double least = Math.sqrt(x.dtype().epsilon());
    int first = 0;
    while (first < known.length && Math.abs(known[first]) < least) {
      first++;
    }
    return Lax.sliceInDim(x, first, x.size(), 1, 0);
  }

  /** {@return the product {@code n (n - 1) ...} of a number of factors, without factors below 1} */
  private static double falling(int n, int count) {
    double product = 1;
    for (int i = 0; i < count && n - i > 1; i++) {
      product *= n - i;
    }
    return product;
  }

  private static Array constants(double[] values, Array like) {
    return Creation.array((Object) values, like.dtype());
  }

  private static @Nullable Array covariance(
      Array scaled, Array scale, Array residuals, Array y, PolyfitOptions.Covariance scaling) {
    if (scaling == PolyfitOptions.Covariance.NONE) {
      return null;
    }
    int order = scale.size();
    var base =
        LinearEquations.inv(Products.matmul(scaled.transpose(), scaled))
            .div(Products.outer(scale, scale));
    var all = y.rank() == 1 ? base : Shapes.expandDims(base, 2);
    if (scaling == PolyfitOptions.Covariance.UNSCALED) {
      return all;
    }
    int freedom = y.dim(0) - order;
    if (freedom <= 0) {
      throw new ShapeException(
          "polyfit needs more points than coefficients to scale covariances, but got %d points for %d coefficients. Use Covariance.UNSCALED."
              .formatted(y.dim(0), order));
    }
    return Arithmetic.multiply(all, residuals.div(freedom));
  }

  private static void requirePoints(Array x, Array y, @Nullable Array weights) {
    boolean fits =
        x.rank() == 1
            && x.size() > 0
            && (y.rank() == 1 || y.rank() == 2)
            && y.dim(0) == x.size()
            && (weights == null || weights.shape().equals(x.shape()));
    if (!fits) {
      throw new ShapeException(
          "polyfit needs a vector of points, a value or a row of values for each, and a weight for each, but got %s, %s%s."
              .formatted(x.aval(), y.aval(), weights == null ? "" : " and " + weights.aval()));
    }
  }

  private static Array padded(Array x, int low, int high) {
    return Lax.pad(
        x,
        Lax.full(x.aval().withShape(Shape.scalar()), 0),
        Axes.of(low),
        Axes.of(high),
        Axes.of(0));
  }

  private static void requireVector(String name, String what, Array x) {
    if (x.rank() != 1) {
      throw new ShapeException(
          "%s needs a vector of %s, but got %s.".formatted(name, what, x.aval()));
    }
  }
}
