package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.numpy.VarianceScaling.Distribution;
import io.cambric.numpy.VarianceScaling.Mode;

/**
 * Initializers with the names of {@code jax.nn.initializers}, and the same values for a key.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.nn.initializers.html">jax.nn.initializers</a>
 */
public final class Initializers {

  private static final double SMALL = 1e-2;

  private Initializers() {}

  /** {@return zeros} */
  public static Initializer zeros() {
    return new Constant(0);
  }

  /** {@return ones} */
  public static Initializer ones() {
    return new Constant(1);
  }

  /** {@return a constant} */
  public static Initializer constant(double value) {
    return new Constant(value);
  }

  private record Constant(double value) implements Initializer {

    @Override
    public Array init(Key key, Shape shape, DType dtype) {
      return Numpy.full(shape, value, dtype);
    }

    @Override
    public String toString() {
      return value == 0 ? "zeros()" : value == 1 ? "ones()" : "constant(" + value + ")";
    }
  }

  /** {@return normal numbers of standard deviation 0.01} */
  public static Initializer normal() {
    return normal(SMALL);
  }

  /** {@return normal numbers of a standard deviation} */
  public static Initializer normal(double stddev) {
    return new Normal(stddev);
  }

  private record Normal(double stddev) implements Initializer {

    @Override
    public Array init(Key key, Shape shape, DType dtype) {
      return scaled(BasicSamplers.normal(key, shape, dtype), stddev);
    }

    @Override
    public String toString() {
      return "normal(" + stddev + ")";
    }
  }

  /** {@return numbers uniform in [0, 0.01)} */
  public static Initializer uniform() {
    return uniform(SMALL);
  }

  /** {@return numbers uniform in [0, scale)} */
  public static Initializer uniform(double scale) {
    return new Uniform(scale);
  }

  private record Uniform(double scale) implements Initializer {

    @Override
    public Array init(Key key, Shape shape, DType dtype) {
      return scaled(BasicSamplers.uniform(key, shape, dtype), scale);
    }

    @Override
    public String toString() {
      return "uniform(" + scale + ")";
    }
  }

  /** {@return normal numbers between -2 and 2, times 0.01} */
  public static Initializer truncatedNormal() {
    return truncatedNormal(SMALL);
  }

  /**
   * {@return normal numbers between -2 and 2, times a number, which slightly exceeds their standard
   * deviation}
   */
  public static Initializer truncatedNormal(double stddev) {
    return truncatedNormal(stddev, -2, 2);
  }

  /** {@return normal numbers between two bounds, times a number} */
  public static Initializer truncatedNormal(double stddev, double lower, double upper) {
    return new TruncatedNormal(stddev, lower, upper);
  }

  private record TruncatedNormal(double stddev, double lower, double upper) implements Initializer {

    @Override
    public Array init(Key key, Shape shape, DType dtype) {
      return scaled(BasicSamplers.truncatedNormal(key, lower, upper, shape, dtype), stddev);
    }

    @Override
    public String toString() {
      return "truncated_normal(%s, %s, %s)".formatted(stddev, lower, upper);
    }
  }

  private static Array scaled(Array x, double factor) {
    return Lax.mul(x, NdArray.scalar(x.dtype(), factor));
  }

  /** {@return numbers with variance {@code scale} divided by a fan; see {@link VarianceScaling}} */
  public static VarianceScaling varianceScaling(
      double scale, Mode mode, Distribution distribution) {
    return new VarianceScaling(scale, mode, distribution, Axes.of(-2), Axes.of(-1), Axes.of());
  }

  /** {@return truncated normal numbers of variance 1 / fan in} */
  public static VarianceScaling lecunNormal() {
    return varianceScaling(1, Mode.FAN_IN, Distribution.TRUNCATED_NORMAL);
  }

  /** {@return uniform numbers of variance 1 / fan in} */
  public static VarianceScaling lecunUniform() {
    return varianceScaling(1, Mode.FAN_IN, Distribution.UNIFORM);
  }

  /** {@return truncated normal numbers of variance 1 / mean fan} */
  public static VarianceScaling glorotNormal() {
    return varianceScaling(1, Mode.FAN_AVG, Distribution.TRUNCATED_NORMAL);
  }

  /** {@return uniform numbers of variance 1 / mean fan} */
  public static VarianceScaling glorotUniform() {
    return varianceScaling(1, Mode.FAN_AVG, Distribution.UNIFORM);
  }

  /** {@return the other name of {@link #glorotNormal}} */
  public static VarianceScaling xavierNormal() {
    return glorotNormal();
  }

  /** {@return the other name of {@link #glorotUniform}} */
  public static VarianceScaling xavierUniform() {
    return glorotUniform();
  }

  /** {@return truncated normal numbers of variance 2 / fan in} */
  public static VarianceScaling heNormal() {
    return varianceScaling(2, Mode.FAN_IN, Distribution.TRUNCATED_NORMAL);
  }

  /** {@return uniform numbers of variance 2 / fan in} */
  public static VarianceScaling heUniform() {
    return varianceScaling(2, Mode.FAN_IN, Distribution.UNIFORM);
  }

  /** {@return the other name of {@link #heNormal}} */
  public static VarianceScaling kaimingNormal() {
    return heNormal();
  }

  /** {@return the other name of {@link #heUniform}} */
  public static VarianceScaling kaimingUniform() {
    return heUniform();
  }

  /** {@return matrices with orthonormal columns, or orthonormal rows if there are fewer rows} */
  public static Initializer orthogonal() {
    return orthogonal(1, -1);
  }

  /**
   * {@return matrices with orthonormal columns, or orthonormal rows if there are fewer rows, times
   * a number}
   *
   * @param columnAxis the axis of the columns; the other axes together are the rows
   */
  public static Initializer orthogonal(double scale, int columnAxis) {
    return new Orthogonal(scale, columnAxis);
  }

  /** {@return convolution kernels that are orthogonal in their centre and zero elsewhere} */
  public static Initializer deltaOrthogonal() {
    return deltaOrthogonal(1, -1);
  }

  /** {@return convolution kernels that are orthogonal in their centre and zero elsewhere} */
  public static Initializer deltaOrthogonal(double scale, int columnAxis) {
    return new DeltaOrthogonal(scale, columnAxis);
  }
}
