package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;

/**
 * The variance scaling initializer: random numbers with variance {@code scale} divided by the fan,
 * the number of inputs or outputs of a unit.
 *
 * <p>The fan in is the size of the in axes times the size of the receptive field; the fan out
 * likewise. The receptive field comprises all axes that are not in, out or batch axes.
 *
 * @param scale the product of variance and fan
 * @param mode the fan that divides the scale
 * @param distribution the distribution of the numbers
 * @param inAxis axes of inputs
 * @param outAxis axes of outputs
 * @param batchAxis axes over independent units
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.nn.initializers.variance_scaling.html">variance_scaling</a>
 */
public record VarianceScaling(
    double scale, Mode mode, Distribution distribution, Axes inAxis, Axes outAxis, Axes batchAxis)
    implements Initializer {

  /** The standard deviation of a standard normal variable truncated at -2 and 2. */
  private static final double TRUNCATED_STDDEV = .87962566103423978;

  /** The fan that divides the scale. */
  public enum Mode {
    FAN_IN,
    FAN_OUT,
    FAN_AVG,
    FAN_GEO_AVG
  }

  /** The distribution of the numbers. */
  public enum Distribution {
    /** Normal numbers within two standard deviations. */
    TRUNCATED_NORMAL,
    NORMAL,
    UNIFORM
  }

  /** {@return this initializer for other axes} */
  public VarianceScaling withAxes(Axes inAxis, Axes outAxis, Axes batchAxis) {
    return new VarianceScaling(scale, mode, distribution, inAxis, outAxis, batchAxis);
  }

  @Override
  public Array init(Key key, Shape shape, DType dtype) {
    var variance = NdArray.scalar(dtype, scale / fan(shape));
    return switch (distribution) {
      case TRUNCATED_NORMAL ->
          Lax.mul(
              BasicSamplers.truncatedNormal(key, -2, 2, shape, dtype),
              Lax.div(Lax.sqrt(variance), NdArray.scalar(dtype, TRUNCATED_STDDEV)));
      case NORMAL -> Lax.mul(BasicSamplers.normal(key, shape, dtype), Lax.sqrt(variance));
      case UNIFORM ->
          Lax.mul(
              BasicSamplers.uniform(key, shape, dtype, -1, 1),
              Lax.sqrt(Lax.mul(NdArray.scalar(dtype, 3), variance)));
    };
  }

  private double fan(Shape shape) {
    if (shape.rank() < 2 && inAxis.equals(Axes.of(-2))) {
      throw new ShapeException(
          "%s needs a shape of at least two axes, inputs and outputs, but got %s. Name the axes with withAxes, or use normal."
              .formatted(this, shape));
    }
    double in = sizeOf(inAxis, shape);
    double out = sizeOf(outAxis, shape);
    double field = shape.size() / in / out / sizeOf(batchAxis, shape);
    return switch (mode) {
      case FAN_IN -> in * field;
      case FAN_OUT -> out * field;
      case FAN_AVG -> (in * field + out * field) / 2;
      case FAN_GEO_AVG -> Math.sqrt(in * field * (out * field));
    };
  }

  private static double sizeOf(Axes axes, Shape shape) {
    double size = 1;
    for (int i = 0; i < axes.size(); i++) {
      size *= shape.dim(axes.get(i));
    }
    return size;
  }

  /** {@return the name in JAX, with the parameters that the name does not imply} */
  @Override
  public String toString() {
    var suffix =
        switch (distribution) {
          case TRUNCATED_NORMAL -> "_normal(";
          case UNIFORM -> "_uniform(";
          case NORMAL -> "";
        };
    var family = suffix.isEmpty() ? "" : family();
    var axes =
        inAxis.equals(Axes.of(-2)) && outAxis.equals(Axes.of(-1)) && batchAxis.size() == 0
            ? ""
            : "in_axis=%s, out_axis=%s, batch_axis=%s".formatted(inAxis, outAxis, batchAxis);
    return family.isEmpty()
        ? "variance_scaling(%s, %s, %s%s)"
            .formatted(scale, mode, distribution, axes.isEmpty() ? "" : ", " + axes)
            .toLowerCase(java.util.Locale.ROOT)
        : family + suffix + axes + ")";
  }

  private String family() {
    if (mode == Mode.FAN_AVG && scale == 1) {
      return "glorot";
    }
    if (mode != Mode.FAN_IN) {
      return "";
    }
    return scale == 1 ? "lecun" : scale == 2 ? "he" : "";
  }
}
