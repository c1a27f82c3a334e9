package io.cambric.conformance.library;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.option.QuantileMethod;
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

  /** A reduction of Java that starts with a number, over the elements of a mask. */
  private interface Started {
    Array reduce(Array x, Axes axes, boolean keepDims, double initial, @Nullable Array where);
  }

  static void fill(Table table) {
    masked(table, "jnp.all", Numpy::all);
    masked(table, "jnp.any", Numpy::any);
    plain(table, "jnp.ptp", Numpy::ptp);
    plain(table, "jnp.median", Numpy::median);
    plain(table, "jnp.count_nonzero", Numpy::countNonzero);
    masked(table, "jnp.mean", Numpy::mean);
    started(table, "jnp.sum", Numpy::sum, 0.0, Numpy::sum);
    started(table, "jnp.prod", Numpy::prod, 1.0, Numpy::prod);
    started(table, "jnp.max", Numpy::max, Double.NEGATIVE_INFINITY, Numpy::max);
    started(table, "jnp.min", Numpy::min, Double.POSITIVE_INFINITY, Numpy::min);
    nans(table);
    table.put(
        "jnp.var(a, axis, *, ddof, keepdims, where)",
        a -> Numpy.var(x(a), axes(a), keep(a), a.number("ddof", 0), where(a)));
    table.put(
        "jnp.std(a, axis, *, ddof, keepdims, where)",
        a -> Numpy.std(x(a), axes(a), keep(a), a.number("ddof", 0), where(a)));
    quantile(table, "jnp.quantile", Numpy::quantile);
    quantile(table, "jnp.nanquantile", Numpy::nanquantile);
    quantile(table, "jnp.percentile", Numpy::percentile);
    quantile(table, "jnp.nanpercentile", Numpy::nanpercentile);
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

  private static void started(
      Table table, String name, Reduction plain, double neutral, Started started) {
    table.put(
        name + "(a, axis, dtype, *, keepdims, initial, where)",
        a -> {
          if (!a.has("initial") && !a.has("where")) {
            return plain.reduce(typed(a), axes(a), keep(a));
          }
          double initial = a.number("initial", neutral);
          return started.reduce(typed(a), axes(a), keep(a), initial, where(a));
        });
  }

  private static Array typed(Arguments a) {
    return a.has("dtype") ? x(a).astype(Values.dtype(a.get("dtype"))) : x(a);
  }

  /** Without an axis the place in the flattened array. */
  private static Array place(Arguments a, boolean largest) {
    var x = flatOr(a);
    int axis = a.integer("axis", 0);
    var place = largest ? Numpy.argmax(x, axis) : Numpy.argmin(x, axis);
    if (!keep(a)) {
      return place;
    }
    return a.has("axis")
        ? place.expandDims(axis)
        : place.reshape(Axes.filled(x(a).rank(), 1).toArray());
  }

  private static void sorted(Table table) {
    table.put("jnp.argmax(a, axis, *, keepdims)", a -> place(a, true));
    table.put("jnp.argmin(a, axis, *, keepdims)", a -> place(a, false));
    table.put("jnp.cumsum(a, axis)", a -> Numpy.cumsum(flatOr(a), a.integer("axis", 0)));
    table.put("jnp.cumprod(a, axis)", a -> Numpy.cumprod(flatOr(a), a.integer("axis", 0)));
    table.put(
        "jnp.sort(a, axis, *, stable, descending)",
        a -> Numpy.sort(lastOrFlat(a), a.integer("axis", -1), a.flag("descending", false)));
    table.put(
        "jnp.argsort(a, axis, *, stable, descending)",
        a -> Numpy.argsort(lastOrFlat(a), a.integer("axis", -1), a.flag("descending", false)));
  }

  /** A quantile of Java. */
  private interface Quantile {
    Array of(Array x, Array q, Axes axes, boolean keepDims, QuantileMethod method);
  }

  private static void quantile(Table table, String name, Quantile quantile) {
    table.put(
        name + "(a, q, axis, out, overwrite_input, method, keepdims)",
        a -> {
          var method = SearchTable.constant(QuantileMethod.class, a.text("method", "linear"));
          return quantile.of(x(a), EditTable.nested(a, "q"), axes(a), keep(a), method);
        });
  }

  private static void nans(Table table) {
    plain(table, "jnp.nanmedian", Numpy::nanmedian);
    plain(table, "jnp.nanprod", Numpy::nanprod);
    plain(table, "jnp.nanmax", Numpy::nanmax);
    plain(table, "jnp.nanmin", Numpy::nanmin);
    masked(table, "jnp.nansum", Numpy::nansum);
    masked(table, "jnp.nanmean", Numpy::nanmean);
    table.put(
        "jnp.nanvar(a, axis, *, ddof, keepdims, where)",
        a -> Numpy.nanvar(x(a), axes(a), keep(a), a.number("ddof", 0), where(a)));
    table.put(
        "jnp.nanstd(a, axis, *, ddof, keepdims, where)",
        a -> Numpy.nanstd(x(a), axes(a), keep(a), a.number("ddof", 0), where(a)));
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
