package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.lax.Lax;

/**
 * Products summed over axes, in a preferred element type: the dtype of the sums and of the result.
 */
final class PreferredProducts {

  private PreferredProducts() {}

  /** A product of two arrays. */
  @FunctionalInterface
  private interface Product {
    Array apply(Array x, Array y);
  }

  /**
   * {@return the contraction that a formula describes, in a dtype}
   *
   * @param preferredElementType that products are summed in, and of the result
   * @throws io.cambric.errors.ShapeException if the formula cannot be read or does not fit the
   *     operands
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.einsum.html">jnp.einsum</a>
   */
  public static Array einsum(String formula, DType preferredElementType, Array... operands) {
    var wide = new Array[operands.length];
    for (int i = 0; i < operands.length; i++) {
      wide[i] = widened(operands[i], preferredElementType);
    }
    return Lax.convertElementType(ProductFunctions.einsum(formula, wide), preferredElementType);
  }

  /**
   * {@return the matrix product over the last axis of x and the last but one of y, in a dtype}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.matmul.html">jnp.matmul</a>
   */
  public static Array matmul(Array x, Array y, DType preferredElementType) {
    return product(ProductFunctions::matmul, x, y, preferredElementType);
  }

  /**
   * {@return products summed over the last axis of x and the last but one of y, in a dtype}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.dot.html">jnp.dot</a>
   */
  public static Array dot(Array x, Array y, DType preferredElementType) {
    return product(ProductFunctions::dot, x, y, preferredElementType);
  }

  /** {@return the sum of products of all elements of two arrays of one size, in a dtype} */
  public static Array vdot(Array x, Array y, DType preferredElementType) {
    return product(ProductFunctions::vdot, x, y, preferredElementType);
  }

  /** {@return products summed over the last axis of both, in a dtype} */
  public static Array inner(Array x, Array y, DType preferredElementType) {
    return product(ProductFunctions::inner, x, y, preferredElementType);
  }

  /** {@return the sum of products along an axis, in a dtype; the other axes broadcast} */
  public static Array vecdot(Array x, Array y, int axis, DType preferredElementType) {
    return product((a, b) -> ProductFunctions.vecdot(a, b, axis), x, y, preferredElementType);
  }

  /** {@return products summed over the last {@code count} axes of x and the first of y} */
  public static Array tensordot(Array x, Array y, int count, DType preferredElementType) {
    return product((a, b) -> ProductFunctions.tensordot(a, b, count), x, y, preferredElementType);
  }

  /** {@return products summed over pairs of axes, in a dtype} */
  public static Array tensordot(
      Array x, Array y, Axes xAxes, Axes yAxes, DType preferredElementType) {
    return product(
        (a, b) -> ProductFunctions.tensordot(a, b, xAxes, yAxes), x, y, preferredElementType);
  }

  /** {@return the convolution of two vectors, in a dtype} */
  public static Array convolve(Array x, Array y, ConvolveMode mode, DType preferredElementType) {
    return product((a, b) -> SignalFunctions.convolve(a, b, mode), x, y, preferredElementType);
  }

  /** {@return the sums of products of one vector and another moved along it, in a dtype} */
  public static Array correlate(Array x, Array y, ConvolveMode mode, DType preferredElementType) {
    return product((a, b) -> SignalFunctions.correlate(a, b, mode), x, y, preferredElementType);
  }

  private static Array product(Product product, Array x, Array y, DType dtype) {
    return Lax.convertElementType(product.apply(widened(x, dtype), widened(y, dtype)), dtype);
  }

  private static Array widened(Array x, DType dtype) {
    return Lax.convertElementType(x, Promotion.promoteTypes(x.dtype(), dtype));
  }
}
