package io.cambric.conformance.library;

import io.cambric.array.DType;
import io.cambric.conformance.python.Tuple;
import io.cambric.core.Array;
import io.cambric.lax.dims.GatherMode;
import io.cambric.numpy.Numpy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Functions of {@code jnp} that search, count and list places. */
final class SearchTable {

  private SearchTable() {}

  static void fill(Table table) {
    table.put("jnp.searchsorted(a, v, side, sorter, *, method)", SearchTable::searchsorted);
    table.put(
        "jnp.digitize(x, bins, right, *, method)",
        a -> Numpy.digitize(a.array("x"), a.array("bins"), a.flag("right", false)));
    table.put("jnp.histogram(a, bins, range, weights, density)", SearchTable::histogram);
    table.put("jnp.histogram_bin_edges(a, bins, range, weights)", SearchTable::edges);
    table.put("jnp.bincount(x, weights, minlength, *, length)", SearchTable::bincount);
    table.put("jnp.nonzero(a, *, size, fill_value)", a -> Tuple.of(nonzero(a, a.array("a"))));
    table.put(
        "jnp.flatnonzero(a, *, size, fill_value)",
        a -> nonzero(a, Numpy.ravel(a.array("a"))).getFirst());
    table.put(
        "jnp.argwhere(a, *, size, fill_value)", a -> Numpy.stack(nonzero(a, a.array("a")), 1));
    table.put(
        "jnp.unique(ar, return_index, return_inverse, return_counts, axis, *, equal_nan, size,"
            + " fill_value)",
        SearchTable::unique);
    table.put(
        "jnp.interp(x, xp, fp, left, right)",
        a ->
            Numpy.interp(
                a.array("x"), a.array("xp"), a.array("fp"), number(a, "left"), number(a, "right")));
    table.put(
        "jnp.isin(element, test_elements, *, invert)",
        a -> {
          var found = Numpy.isin(a.array("element"), a.array("test_elements"));
          return a.flag("invert", false) ? Numpy.logicalNot(found) : found;
        });
    table.put(
        "jnp.indices(dimensions, dtype, sparse)",
        a ->
            a.flag("sparse", false)
                ? Tuple.of(sparseIndices(a))
                : Numpy.indices(a.shape("dimensions"), a.dtype("dtype", DType.defaultInt())));
    table.put("jnp.tril_indices(n, k, m)", a -> triangle(a, true));
    table.put("jnp.triu_indices(n, k, m)", a -> triangle(a, false));
    table.put(
        "jnp.diag_indices(n, ndim)",
        a -> Tuple.of(Numpy.diagIndices(a.integer("n"), a.integer("ndim", 2))));
    table.put(
        "jnp.ravel_multi_index(multi_index, dims, mode)",
        a ->
            Numpy.ravelMultiIndex(
                a.arrays("multi_index"), a.shape("dims"), mode(a.text("mode", "raise"))));
    table.put(
        "jnp.unravel_index(indices, shape)",
        a -> Tuple.of(Numpy.unravelIndex(a.array("indices"), a.shape("shape"))));
    table.put("jnp.ix_(*args)", a -> Tuple.of((Object[]) Numpy.ix(arrays(a.arrays("args")))));
  }

  private static Array[] arrays(List<Array> arrays) {
    return arrays.toArray(Array[]::new);
  }

  /** {@return the mode of a name; what Python refuses is refused by no case} */
  static GatherMode mode(String name) {
    return switch (name) {
      case "clip" -> GatherMode.CLIP;
      case "wrap" -> GatherMode.WRAP;
      default -> GatherMode.PROMISE_IN_BOUNDS;
    };
  }

  private static @Nullable Double number(Arguments a, String name) {
    return a.has(name) ? (Double) a.number(name, 0) : null;
  }

  private static @Nullable Integer integer(Arguments a, String name) {
    return a.has(name) ? (Integer) a.integer(name) : null;
  }

  private static Array searchsorted(Arguments a) {
    var sorted = a.array("a");
    if (a.has("sorter")) {
      sorted = Numpy.get(sorted, a.array("sorter"));
    }
    return Numpy.searchsorted(sorted, a.array("v"), a.text("side", "left").equals("right"));
  }

  private static Array edges(Arguments a) {
    if (a.has("bins") && !Values.isInteger(a.get("bins"))) {
      return a.get("bins") instanceof Array given ? given : Values.ofNested(a.get("bins"), null);
    }
    var range = a.has("range") ? a.list("range") : null;
    return Numpy.histogramBinEdges(
        a.array("a"),
        a.integer("bins", 10),
        range == null ? null : (Double) Values.number(range.get(0)).doubleValue(),
        range == null ? null : (Double) Values.number(range.get(1)).doubleValue());
  }

  private static Object histogram(Arguments a) {
    var weights = a.has("weights") ? a.array("weights") : null;
    return Tuple.of(Numpy.histogram(a.array("a"), edges(a), weights, a.flag("density", false)));
  }

  private static Array bincount(Arguments a) {
    var x = a.array("x");
    int length =
        a.has("length")
            ? a.integer("length")
            : Math.max(a.integer("minlength", 0), Numpy.bincount(x).size());
    return Numpy.bincount(x, a.has("weights") ? a.array("weights") : null, length);
  }

  private static List<Array> nonzero(Arguments a, Array x) {
    return a.has("size")
        ? Numpy.nonzero(x, a.integer("size"), integer(a, "fill_value"))
        : Numpy.nonzero(x);
  }

  private static Object unique(Arguments a) {
    var all =
        Numpy.uniqueAll(
            a.array("ar"), integer(a, "axis"), integer(a, "size"), number(a, "fill_value"));
    var results = new ArrayList<Array>(List.of(all.values()));
    if (a.flag("return_index", false)) {
      results.add(all.indices());
    }
    if (a.flag("return_inverse", false)) {
      results.add(all.inverseIndices());
    }
    if (a.flag("return_counts", false)) {
      results.add(all.counts());
    }
    return results.size() == 1 ? results.getFirst() : Tuple.of(results);
  }

  private static List<Array> sparseIndices(Arguments a) {
    var vectors = new ArrayList<Array>();
    for (int size : a.integers("dimensions")) {
      vectors.add(Numpy.arange(size));
    }
    return List.of(Numpy.ix(arrays(vectors)));
  }

  private static Object triangle(Arguments a, boolean lower) {
    int rows = a.integer("n");
    int columns = a.integer("m", rows);
    int k = a.integer("k", 0);
    return Tuple.of(
        lower ? Numpy.trilIndices(rows, k, columns) : Numpy.triuIndices(rows, k, columns));
  }

  /** {@return a constant of an enum by Python's name of it} */
  static <E extends Enum<E>> E constant(Class<E> type, String name) {
    return Enum.valueOf(type, name.toUpperCase(Locale.ROOT));
  }
}
