package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.DotDims;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Products summed over axes, sums of products, and norms. */
public final class Products {

  private Products() {}

  /**
   * {@return the matrix product over the last axis of x and the second to last axis of y} Leading
   * axes broadcast, and vectors are rows or columns.
   *
   * <p>Shapes: {@code [..., m, k], [..., k, n] -> [..., m, n]}.
   *
   * @throws ShapeException if an operand is a scalar or sizes do not match
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.matmul.html">jnp.matmul</a>
   */
  public static Array matmul(Array x, Array y) {
    if (x.rank() == 0 || y.rank() == 0 || x.dim(-1) != y.dim(y.rank() == 1 ? 0 : -2)) {
      throw new ShapeException(
          "matmul needs a last axis of x as long as the second-to-last axis of y, or its only axis, but got %s and %s."
              .formatted(x.aval(), y.aval()));
    }
    var operands = Operands.contracted(x, y);
    if (y.rank() <= 2) {
      // Leading axes of x are free axes: one product.
      var dims = dims(Axes.of(x.rank() - 1), Axes.of(0));
      return Contraction.dot(operands.get(0), operands.get(1), dims);
    }
    // Labels: 1 for rows, 2 for columns, 3 for the summed axis; broadcast axes have negative
    // labels, counted from the last.
    var left = leading(Math.max(0, x.rank() - 2));
    var right = leading(y.rank() - 2);
    var output = new ArrayList<>(left.size() > right.size() ? left : right);
    if (x.rank() > 1) {
      left.add(1);
      output.add(1);
    }
    left.add(3);
    right.add(3);
    right.add(2);
    output.add(2);
    return Contraction.of("matmul", operands, List.of(left, right), output);
  }

  /**
   * {@return the matrix product over the last axis of x and the second to last axis of y, in a
   * dtype}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.matmul.html">jnp.matmul</a>
   */
  public static Array matmul(Array x, Array y, DType preferredElementType) {
    return PreferredElementType.product(Products::matmul, x, y, preferredElementType);
  }

  /**
   * {@return products summed over the last axis of x and the second to last axis of y, or the only
   * axis of a vector; scalars multiply}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.dot.html">jnp.dot</a>
   */
  public static Array dot(Array x, Array y) {
    if (x.rank() == 0 || y.rank() == 0) {
      return Arithmetic.multiply(x, y);
    }
    return tensordot(x, y, Axes.of(-1), Axes.of(y.rank() == 1 ? 0 : -2));
  }

  /**
   * {@return products summed over the last axis of x and the second to last axis of y, in a dtype}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.dot.html">jnp.dot</a>
   */
  public static Array dot(Array x, Array y, DType preferredElementType) {
    return PreferredElementType.product(Products::dot, x, y, preferredElementType);
  }

  /** {@return the sum of products of all elements of two arrays of one size} */
  public static Array vdot(Array x, Array y) {
    return tensordot(Shapes.ravel(x), Shapes.ravel(y), 1);
  }

  /** {@return the sum of products of all elements of two arrays of one size, in a dtype} */
  public static Array vdot(Array x, Array y, DType preferredElementType) {
    return PreferredElementType.product(Products::vdot, x, y, preferredElementType);
  }

  /** {@return inner products along the last axis} */
  public static Array vecdot(Array x, Array y) {
    return vecdot(x, y, -1);
  }

  /** {@return the sum of products along an axis, the other axes broadcast} */
  public static Array vecdot(Array x, Array y, int axis) {
    if (x.dim(axis) != y.dim(axis)) {
      throw new ShapeException(
          "vecdot needs two operands of equal length along axis %d, but got %s and %s."
              .formatted(axis, x.aval(), y.aval()));
    }
    // The summed axis has label 3; broadcast axes have negative ones, counted from the last.
    var left = leading(x.rank() - 1);
    var right = leading(y.rank() - 1);
    var output = List.copyOf(left.size() > right.size() ? left : right);
    left.add(3);
    right.add(3);
    var operands = Operands.contracted(Shapes.moveaxis(x, axis, -1), Shapes.moveaxis(y, axis, -1));
    return Contraction.of("vecdot", operands, List.of(left, right), output);
  }

  /** {@return the sum of products along an axis, in a dtype; the other axes broadcast} */
  public static Array vecdot(Array x, Array y, int axis, DType preferredElementType) {
    return PreferredElementType.product((a, b) -> vecdot(a, b, axis), x, y, preferredElementType);
  }

  /** {@return products summed over the last axis of both; scalars multiply} */
  public static Array inner(Array x, Array y) {
    return x.rank() == 0 || y.rank() == 0
        ? Arithmetic.multiply(x, y)
        : tensordot(x, y, Axes.of(-1), Axes.of(-1));
  }

  /** {@return products summed over the last axis of both, in a dtype} */
  public static Array inner(Array x, Array y, DType preferredElementType) {
    return PreferredElementType.product(Products::inner, x, y, preferredElementType);
  }

  /**
   * {@return products of matrices, along the last two axes of x, with vectors along the last axis
   * of y}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.matvec.html">jnp.matvec</a>
   */
  public static Array matvec(Array x, Array y) {
    return matmul(x, Shapes.expandDims(y, -1)).squeeze(-1);
  }

  /**
   * {@return products of vectors, along the last axis of x, with matrices along the last two axes
   * of y}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.vecmat.html">jnp.vecmat</a>
   */
  public static Array vecmat(Array x, Array y) {
    return matmul(Shapes.expandDims(x, -2), y).squeeze(-2);
  }

  /** {@return the products of each element of x with each element of y, both flattened} */
  public static Array outer(Array x, Array y) {
    return Arithmetic.multiply(Shapes.reshape(x, -1, 1), Shapes.reshape(y, 1, -1));
  }

  /** {@return products summed over the last two axes of x and the first two of y} */
  public static Array tensordot(Array x, Array y) {
    return tensordot(x, y, 2);
  }

  /** {@return products summed over the last {@code count} axes of x and the first ones of y} */
  public static Array tensordot(Array x, Array y, int count) {
    if (Sizes.notNegative("tensordot", "number of axes", count) > Math.min(x.rank(), y.rank())) {
      throw new ShapeException(
          "tensordot over %d axes needs at least as many axes in both operands, but got %s and %s."
              .formatted(count, x.aval(), y.aval()));
    }
    return tensordot(x, y, Axes.range(x.rank() - count, x.rank()), Axes.range(0, count));
  }

  /**
   * {@return products summed over pairs of axes; the result has the other axes of x, then those of
   * y}
   *
   * @throws ShapeException if a pair differs in size
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.tensordot.html">jnp.tensordot</a>
   */
  public static Array tensordot(Array x, Array y, Axes xAxes, Axes yAxes) {
    if (xAxes.size() != yAxes.size()) {
      throw new ShapeException(
          "tensordot needs as many axes of x as of y, but got %s and %s.".formatted(xAxes, yAxes));
    }
    var operands = Operands.contracted(x, y);
    return Contraction.dot(
        operands.get(0), operands.get(1), dims(counted(xAxes, x.rank()), counted(yAxes, y.rank())));
  }

  /** {@return products summed over the last {@code count} axes of x and the first of y} */
  public static Array tensordot(Array x, Array y, int count, DType preferredElementType) {
    return PreferredElementType.product(
        (a, b) -> tensordot(a, b, count), x, y, preferredElementType);
  }

  /** {@return products summed over pairs of axes, in a dtype} */
  public static Array tensordot(
      Array x, Array y, Axes xAxes, Axes yAxes, DType preferredElementType) {
    return PreferredElementType.product(
        (a, b) -> tensordot(a, b, xAxes, yAxes), x, y, preferredElementType);
  }

  /**
   * {@return the contraction that a formula such as {@code "bij,bjk->bik"} describes}
   *
   * <p>Axes with one letter share their index, and letters that the result lacks are summed. A
   * repeated letter in one operand takes its diagonal. Three dots stand for the leading axes, which
   * broadcast. Without an arrow, the result has the letters that occur once, in alphabetical order.
   *
   * @throws ShapeException if the formula cannot be parsed or does not match the operands
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.einsum.html">jnp.einsum</a>
   */
  public static Array einsum(String formula, Array... operands) {
    EinsumFormula.requireOperands(formula, List.of(operands));
    var promoted = Operands.promoted(operands);
    var parsed = EinsumFormula.parse(formula, promoted);
    return Contraction.of("einsum \"" + formula + "\"", promoted, parsed.inputs(), parsed.output());
  }

  /**
   * {@return the contraction that a formula describes, in a dtype}
   *
   * @param preferredElementType dtype of the sums and of the result
   * @throws io.cambric.errors.ShapeException if the formula cannot be read or does not fit the
   *     operands
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.einsum.html">jnp.einsum</a>
   */
  public static Array einsum(String formula, DType preferredElementType, Array... operands) {
    var wide = new Array[operands.length];
    for (int i = 0; i < operands.length; i++) {
      wide[i] = PreferredElementType.widened(operands[i], preferredElementType);
    }
    return Lax.convertElementType(einsum(formula, wide), preferredElementType);
  }

  /**
   * {@return the pairs of operands that {@link #einsum} contracts, in order, without computing
   * them}
   *
   * <p>A pair gives the indices of two of the remaining factors, and their product becomes the last
   * factor, as in opt_einsum. Each pair has the smallest product relative to its factors. JAX
   * searches for the cheapest whole path, so its path may differ.
   *
   * @throws ShapeException if the formula cannot be read or does not fit the operands
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.einsum_path.html">jnp.einsum_path</a>
   */
  public static List<List<Integer>> einsumPath(String formula, Array... operands) {
    EinsumFormula.requireOperands(formula, List.of(operands));
    var path = new ArrayList<List<Integer>>();
    // Traces with shapes only, so nothing is computed.
    Transforms.evalShape(
        (List<Array> traced) -> {
          var promoted = Operands.promoted(traced.toArray(Array[]::new));
          var parsed = EinsumFormula.parse(formula, promoted);
          path.addAll(
              Contraction.path(
                  "einsum_path \"" + formula + "\"", promoted, parsed.inputs(), parsed.output()));
          return traced;
        },
        List.of(operands));
    return List.copyOf(path);
  }

  /** {@return the products of each element of x with all of y, as blocks} */
  public static Array kron(Array x, Array y) {
    int rank = Math.max(x.rank(), y.rank());
    int[] left = new int[2 * rank];
    int[] right = new int[2 * rank];
    int[] dims = new int[rank];
    for (int i = 0; i < rank; i++) {
      int xi = i - (rank - x.rank());
      int yi = i - (rank - y.rank());
      left[2 * i] = xi < 0 ? 1 : x.dim(xi);
      left[2 * i + 1] = 1;
      right[2 * i] = 1;
      right[2 * i + 1] = yi < 0 ? 1 : y.dim(yi);
      dims[i] = left[2 * i] * right[2 * i + 1];
    }
    return Lax.reshape(
        Arithmetic.multiply(Lax.reshape(x, Shape.of(left)), Lax.reshape(y, Shape.of(right))),
        Shape.of(dims));
  }

  /** {@return the square root of the sum of squares of all elements} */
  public static Array norm(Array x) {
    return norm(x, 2, Axes.range(0, x.rank()), false);
  }

  /** {@return the square root of the sum of squares over axes} */
  public static Array norm(Array x, @Nullable Axes axes, boolean keepDims) {
    return norm(x, 2, axes, keepDims);
  }

  /**
   * {@return the p-norm of the elements over axes: {@code (sum |x|^p)^(1/p)}} The order p may be
   * infinite for the largest magnitude, negative infinite for the smallest, and 0 for the number of
   * nonzero elements.
   *
   * <p>Over two axes, too, this is the norm of the elements, like {@code vector_norm} in JAX, not
   * the norm of the linear map.
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.vector_norm.html">jnp.linalg.vector_norm</a>
   */
  public static Array norm(Array x, double p, @Nullable Axes axes, boolean keepDims) {
    var real = Operands.inexact(x);
    if (p == 2) {
      return Lax.sqrt(Sums.sum(Lax.mul(real, real), axes, keepDims));
    }
    if (p == Double.POSITIVE_INFINITY) {
      return Extrema.max(Lax.abs(real), axes, keepDims, 0, null);
    }
    if (p == Double.NEGATIVE_INFINITY) {
      return Extrema.min(Lax.abs(real), axes, keepDims);
    }
    if (p == 0) {
      return Sums.sum(Lax.convertElementType(Operands.toBool(real), real.dtype()), axes, keepDims);
    }
    var magnitude = Lax.abs(real);
    if (p == 1) {
      return Sums.sum(magnitude, axes, keepDims);
    }
    var powers = Sums.sum(Lax.pow(magnitude, Operands.constant(real, p)), axes, keepDims);
    return Lax.pow(powers, Operands.constant(powers, 1 / p));
  }

  /** {@return the cross product along the last axis} */
  public static Array cross(Array x, Array y) {
    return cross(x, y, -1);
  }

  /** {@return the cross product along an axis} */
  public static Array cross(Array x, Array y, int axis) {
    return cross(x, y, axis, axis, axis);
  }

  /**
   * {@return the cross product of vectors of three elements, or its third element for vectors of
   * two elements}
   *
   * @param xAxis axis of the vectors of x
   * @param yAxis axis of the vectors of y
   * @param resultAxis axis of the vectors of the result, if the results are vectors
   * @throws ShapeException if the vectors have neither two nor three elements
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.cross.html">jnp.cross</a>
   */
  public static Array cross(Array x, Array y, int xAxis, int yAxis, int resultAxis) {
    var a = Shapes.moveaxis(x, xAxis, 0);
    var b = Shapes.moveaxis(y, yAxis, 0);
    boolean fits = (a.dim(0) == 2 || a.dim(0) == 3) && (b.dim(0) == 2 || b.dim(0) == 3);
    if (!fits) {
      throw new ShapeException(
          "cross needs vectors of 2 or 3 elements, but got axis %d of %s and %d of %s."
              .formatted(xAxis, x.aval(), yAxis, y.aval()));
    }
    if (a.dim(0) == 2 && b.dim(0) == 2) {
      return minor(a, b, 0, 1);
    }
    var parts = List.of(minor(a, b, 1, 2), minor(a, b, 2, 0), minor(a, b, 0, 1));
    return Shapes.moveaxis(Joining.stack(parts, 0), 0, resultAxis);
  }

  /** {@return the sum along the main diagonal of the first two axes} */
  public static Array trace(Array x) {
    return trace(x, 0, 0, 1);
  }

  /** {@return the sum along a diagonal of two axes} */
  public static Array trace(Array x, int offset, int axis1, int axis2) {
    return Sums.sum(ElementSelection.diagonal(x, offset, axis1, axis2), -1);
  }

  /** {@return the sum along a diagonal of two axes, in a dtype} */
  public static Array trace(Array x, int offset, int axis1, int axis2, DType dtype) {
    return Sums.sum(
        ElementSelection.diagonal(x, offset, axis1, axis2), dtype, Axes.of(-1), false, null);
  }

  private static List<Integer> leading(int count) {
    var labels = new ArrayList<Integer>();
    for (int k = count; k > 0; k--) {
      labels.add(-k);
    }
    return labels;
  }

  private static DotDims dims(Axes lhs, Axes rhs) {
    return new DotDims(lhs, rhs, Axes.of(), Axes.of());
  }

  private static Axes counted(Axes axes, int rank) {
    int[] counted = axes.toArray();
    for (int i = 0; i < counted.length; i++) {
      counted[i] = Axes.normalize(counted[i], rank, "tensordot");
    }
    return Axes.of(counted);
  }

  private static Array minor(Array a, Array b, int i, int j) {
    return Arithmetic.subtract(
        Arithmetic.multiply(component(a, i), component(b, j)),
        Arithmetic.multiply(component(a, j), component(b, i)));
  }

  private static Array component(Array x, int i) {
    return i < x.dim(0)
        ? ElementSelection.get(x, i)
        : Operands.constant(ElementSelection.get(x, 0), 0);
  }
}
