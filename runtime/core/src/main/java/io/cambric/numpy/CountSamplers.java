package io.cambric.numpy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.dtype.Promotion;
import io.cambric.transform.Transforms;
import io.cambric.transform.result.Carry;
import java.util.List;

/** Samplers of counts: the geometric, Poisson, binomial and multinomial distributions. */
final class CountSamplers {

  private CountSamplers() {}

  /** {@return numbers of trials until the first success of a probability, default integers} */
  public static Array geometric(Key key, double p, Shape shape) {
    return geometric(key, NdArray.scalar(DType.defaultFloat(), p), shape, DType.defaultInt());
  }

  /** {@return numbers of trials until the first success: floor(log(u) / log1p(-p)) + 1} */
  public static Array geometric(Key key, Array p, Shape shape, DType dtype) {
    var chance = BasicSamplers.parameter("geometric", p, shape, Promotion.toInexact(p.dtype()));
    var u = BasicSamplers.uniform(key, shape, chance.dtype());
    var positive = Lax.select(Lax.eq(u, Lax.fullLike(u, 0)), Lax.fullLike(u, 1), u);
    var failures = Lax.floor(Lax.div(Lax.log(positive), Lax.log1p(Lax.neg(chance))));
    return Lax.convertElementType(failures.add(1), dtype);
  }

  /** {@return numbers from the Poisson distribution, of the default integer dtype} */
  public static Array poisson(Key key, double lam, Shape shape) {
    return poisson(key, NdArray.scalar(DType.F32, lam), shape, DType.defaultInt());
  }

  /**
   * {@return numbers from the Poisson distribution: events, of which {@code lam} are expected}
   *
   * <p>They are computed in f32. A NaN or a rate below 0 gives -1.
   *
   * @param lam expected numbers; broadcasts to the shape
   * @param dtype an integer dtype
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.poisson.html">random.poisson</a>
   */
  public static Array poisson(Key key, Array lam, Shape shape, DType dtype) {
    var rates = Numpy.broadcastTo(BasicSamplers.parameter("poisson", lam, shape, DType.F32), shape);
    var drawn = Lax.randomPoisson(key.single("poisson"), rates, maxIterations(dtype));
    // The -1 of an invalid rate wraps in an unsigned dtype; conversion would give 0.
    var invalid = Lax.sub(NdArray.scalar(dtype, 0), NdArray.scalar(dtype, 1));
    return Numpy.where(drawn.lt(0), invalid, Lax.convertElementType(drawn, dtype));
  }

  /**
   * The maximum number of iterations of rejection sampling: the largest number of the dtype, as in
   * JAX.
   */
  private static int maxIterations(DType dtype) {
    return switch (dtype) {
      case I8 -> Byte.MAX_VALUE;
      case U8 -> 0xFF;
      case I16 -> Short.MAX_VALUE;
      case U16 -> 0xFFFF;
      case I32, U32, I64, U64 -> Integer.MAX_VALUE;
      default ->
          throw new DTypeException(
              "poisson needs an integer dtype, but got %s. Use i32, or astype afterwards."
                  .formatted(dtype));
    };
  }

  /** {@return numbers from the binomial distribution, of the default floating dtype} */
  public static Array binomial(Key key, double n, double p, Shape shape) {
    var dtype = DType.defaultFloat();
    return binomial(key, NdArray.scalar(dtype, n), NdArray.scalar(dtype, p), shape, dtype);
  }

  /**
   * {@return numbers from the binomial distribution, as floating numbers: successes in {@code n}
   * trials}
   *
   * <p>A negative number of trials, a probability outside of [0, 1] or a NaN gives NaN. Infinitely
   * many trials give infinity.
   *
   * @param n numbers of trials; broadcasts to the shape
   * @param p probability of a success; broadcasts to the shape
   * @param dtype a floating dtype; the samples are computed in the dtype of {@code p}
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.binomial.html">random.binomial</a>
   */
  public static Array binomial(Key key, Array n, Array p, Shape shape, DType dtype) {
    FloatFormat.of("binomial", dtype);
    var computed = Promotion.toInexact(p.dtype());
    var trials = Numpy.broadcastTo(BasicSamplers.parameter("binomial", n, shape, computed), shape);
    var chances = Numpy.broadcastTo(BasicSamplers.parameter("binomial", p, shape, computed), shape);
    var drawn = Lax.randomBinomial(key.single("binomial"), trials, chances);
    return Lax.convertElementType(drawn, dtype);
  }

  /**
   * {@return numbers of trials of each outcome, in the shape of the probabilities and of the
   * default floating dtype}
   */
  public static Array multinomial(Key key, Array n, Array p) {
    return multinomial(key, n, p, p.shape(), DType.defaultFloat());
  }

  /**
   * {@return numbers from the multinomial distribution: how many of {@code n} trials have each
   * outcome}
   *
   * <p>Shapes: {@code n: [...], p: [..., k] -> shape}, which ends with k. The number of an outcome
   * is a binomial sample of the trials left by the outcomes before it.
   *
   * @param n numbers of trials; broadcasts to the shape without its last axis
   * @param p probabilities of the outcomes along the last axis; broadcasts to the shape
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.multinomial.html">random.multinomial</a>
   */
  public static Array multinomial(Key key, Array n, Array p, Shape shape, DType dtype) {
    if (shape.rank() == 0) {
      throw new ShapeException(
          "multinomial needs a shape that ends with the number of outcomes, but got %s for probabilities %s."
              .formatted(shape, p.aval()));
    }
    var computed = Promotion.toInexact(Promotion.resultType(List.of(n, p)).dtype());
    var rows = shape.slice(0, shape.rank() - 1);
    var trials = Numpy.broadcastTo(BasicSamplers.parameter("multinomial", n, rows, computed), rows);
    var chances =
        Numpy.broadcastTo(BasicSamplers.parameter("multinomial", p, shape, computed), shape);
    var outcomes = Numpy.moveaxis(chances, -1, 0);
    var remaining = Lax.cumsum(outcomes, 0, true);
    var ratios = Numpy.divide(outcomes, Numpy.where(remaining.eq(0), 1, remaining));
    var keys = key.split(shape.dim(-1));
    Carry<Array, Array> drawn =
        Transforms.scan(
            (Array left, Outcome outcome) -> {
              var chance = Numpy.clip(outcome.ratio(), 0, 1);
              var count = binomial(outcome.key(), left, chance, rows, computed);
              return new Carry<>(Lax.sub(left, count), count);
            },
            trials,
            new Outcome(ratios, keys));
    return Lax.convertElementType(Numpy.moveaxis(drawn.output(), 0, -1), dtype);
  }

  /** An outcome: its fraction of the remaining trials, and the key of its sample. */
  private record Outcome(Array ratio, Key key) {}
}
