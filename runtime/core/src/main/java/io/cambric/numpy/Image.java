package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Index;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.DotDims;
import io.cambric.numpy.option.ResizeMethod;
import io.cambric.numpy.routine.Arithmetic;
import io.cambric.numpy.routine.Creation;
import io.cambric.numpy.routine.ElementSelection;
import io.cambric.numpy.routine.Extrema;
import io.cambric.numpy.routine.Logic;
import io.cambric.numpy.routine.Operands;
import io.cambric.numpy.routine.Shapes;
import io.cambric.numpy.routine.Sums;
import io.cambric.numpy.routine.Trigonometry;
import java.util.Arrays;

/**
 * Resizing of images, {@code jax.image}. Each resized axis is multiplied by a matrix of weights, so
 * all functions have derivatives.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.image.html">jax.image</a>
 */
public final class Image {

  /** An output pixel is 0 if the sum of its weights is below this bound, as in JAX. */
  private static final double NO_WEIGHT = 1000 * 0x1p-23;

  private Image() {}

  /**
   * {@return an image in another shape, antialiased along axes that shrink}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.image.resize.html">jax.image.resize</a>
   */
  public static Array resize(Array image, Shape shape, ResizeMethod method) {
    return resize(image, shape, method, true);
  }

  /**
   * {@return an image in another shape}
   *
   * @param shape sizes along all axes of the image; axes of the same size are unchanged
   * @param antialias whether the kernel is as wide as an output pixel along axes that shrink;
   *     without effect on {@code NEAREST}
   */
  public static Array resize(Array image, Shape shape, ResizeMethod method, boolean antialias) {
    requireAxes("resize", image, shape);
    var result = method == ResizeMethod.NEAREST ? image : Operands.inexact(image);
    for (int axis = 0; axis < shape.rank(); axis++) {
      int from = image.dim(axis);
      int to = shape.dim(axis);
      if (from == to) {
        continue;
      }
      if (method == ResizeMethod.NEAREST) {
        result = nearest(result, to, axis);
      } else {
        // The scale has the default floating dtype for any dtype of the image.
        var scale = Creation.scalar(to == 0 ? 1 : (double) to / from);
        var none = Creation.scalar(0.0);
        result = weighted(result, weights(from, to, scale, none, method, antialias), axis);
      }
    }
    return result;
  }

  /**
   * {@return an image stretched and moved along some axes; pixels outside the image contribute
   * nothing}
   *
   * <p>An output pixel at {@code y} shows the input at {@code (y - translation) / scale}, with
   * coordinates relative to the centres of pixels.
   *
   * @param shape of the result
   * @param spatialDims the axes
   * @param scale one number per axis
   * @param translation one number per axis, in output pixels
   * @param method any but {@code NEAREST}
   */
  public static Array scaleAndTranslate(
      Array image,
      Shape shape,
      Axes spatialDims,
      Array scale,
      Array translation,
      ResizeMethod method,
      boolean antialias) {
    requireAxes("scale_and_translate", image, shape);
    var expected = Shape.of(spatialDims.size());
    if (!scale.shape().equals(expected)
        || !translation.shape().equals(expected)
        || method == ResizeMethod.NEAREST) {
      throw new ShapeException(
          "scale_and_translate along axes %s needs one scale and one translation for each and a method other than NEAREST, but got %s, %s and %s."
              .formatted(spatialDims, scale.aval(), translation.aval(), method));
    }
    var result = Operands.inexact(image);
    for (int i = 0; i < spatialDims.size(); i++) {
      int axis = Axes.normalize(spatialDims.get(i), image.rank(), "scale_and_translate");
      var move = Operands.inexact(scale.get(i), translation.get(i));
      var weights =
          weights(image.dim(axis), shape.dim(axis), move.get(0), move.get(1), method, antialias);
      result = weighted(result, weights, axis);
    }
    return result;
  }

  private static void requireAxes(String name, Array image, Shape shape) {
    if (shape.rank() != image.rank()) {
      throw new ShapeException(
          "%s needs a shape with the %d axes of the image %s, but got %s."
              .formatted(name, image.rank(), image.aval(), shape));
    }
  }

  /** Positions are computed in f32, also in 64-bit mode, as in JAX. */
  private static Array nearest(Array image, int to, int axis) {
    var centres = Lax.add(Lax.iota(DType.F32, to), Creation.scalar(0.5, DType.F32));
    var scaled = Lax.mul(centres, Creation.scalar(image.dim(axis), DType.F32));
    var places = Lax.floor(Lax.div(scaled, Creation.scalar(to, DType.F32)));
    var index = new Index[axis + 1];
    Arrays.fill(index, Index.all());
    index[axis] = Index.of(Lax.convertElementType(places, DType.I32));
    return ElementSelection.get(image, index);
  }

  /** {@return the image with an axis multiplied by a matrix} */
  private static Array weighted(Array image, Array weights, int axis) {
    var dot =
        Lax.dotGeneral(
            image,
            Lax.convertElementType(weights, image.dtype()),
            new DotDims(Axes.of(axis), Axes.of(0), Axes.of(), Axes.of()));
    return Shapes.moveaxis(dot, -1, axis);
  }

  /** {@return the weight of each input pixel in each output pixel, as {@code [from, to]}} */
  private static Array weights(
      int from, int to, Array scale, Array translation, ResizeMethod method, boolean antialias) {
    var dtype = scale.dtype();
    var inverse = Arithmetic.reciprocal(scale);
    var width = antialias ? Extrema.maximum(inverse, 1) : Creation.scalar(1, dtype);
    var centre = Lax.add(Lax.iota(dtype, to), Creation.scalar(0.5, dtype));
    var place =
        Arithmetic.subtract(
            Arithmetic.subtract(Lax.mul(centre, inverse), Lax.mul(translation, inverse)),
            Creation.scalar(0.5, dtype));
    var pixels = Shapes.expandDims(Lax.iota(dtype, from), 1);
    var distance = Arithmetic.divide(Arithmetic.abs(Arithmetic.subtract(place, pixels)), width);
    var raw = kernel(distance, method);
    var total = Sums.sum(raw, Axes.of(0), true);
    var divisor = ElementSelection.where(Lax.ne(total, Lax.fullLike(total, 0)), total, 1);
    var normal =
        ElementSelection.where(
            Lax.gt(Lax.abs(total), Lax.fullLike(total, NO_WEIGHT)),
            Arithmetic.divide(raw, divisor),
            0);
    var seen =
        Logic.logicalAnd(
            Lax.ge(place, Lax.fullLike(place, -0.5)),
            Lax.le(place, Lax.fullLike(place, from - 0.5)));
    return ElementSelection.where(seen, normal, 0);
  }

  /** {@return the weight at a distance; the distance is not negative} */
  private static Array kernel(Array distance, ResizeMethod method) {
    return switch (method) {
      case NEAREST -> throw new AssertionError("has no kernel");
      case LINEAR -> Extrema.maximum(Arithmetic.subtract(1, distance), 0);
      case CUBIC -> keys(distance);
      case LANCZOS3, LANCZOS5 -> lanczos(distance, method.radius());
    };
  }

  /** R. G. Keys, Cubic convolution interpolation for digital image processing, 1981; A = -0.5. */
  private static Array keys(Array x) {
    var near = x.mul(1.5).sub(2.5).mul(x).mul(x).add(1);
    var far = x.mul(-0.5).add(2.5).mul(x).sub(4).mul(x).add(2);
    var kernel = ElementSelection.where(x.ge(1), far, near);
    return ElementSelection.where(x.ge(2), 0, kernel);
  }

  private static Array lanczos(Array x, int radius) {
    var angle = x.mul(Math.PI);
    var product = Trigonometry.sin(angle).mul(radius).mul(Trigonometry.sin(angle.div(radius)));
    var square =
        ElementSelection.where(
            x.ne(Creation.scalar(0, x.dtype())), x.square().mul(Math.PI * Math.PI), 1);
    var kernel = ElementSelection.where(x.gt(1e-3), product.div(square), 1);
    return ElementSelection.where(x.gt(radius), 0, kernel);
  }
}
