package io.cambric.benchmarks.sweep;

import static io.cambric.benchmarks.sweep.Family.SINGLE;
import static io.cambric.benchmarks.sweep.Family.WHOLE;
import static io.cambric.benchmarks.sweep.Family.WIDE;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Factorization;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import java.util.List;

/** Random numbers; the first operand is the key. */
final class SamplerRows {

  /** The words of a key, and a matrix of numbers. */
  private static final String MATRIX = "words 2; a b";

  private SamplerRows() {}

  /** A distribution without parameters. */
  private interface Sampler {
    Array apply(Key key, Shape shape, DType dtype);
  }

  static List<Family> families() {
    return List.of(plain(), counted(), others());
  }

  private static Body matrix(Sampler sampler) {
    return (c, x) -> sampler.apply(new Key(x.getFirst()), c.shape("a", "b"), c.dtype());
  }

  private static Family plain() {
    return new Family("samplers", 1_000_000, false)
        .forwardSized(
            "random.bits", WHOLE, MATRIX, matrix((key, shape, _) -> Random.bits(key, shape)))
        .forwardSized("random.uniform", WIDE, MATRIX, matrix(Random::uniform))
        .forwardSized("random.normal", WIDE, MATRIX, matrix(Random::normal))
        .forwardSized(
            "random.truncatedNormal",
            WIDE,
            MATRIX,
            matrix((key, shape, dtype) -> Random.truncatedNormal(key, -2, 2, shape, dtype)))
        .forwardSized(
            "random.bernoulli",
            SINGLE,
            MATRIX,
            matrix((key, shape, _) -> Random.bernoulli(key, 0.3, shape)))
        .forwardSized(
            "random.randint",
            WHOLE,
            MATRIX,
            matrix((key, shape, dtype) -> Random.randint(key, shape, 0, 1000, dtype)))
        .forwardSized("random.exponential", WIDE, MATRIX, matrix(Random::exponential))
        .forwardSized("random.gumbel", WIDE, MATRIX, matrix(Random::gumbel))
        .forwardSized("random.laplace", WIDE, MATRIX, matrix(Random::laplace))
        .forwardSized("random.logistic", WIDE, MATRIX, matrix(Random::logistic))
        .forwardSized("random.cauchy", WIDE, MATRIX, matrix(Random::cauchy))
        .forwardSized("random.rademacher", SINGLE, MATRIX, matrix(Random::rademacher))
        .forward(
            "lax.threefry2x32",
            WHOLE,
            "words, words, words n:1-500000",
            (first, second, count) -> Lax.threefry2x32(first, second, count, count))
        .forwardSized(
            "lax.rngBitGenerator",
            WHOLE,
            "words 4; a b",
            (c, x) -> Lax.rngBitGenerator(x.getFirst(), c.shape("a", "b")))
        .forwardSized(
            "lax.rngUniform",
            SINGLE,
            "normal, above; a b",
            (c, x) -> Lax.rngUniform(x.get(0), x.get(1), c.shape("a", "b")));
  }

  /** Distributions that draw until a number is accepted. */
  private static Family counted() {
    return new Family("samplers by rejection", 100_000, false)
        .forward(
            "random.gamma",
            WIDE,
            "words 2, positive a b",
            (key, a) -> Random.gamma(new Key(key), a, a.shape(), a.dtype()))
        .forward(
            "random.beta",
            SINGLE,
            "words 2, positive a b, positive a b",
            (key, a, b) -> Random.beta(new Key(key), a, b, a.shape(), a.dtype()))
        .forward(
            "random.poisson",
            SINGLE,
            "words 2, positive a b",
            (key, rate) -> Random.poisson(new Key(key), rate, rate.shape(), DType.I32))
        .forward(
            "random.binomial",
            SINGLE,
            "words 2, share a b",
            (key, p) ->
                Random.binomial(new Key(key), Numpy.fullLike(p, 20), p, p.shape(), p.dtype()))
        .forward(
            "lax.randomGamma",
            SINGLE,
            "words 2, positive n:1-100000",
            (key, a) -> Lax.randomGamma(key, a, false))
        .forward(
            "lax.randomPoisson",
            SINGLE,
            "words 2, positive n:1-100000",
            (key, rate) -> Lax.randomPoisson(key, rate, 1000))
        .forward(
            "lax.randomBinomial",
            SINGLE,
            "words 2, share n:1-100000",
            (key, p) -> Lax.randomBinomial(key, Numpy.fullLike(p, 20), p));
  }

  private static Family others() {
    return new Family("choices", 1_000_000, false)
        .forward(
            "random.categorical",
            SINGLE,
            "words 2, a b",
            (key, logits) -> Random.categorical(new Key(key), logits))
        .forwardSized(
            "random.choice",
            SINGLE,
            "words 2, n:1-100000; k:1-100000",
            (c, x) -> Random.choice(new Key(x.get(0)), x.get(1), c.shape("k")))
        .forward(
            "random.permutation",
            SINGLE,
            "words 2, n:1-100000 4",
            (key, x) -> Random.permutation(new Key(key), x))
        .forwardSized(
            "random.split",
            WHOLE,
            "words 2; n:1-100000",
            (c, x) -> new Key(x.getFirst()).split(c.size("n")).data())
        .forward(
            "random.foldIn", WHOLE, "words 2, ids(1000)", (key, n) -> new Key(key).foldIn(n).data())
        .forwardSized(
            "random.multivariateNormal",
            SINGLE,
            "words 2, n:1-100, spd n n; k:1-1000",
            (c, x) ->
                Random.multivariateNormal(
                    new Key(x.get(0)),
                    x.get(1),
                    x.get(2),
                    c.shape("k"),
                    c.dtype(),
                    Factorization.CHOLESKY))
        .forwardSized(
            "random.orthogonal",
            SINGLE,
            "words 2; n:1-200",
            (c, x) -> Random.orthogonal(new Key(x.getFirst()), c.size("n")));
  }
}
