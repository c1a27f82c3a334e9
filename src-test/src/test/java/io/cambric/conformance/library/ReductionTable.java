package io.cambric.conformance.library;

import io.cambric.array.Axes;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.core.Array;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import org.jspecify.annotations.Nullable;

/** Functions of {@code jnp} and {@code jax.nn} over axes, of which {@code None} means all. */
final class ReductionTable {

  private ReductionTable() {}

  /** A reduction of Java. */
  private interface Reduction {
    Array reduce(Array x, Axes axes, boolean keepDims);
  }

  /** A reduction of Java over the elements of a mask. */
  private interface Masked {
    Array reduce(Array x, Axes axes, boolean keepDims, @Nullable Array where);
  }

  static void fill(Table table) {
    plain(table, "jnp.prod", Numpy::prod);
    plain(table, "jnp.all", Numpy::all);
    plain(table, "jnp.any", Numpy::any);
    plain(table, "jnp.ptp", Numpy::ptp);
    plain(table, "jnp.median", Numpy::median);
    masked(table, "jnp.sum", Numpy::sum);
    masked(table, "jnp.mean", Numpy::mean);
    masked(table, "jax.nn.logsumexp", Numpy::logsumexp);
    plain(table, "jnp.min", Numpy::min);
    table.put(
        "jnp.max(a, axis, *, keepdims, initial, where)",
        a ->
            a.has("where")
                ? Numpy.max(x(a), axes(a), keep(a), a.number("initial", 0), where(a))
                : Numpy.max(x(a), axes(a), keep(a)));
    table.put(
        "jnp.var(a, axis, *, ddof, keepdims, where)",
        a -> Numpy.var(x(a), axes(a), keep(a), a.number("ddof", 0), where(a)));
    table.put(
        "jnp.std(a, axis, *, ddof, keepdims, where)",
        a -> Numpy.std(x(a), axes(a), keep(a), a.number("ddof", 0), where(a)));
    table.put("jnp.quantile(a, q, axis, *, keepdims)", ReductionTable::quantile);
    table.put("jnp.linalg.norm(a, ord, axis, keepdims)", ReductionTable::norm);
    table.put(
        "jax.nn.softmax(a, axis, where)", a -> Activations.softmax(x(a), lastOr(a), where(a)));
    table.put(
        "jax.nn.log_softmax(a, axis, where)",
        a -> Activations.logSoftmax(x(a), lastOr(a), where(a)));
    table.put(
        "jax.nn.standardize(a, axis, epsilon, where)",
        a -> Activations.standardize(x(a), lastOr(a), a.number("epsilon", 1e-5), where(a)));
    sorted(table);
  }

  private static void plain(Table table, String name, Reduction reduction) {
    table.put(name + "(a, axis, *, keepdims)", a -> reduction.reduce(x(a), axes(a), keep(a)));
  }

  private static void masked(Table table, String name, Masked reduction) {
    table.put(
        name + "(a, axis, *, keepdims, where)",
        a -> reduction.reduce(x(a), axes(a), keep(a), where(a)));
  }

  private static void sorted(Table table) {
    table.put("jnp.cumsum(a, axis)", a -> Numpy.cumsum(flatOr(a), a.integer("axis", 0)));
    table.put("jnp.cumprod(a, axis)", a -> Numpy.cumprod(flatOr(a), a.integer("axis", 0)));
    table.put("jnp.sort(a, axis)", a -> Numpy.sort(lastOrFlat(a), a.integer("axis", -1)));
    table.put(
        "jnp.argsort(a, axis, *, descending)",
        a -> Numpy.argsort(lastOrFlat(a), a.integer("axis", -1), a.flag("descending", false)));
  }

  private static Object quantile(Arguments a) {
    if (a.get("q") instanceof Array) {
      throw new UnsupportedFeature("type:jnp.quantile.q=Array");
    }
    return Numpy.quantile(x(a), a.number("q", 0), axes(a), keep(a));
  }

  private static Array norm(Arguments a) {
    if (!a.has("ord")) {
      return Numpy.norm(x(a), axes(a), keep(a));
    }
    if (a.get("ord") instanceof String || axes(a).size() != 1) {
      throw new UnsupportedFeature("fn:jnp.linalg.matrix_norm");
    }
    return Numpy.norm(x(a), a.number("ord", 2), axes(a), keep(a));
  }

  private static Array x(Arguments a) {
    return a.array("a");
  }

  private static Axes axes(Arguments a) {
    return a.has("axis") ? Axes.of(a.integers("axis")) : Axes.range(0, x(a).rank());
  }

  private static Axes lastOr(Arguments a) {
    return a.given("axis") ? axes(a) : Axes.of(-1);
  }

  private static boolean keep(Arguments a) {
    return a.flag("keepdims", false);
  }

  private static @Nullable Array where(Arguments a) {
    return a.has("where") ? a.array("where") : null;
  }

  /** Without an axis, the flattened array. */
  private static Array flatOr(Arguments a) {
    return a.has("axis") ? x(a) : Numpy.ravel(x(a));
  }

  /** Without an axis the array, whose last axis is meant; for None the flattened one. */
  private static Array lastOrFlat(Arguments a) {
    return a.given("axis") && !a.has("axis") ? Numpy.ravel(x(a)) : x(a);
  }
}
