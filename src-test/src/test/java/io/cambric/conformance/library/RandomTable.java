package io.cambric.conformance.library;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Factorization;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Keys and samplers of {@code jax.random}, whose shape and dtype may be left out. */
final class RandomTable {

  private RandomTable() {}

  /** A sampler without parameters of its own. */
  private interface Plain {
    Array draw(Key key, Shape shape, DType dtype);
  }

  /** A sampler with one parameter that broadcasts. */
  private interface Parametrized {
    Array draw(Key key, Array parameter, Shape shape, DType dtype);
  }

  static void fill(Table table) {
    keys(table);
    uniforms(table);
    plain(table, "exponential", Random::exponential);
    plain(table, "laplace", Random::laplace);
    plain(table, "logistic", Random::logistic);
    plain(table, "cauchy", Random::cauchy);
    plain(table, "maxwell", Random::maxwell);
    plain(table, "normal", Random::normal);
    table.put(
        "random.rademacher(key, shape, dtype)",
        a -> Random.rademacher(key(a), shape(a), a.dtype("dtype", DType.defaultInt())));
    table.put(
        "random.gumbel(key, shape, dtype, mode)",
        a ->
            a.text("mode", "low").equals("high")
                ? Random.gumbelHigh(key(a), shape(a), floating(a))
                : Random.gumbel(key(a), shape(a), floating(a)));
    table.put(
        "random.orthogonal(key, n, shape, dtype, m)",
        a ->
            Random.orthogonal(
                key(a), a.integer("n"), shape(a), floating(a), a.integer("m", a.integer("n"))));
    discrete(table);
    scaled(table);
    table.put(
        "random.multivariate_normal(key, mean, cov, shape, dtype, method)",
        RandomTable::multivariateNormal);
    gammas(table);
    counts(table);
  }

  private static void keys(Table table) {
    table.put("random.key(seed)", a -> Key.of(((Number) a.need("seed")).longValue()));
    table.put("random.key_data(keys)", a -> Random.keyData((Key) a.need("keys")));
    table.put(
        "random.wrap_key_data(key_bits_array)", a -> Random.wrapKeyData(a.array("key_bits_array")));
    table.put("random.clone(key)", a -> Random.clone(key(a)));
    table.put(
        "random.split(key, num)",
        a ->
            a.get("num") instanceof List<?>
                ? key(a).split(a.shape("num"))
                : key(a).split(a.integer("num", 2)));
    table.put(
        "random.fold_in(key, data)",
        a ->
            a.get("data") instanceof Array array
                ? key(a).foldIn(array)
                : key(a).foldIn(((Number) a.need("data")).longValue()));
  }

  private static void uniforms(Table table) {
    table.put(
        "random.bits(key, shape, dtype)",
        a -> Random.bits(key(a), shape(a), a.dtype("dtype", DType.U32)));
    table.put(
        "random.uniform(key, shape, dtype, minval, maxval)",
        a ->
            Random.uniform(
                key(a), shape(a), floating(a), array(a, "minval", 0.0), array(a, "maxval", 1.0)));
    table.put(
        "random.truncated_normal(key, lower, upper, shape, dtype)",
        a -> {
          var lower = a.array("lower");
          var upper = a.array("upper");
          return Random.truncatedNormal(key(a), lower, upper, shape(a, lower, upper), floating(a));
        });
    table.put(
        "random.bernoulli(key, p, shape, mode)",
        a -> {
          var p = array(a, "p", 0.5);
          return a.text("mode", "low").equals("high")
              ? Random.bernoulliHigh(key(a), p, shape(a, p))
              : Random.bernoulli(key(a), p, shape(a, p));
        });
    table.put(
        "random.randint(key, shape, minval, maxval, dtype)",
        a ->
            a.get("minval") instanceof Array || a.get("maxval") instanceof Array
                ? Random.randint(
                    key(a), a.shape("shape"), a.array("minval"), a.array("maxval"), integral(a))
                : Random.randint(
                    key(a), a.shape("shape"), a.whole("minval"), a.whole("maxval"), integral(a)));
  }

  private static void discrete(Table table) {
    table.put(
        "random.permutation(key, x, axis, independent)",
        a ->
            Values.isInteger(a.get("x"))
                ? Random.permutation(key(a), a.integer("x"))
                : Random.permutation(
                    key(a), a.array("x"), a.integer("axis", 0), a.flag("independent", false)));
    table.put("random.choice(key, a, shape, replace, p, axis)", RandomTable::choice);
    table.put(
        "random.categorical(key, logits, axis, shape, replace, mode)", RandomTable::categorical);
    table.put(
        "random.geometric(key, p, shape, dtype)",
        a -> Random.geometric(key(a), a.array("p"), shape(a, a.array("p")), integral(a)));
  }

  private static void scaled(Table table) {
    parametrized(table, "pareto", "b", Random::pareto);
    parametrized(table, "rayleigh", "scale", Random::rayleigh);
    table.put(
        "random.lognormal(key, sigma, shape, dtype)",
        a -> Random.lognormal(key(a), a.number("sigma", 1), shape(a), floating(a)));
    table.put(
        "random.wald(key, mean, shape, dtype)",
        a -> Random.wald(key(a), a.number("mean", 1), shape(a), floating(a)));
    table.put(
        "random.double_sided_maxwell(key, loc, scale, shape, dtype)",
        a ->
            Random.doubleSidedMaxwell(
                key(a), a.number("loc", 0), a.number("scale", 1), shape(a), floating(a)));
    table.put(
        "random.weibull_min(key, scale, concentration, shape, dtype)",
        a ->
            Random.weibullMin(
                key(a), a.number("scale", 1), a.number("concentration", 1), shape(a), floating(a)));
    table.put(
        "random.triangular(key, left, mode, right, shape, dtype)",
        a -> {
          var left = a.array("left");
          var mode = a.array("mode");
          var right = a.array("right");
          return Random.triangular(
              key(a), left, mode, right, shape(a, left, mode, right), floating(a));
        });
  }

  private static void gammas(Table table) {
    parametrized(table, "gamma", "a", Random::gamma);
    parametrized(table, "loggamma", "a", Random::loggamma);
    parametrized(table, "chisquare", "df", Random::chisquare);
    parametrized(table, "t", "df", Random::t);
    table.put(
        "random.beta(key, a, b, shape, dtype)",
        a ->
            Random.beta(
                key(a),
                a.array("a"),
                a.array("b"),
                shape(a, a.array("a"), a.array("b")),
                floating(a)));
    table.put(
        "random.f(key, dfnum, dfden, shape, dtype)",
        a ->
            Random.f(
                key(a),
                a.array("dfnum"),
                a.array("dfden"),
                shape(a, a.array("dfnum"), a.array("dfden")),
                floating(a)));
    table.put(
        "random.dirichlet(key, alpha, shape, dtype)",
        a -> {
          var alpha = a.array("alpha");
          var rows = alpha.shape().slice(0, alpha.rank() - 1);
          var shape = a.has("shape") ? a.shape("shape") : rows;
          return Random.dirichlet(key(a), alpha, shape, floating(a));
        });
    table.put(
        "random.generalized_normal(key, p, shape, dtype)",
        a -> Random.generalizedNormal(key(a), a.number("p", 2), shape(a), floating(a)));
    table.put(
        "random.ball(key, d, p, shape, dtype)",
        a -> Random.ball(key(a), a.integer("d"), a.number("p", 2), shape(a), floating(a)));
  }

  private static void counts(Table table) {
    table.put(
        "random.poisson(key, lam, shape, dtype)",
        a -> Random.poisson(key(a), a.array("lam"), shape(a, a.array("lam")), integral(a)));
    table.put(
        "random.binomial(key, n, p, shape, dtype)",
        a ->
            Random.binomial(
                key(a),
                a.array("n"),
                a.array("p"),
                shape(a, a.array("n"), a.array("p")),
                floating(a)));
    table.put(
        "random.multinomial(key, n, p, shape, dtype)",
        a -> {
          var n = a.array("n");
          var p = a.array("p");
          var shape = a.has("shape") ? a.shape("shape") : p.shape();
          return Random.multinomial(key(a), n, p, shape, floating(a));
        });
  }

  private static void parametrized(
      Table table, String name, String parameter, Parametrized sampler) {
    table.put(
        "random.%s(key, %s, shape, dtype)".formatted(name, parameter),
        a -> {
          var value = a.array(parameter);
          return sampler.draw(key(a), value, shape(a, value), floating(a));
        });
  }

  private static void plain(Table table, String name, Plain sampler) {
    table.put(
        "random.%s(key, shape, dtype)".formatted(name),
        a -> sampler.draw(key(a), shape(a), floating(a)));
  }

  private static Array choice(Arguments a) {
    boolean replace = a.flag("replace", true);
    Array p = a.has("p") ? a.array("p") : null;
    return Values.isInteger(a.get("a"))
        ? Random.choice(key(a), a.integer("a"), shape(a), replace, p)
        : Random.choice(key(a), a.array("a"), shape(a), replace, p, a.integer("axis", 0));
  }

  private static Array categorical(Arguments a) {
    var logits = a.array("logits");
    int axis = a.integer("axis", -1);
    int dimension = Math.floorMod(axis, logits.rank());
    var rows = logits.shape().without(Axes.of(dimension));
    var shape = a.has("shape") ? a.shape("shape") : rows;
    if (!a.flag("replace", true)) {
      var prefix = shape.slice(0, shape.rank() - rows.rank());
      return Random.categoricalWithoutReplacement(key(a), logits, axis, prefix);
    }
    return a.text("mode", "low").equals("high")
        ? Random.categoricalHigh(key(a), logits, axis, shape)
        : Random.categorical(key(a), logits, axis, shape);
  }

  private static Array multivariateNormal(Arguments a) {
    var mean = a.array("mean");
    var cov = a.array("cov");
    var rows =
        Numpy.broadcastShapes(
            mean.shape().slice(0, mean.rank() - 1), cov.shape().slice(0, cov.rank() - 2));
    return Random.multivariateNormal(
        key(a),
        mean,
        cov,
        a.has("shape") ? a.shape("shape") : rows,
        a.dtype("dtype", mean.dtype()),
        Factorization.valueOf(a.text("method", "cholesky").toUpperCase(Locale.ROOT)));
  }

  private static Key key(Arguments a) {
    return (Key) a.need("key");
  }

  /** The shape that is given, else that of the parameters together. */
  private static Shape shape(Arguments a, Array... parameters) {
    if (a.has("shape")) {
      return a.shape("shape");
    }
    var shapes = Arrays.stream(parameters).map(Array::shape).toArray(Shape[]::new);
    return shapes.length == 0 ? Shape.scalar() : Numpy.broadcastShapes(shapes);
  }

  private static DType floating(Arguments a) {
    return a.dtype("dtype", DType.defaultFloat());
  }

  private static DType integral(Arguments a) {
    return a.dtype("dtype", DType.defaultInt());
  }

  private static Array array(Arguments a, String name, double otherwise) {
    return a.has(name) ? a.array(name) : NdArray.weakScalar(otherwise);
  }
}
