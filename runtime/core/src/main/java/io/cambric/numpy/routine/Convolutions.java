package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.Padding;
import io.cambric.numpy.option.ConvolveMode;

/** Convolutions and correlations of vectors. */
public final class Convolutions {

  private Convolutions() {}

  private static final ConvDims VECTORS = ConvDims.of("NCH", "OIH", "NCH");

  /** {@return the convolution of two vectors, at every position where they overlap} */
  public static Array convolve(Array x, Array y) {
    return convolve(x, y, ConvolveMode.FULL);
  }

  /**
   * {@return the convolution of two vectors: sums of products with one vector reversed}
   *
   * @throws ShapeException if an operand is not a vector or has no elements
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.convolve.html">jnp.convolve</a>
   */
  public static Array convolve(Array x, Array y, ConvolveMode mode) {
    requireVectors("convolve", x, y);
    var operands = Operands.inexact(x, y);
    boolean swap = x.dim(0) < y.dim(0);
    var kernel = Lax.rev(operands.get(swap ? 0 : 1), Axes.of(0));
    return slid(operands.get(swap ? 1 : 0), kernel, mode);
  }

  /** {@return the convolution of two vectors, in a dtype} */
  public static Array convolve(Array x, Array y, ConvolveMode mode, DType preferredElementType) {
    return PreferredElementType.product((a, b) -> convolve(a, b, mode), x, y, preferredElementType);
  }

  /**
   * {@return the sums of products at the positions where the shorter vector is inside the longer
   * one}
   */
  public static Array correlate(Array x, Array y) {
    return correlate(x, y, ConvolveMode.VALID);
  }

  /**
   * {@return the sums of products of a vector and a second vector that is moved along it}
   *
   * @throws ShapeException if an operand is not a vector or has no elements
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.correlate.html">jnp.correlate</a>
   */
  public static Array correlate(Array x, Array y, ConvolveMode mode) {
    requireVectors("correlate", x, y);
    var operands = Operands.inexact(x, y);
    return x.dim(0) < y.dim(0)
        ? Lax.rev(slid(operands.get(1), operands.get(0), mode), Axes.of(0))
        : slid(operands.get(0), operands.get(1), mode);
  }

  /**
   * {@return the sums of products of a vector and a second vector that is moved along it, in a
   * dtype}
   */
  public static Array correlate(Array x, Array y, ConvolveMode mode, DType preferredElementType) {
    return PreferredElementType.product(
        (a, b) -> correlate(a, b, mode), x, y, preferredElementType);
  }

  private static void requireVectors(String name, Array x, Array y) {
    if (x.rank() != 1 || y.rank() != 1 || x.size() == 0 || y.size() == 0) {
      throw new ShapeException(
          "%s needs two vectors that are not empty, but got %s and %s."
              .formatted(name, x.aval(), y.aval()));
    }
  }

  private static Array slid(Array x, Array kernel, ConvolveMode mode) {
    int size = kernel.dim(0);
    var padding =
        switch (mode) {
          case FULL -> Padding.of(Axes.of(size - 1), Axes.of(size - 1));
          case SAME -> Padding.of(Axes.of(size / 2), Axes.of(size - size / 2 - 1));
          case VALID -> Padding.VALID;
        };
    var front = Axes.of(0, 1);
    var result =
        Lax.conv(
            Lax.expandDims(x, front), Lax.expandDims(kernel, front), Axes.of(1), padding, VECTORS);
    return Lax.squeeze(result, front);
  }
}
