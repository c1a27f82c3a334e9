package io.cambric.numpy;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;

/**
 * Samplers of the uniform, normal, truncated normal and Bernoulli distributions, and of integers.
 */
final class BasicSamplers {

  private BasicSamplers() {}

  /** {@return a number uniform in [0, 1), of the default floating dtype} */
  public static Array uniform(Key key) {
    return uniform(key, Shape.scalar());
  }

  /** {@return numbers uniform in [0, 1), of the default floating dtype} */
  public static Array uniform(Key key, Shape shape) {
    return uniform(key, shape, DType.defaultFloat());
  }

  /** {@return numbers uniform in [0, 1)} */
  public static Array uniform(Key key, Shape shape, DType dtype) {
    // With these bounds, the fused multiply-add and the maximum change nothing.
    return unitInterval(key, shape, dtype);
  }

  /** {@return numbers uniform in [lo, hi)} */
  public static Array uniform(Key key, Shape shape, DType dtype, double lo, double hi) {
    return uniform(key, shape, dtype, NdArray.scalar(dtype, lo), NdArray.scalar(dtype, hi));
  }

  /**
   * {@return numbers uniform in [lo, hi)}
   *
   * <p>They are {@code max(lo, u * (hi - lo) + lo)} for a u in [0, 1) with a random mantissa. F32
   * and f64 round once, after the product and the sum. Half types round both, as in XLA.
   *
   * @param lo broadcasts to the shape
   * @param hi broadcasts to the shape
   * @throws DTypeException if the dtype is not floating
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.uniform.html">random.uniform</a>
   */
  public static Array uniform(Key key, Shape shape, DType dtype, Array lo, Array hi) {
    var unit = unitInterval(key, shape, dtype);
    var from = parameter("uniform", lo, shape, dtype);
    var to = parameter("uniform", hi, shape, dtype);
    return Lax.max(from, multiplyAdd(unit, Lax.sub(to, from), from));
  }

  /** XLA fuses both operations if the processor has an instruction for the dtype. */
  private static Array multiplyAdd(Array x, Array y, Array z) {
    return x.dtype().bytes() == 2 ? Lax.add(Lax.mul(x, y), z) : Lax.fma(x, y, z);
  }

  /** A random mantissa with the exponent of 1 is uniform in [1, 2). */
  private static Array unitInterval(Key key, Shape shape, DType dtype) {
    var format = FloatFormat.of("uniform", dtype);
    var word = RandomBits.unsigned(dtype.bytes());
    // Eight random bits suffice for bf16.
    int randomBits = format.mantissaBits() < 8 ? 8 : 8 * dtype.bytes();
    var bits =
        Lax.convertElementType(
            RandomBits.bits(key, shape, RandomBits.unsigned(randomBits / 8)), word);
    var mantissa =
        Lax.shiftRightLogical(bits, Lax.fullLike(bits, randomBits - format.mantissaBits()));
    var one = Buffer.allocate(word, 1);
    one.setLong(0, format.one());
    var number = Lax.bitwiseOr(mantissa, NdArray.of(new ShapedArray(Shape.scalar(), word), one));
    var float1 = Lax.bitcastConvertType(number, dtype);
    return Lax.sub(float1, Lax.fullLike(float1, 1));
  }

  /**
   * {@return a parameter in the dtype of the samples: a scalar, or broadcast to their shape}
   *
   * @throws ShapeException if the parameter does not broadcast to the shape
   */
  static Array parameter(String what, Array value, Shape shape, DType dtype) {
    var converted = Lax.convertElementType(value, dtype);
    if (value.rank() == 0) {
      return converted;
    }
    if (!Numpy.broadcastShapes(value.shape(), shape).equals(shape)) {
      throw new ShapeException(
          "%s of shape %s needs parameters that broadcast to it, but got %s."
              .formatted(what, shape, value.aval()));
    }
    return Numpy.broadcastTo(converted, shape);
  }

  /** {@return a standard normal number, of the default floating dtype} */
  public static Array normal(Key key) {
    return normal(key, Shape.scalar());
  }

  /** {@return numbers from the standard normal distribution, of the default floating dtype} */
  public static Array normal(Key key, Shape shape) {
    return normal(key, shape, DType.defaultFloat());
  }

  /**
   * {@return numbers from the standard normal distribution: sqrt(2) erfInv(u)}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.normal.html">random.normal</a>
   */
  public static Array normal(Key key, Shape shape, DType dtype) {
    var format = FloatFormat.of("normal", dtype);
    var u = uniform(key, shape, dtype, -1 + format.epsNegative(), 1);
    return Lax.mul(Lax.fullLike(u, Math.sqrt(2)), Lax.erfInv(u));
  }

  /** {@return numbers from the standard normal distribution between two bounds} */
  public static Array truncatedNormal(
      Key key, double lower, double upper, Shape shape, DType dtype) {
    return truncatedNormal(
        key, NdArray.scalar(dtype, lower), NdArray.scalar(dtype, upper), shape, dtype);
  }

  /**
   * {@return numbers from the standard normal distribution between two bounds, exclusive}
   *
   * @param lower broadcasts to the shape
   * @param upper broadcasts to the shape
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.truncated_normal.html">random.truncated_normal</a>
   */
  public static Array truncatedNormal(Key key, Array lower, Array upper, Shape shape, DType dtype) {
    var lo = parameter("truncatedNormal", lower, shape, dtype);
    var hi = parameter("truncatedNormal", upper, shape, dtype);
    var sqrt2 = Lax.fullLike(lo, Math.sqrt(2));
    var u =
        uniform(
            key, shape, dtype, ErrorFunction.of(overSqrt2(lo)), ErrorFunction.of(overSqrt2(hi)));
    var normal = Lax.mul(sqrt2, Lax.erfInv(u));
    // Rounding must not leave the open interval.
    var least = nextTowards(Lax.stopGradient(lo), Double.POSITIVE_INFINITY);
    var largest = nextTowards(Lax.stopGradient(hi), Double.NEGATIVE_INFINITY);
    return Lax.min(largest, Lax.max(least, normal));
  }

  /** In f16, XLA multiplies by the rounded reciprocal of the constant. */
  private static Array overSqrt2(Array x) {
    return x.dtype() == DType.F16
        ? Lax.mul(x, Lax.fullLike(x, Math.sqrt(0.5)))
        : Lax.div(x, Lax.fullLike(x, Math.sqrt(2)));
  }

  private static Array nextTowards(Array x, double end) {
    return Lax.nextafter(x, Lax.fullLike(x, end));
  }

  /** {@return bools that are true with a probability} */
  public static Array bernoulli(Key key, double p, Shape shape) {
    return bernoulli(key, NdArray.scalar(DType.defaultFloat(), p), shape);
  }

  /**
   * {@return bools that are true with a probability: {@code u < p}}
   *
   * @param p floating, broadcasts to the shape; the uniform numbers have its dtype
   * @throws DTypeException if p is not floating
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.bernoulli.html">random.bernoulli</a>
   */
  public static Array bernoulli(Key key, Array p, Shape shape) {
    FloatFormat.of("bernoulli", p.dtype());
    var probability = parameter("bernoulli", p, shape, p.dtype());
    return Lax.lt(uniform(key, shape, p.dtype()), probability);
  }

  /**
   * {@return bools that are true with a probability, even below the resolution of a uniform number;
   * each needs two draws}
   */
  public static Array bernoulliHigh(Key key, Array p, Shape shape) {
    var format = FloatFormat.of("bernoulliHigh", p.dtype());
    var probability = parameter("bernoulliHigh", p, shape, p.dtype());
    var both = uniform(key, shape.insert(0, 2), p.dtype());
    var fine = Lax.mul(Numpy.get(both, 1), Lax.fullLike(both, format.eps()));
    return Lax.lt(fine, Lax.sub(probability, Numpy.get(both, 0)));
  }

  /** {@return integers uniform in [lo, hi), of the default integer dtype} */
  public static Array randint(Key key, Shape shape, long lo, long hi) {
    return randint(key, shape, lo, hi, DType.defaultInt());
  }

  /** {@return integers uniform in [lo, hi)} */
  public static Array randint(Key key, Shape shape, long lo, long hi, DType dtype) {
    return Integers.sample(key, shape, Integers.scalar(lo), Integers.scalar(hi), dtype);
  }

  /**
   * {@return uniform integers in [lo, hi), or lo if hi is not larger}
   *
   * <p>The samples are remainders of twice as many bits as the dtype has, so their bias is small.
   *
   * @param lo integers that broadcast to the shape, clipped to the range of the dtype
   * @param hi integers that broadcast to the shape; a bound above the range of the dtype includes
   *     its largest number
   * @throws DTypeException if a dtype is not an integer
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.randint.html">random.randint</a>
   */
  public static Array randint(Key key, Shape shape, Array lo, Array hi, DType dtype) {
    return Integers.sample(key, shape, lo, hi, dtype);
  }
}
