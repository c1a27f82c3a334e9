package io.cambric.conformance.library;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.conformance.python.PythonException;
import io.cambric.core.Array;
import io.cambric.lax.dims.GatherMode;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.option.Order;
import io.cambric.numpy.option.PadMode;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Functions of {@code jnp} whose parameters may be left out, or that take Python's own values. */
final class NumpyTable {

  private NumpyTable() {}

  static void fill(Table table) {
    creation(table);
    shapes(table);
    indexing(table);
    for (var name : List.of("jnp.iinfo", "np.iinfo", "jnp.finfo", "np.finfo")) {
      table.put(name + "(dtype)", a -> new TypeInfo(Values.dtype(a.get("dtype"))));
    }
    table.put("jnp.power(x1, x2)", NumpyTable::power);
    table.put(
        "jnp.clip(arr, min, max)",
        a ->
            Numpy.clip(
                a.array("arr"),
                a.has("min") ? a.array("min") : null,
                a.has("max") ? a.array("max") : null));
    // An array of NumPy has values, so a tracer is refused.
    for (var name : List.of("np.asarray", "np.array")) {
      table.put(name + "(object, dtype)", a -> array(a).concrete(name));
    }
    table.put(
        "jnp.isclose(a, b, rtol, atol)",
        a ->
            Numpy.isclose(
                a.array("a"), a.array("b"), a.number("rtol", 1e-5), a.number("atol", 1e-8)));
    table.put(
        "jnp.allclose(a, b, rtol, atol)",
        a ->
            Numpy.allclose(
                a.array("a"), a.array("b"), a.number("rtol", 1e-5), a.number("atol", 1e-8)));
    table.put(
        "jnp.vecdot(x1, x2, *, axis)",
        a -> Numpy.vecdot(a.array("x1"), a.array("x2"), a.integer("axis", -1)));
    table.put("jnp.tensordot(a, b, axes)", NumpyTable::tensordot);
    table.put(
        "jnp.diff(a, n, axis, prepend, append)",
        a ->
            Numpy.diff(
                a.array("a"),
                a.integer("n", 1),
                a.integer("axis", -1),
                a.has("prepend") ? a.array("prepend") : null,
                a.has("append") ? a.array("append") : null));
    table.put(
        "jnp.trace(a, offset, axis1, axis2)",
        a ->
            Numpy.trace(
                a.array("a"),
                a.integer("offset", 0),
                a.integer("axis1", 0),
                a.integer("axis2", 1)));
    table.put(
        "jax.nn.one_hot(x, num_classes, *, dtype, axis)",
        a ->
            Activations.oneHot(
                a.array("x"),
                a.integer("num_classes"),
                a.dtype("dtype", DType.defaultFloat()),
                a.integer("axis", -1)));
  }

  private static void creation(Table table) {
    table.put("jnp.array(object, dtype)", NumpyTable::array);
    table.put("jnp.asarray(object, dtype)", NumpyTable::array);
    table.put("jnp.zeros(shape, dtype)", a -> Numpy.zeros(a.shape("shape"), floating(a)));
    table.put("jnp.ones(shape, dtype)", a -> Numpy.ones(a.shape("shape"), floating(a)));
    for (var module : List.of("jnp", "lax")) {
      table.put(module + ".full(shape, fill_value, dtype)", NumpyTable::full);
    }
    table.put("jnp.identity(n, dtype)", a -> Numpy.identity(a.integer("n"), floating(a)));
    table.put(
        "jnp.eye(N, M, k, dtype)",
        a ->
            Numpy.eye(
                a.integer("N"), a.integer("M", a.integer("N")), a.integer("k", 0), floating(a)));
    table.put(
        "jnp.tri(N, M, k, dtype)",
        a ->
            Numpy.tri(
                a.integer("N"), a.integer("M", a.integer("N")), a.integer("k", 0), floating(a)));
    table.put("jnp.arange(start, stop, step, dtype)", NumpyTable::arange);
    table.put("jnp.meshgrid(*xi, copy, sparse, indexing)", NumpyTable::meshgrid);
  }

  private static void shapes(Table table) {
    table.put(
        "jnp.reshape(a, shape, order)",
        a -> Numpy.reshape(a.array("a"), order(a), a.integers("shape")));
    table.put("jnp.ravel(a, order)", a -> Numpy.ravel(a.array("a"), order(a)));
    table.put(
        "jnp.split(ary, indices_or_sections, axis)",
        a ->
            Values.isInteger(a.get("indices_or_sections"))
                ? Numpy.split(
                    a.array("ary"), a.integer("indices_or_sections"), a.integer("axis", 0))
                : Numpy.split(
                    a.array("ary"), a.integers("indices_or_sections"), a.integer("axis", 0)));
    table.put(
        "jnp.pad(array, pad_width, mode, *, constant_values, end_values, stat_length, reflect_type)",
        NumpyTable::pad);
    table.put("jnp.diag(v, k)", a -> Numpy.diag(a.array("v"), a.integer("k", 0)));
    table.put("jnp.append(arr, values, axis)", NumpyTable::append);
    table.put("jnp.roll(a, shift, axis)", NumpyTable::roll);
    table.put(
        "jnp.rot90(m, k, axes)",
        a -> {
          int[] axes = a.has("axes") ? a.integers("axes") : new int[] {0, 1};
          return Numpy.rot90(a.array("m"), a.integer("k", 1), axes[0], axes[1]);
        });
    table.put("jnp.repeat(a, repeats, axis, *, total_repeat_length)", NumpyTable::repeat);
  }

  private static Order order(Arguments a) {
    return SearchTable.constant(Order.class, a.text("order", "C"));
  }

  private static void indexing(Table table) {
    table.put(
        "jnp.take(a, indices, axis, out, mode, unique_indices, indices_are_sorted, fill_value)",
        NumpyTable::take);
    table.put("jnp.take_along_axis(arr, indices, axis, mode)", NumpyTable::takeAlongAxis);
  }

  private static Array full(Arguments a) {
    var full = Numpy.full(a.shape("shape"), a.array("fill_value"));
    return a.has("dtype") ? full.astype(floating(a)) : full;
  }

  private static Array array(Arguments a) {
    if (Values.isArrayLike(a.get("object")) && !a.has("dtype")) {
      return a.array("object");
    }
    if (a.get("object") instanceof Array array) {
      return array.astype(Values.dtype(a.get("dtype")));
    }
    return Values.ofNested(a.get("object"), a.has("dtype") ? Values.dtype(a.get("dtype")) : null);
  }

  private static DType floating(Arguments a) {
    return a.dtype("dtype", DType.defaultFloat());
  }

  private static Array arange(Arguments a) {
    Object start = a.has("stop") ? a.get("start") : (Object) 0L;
    Object stop = a.has("stop") ? a.get("stop") : a.get("start");
    Object step = a.has("step") ? a.get("step") : (Object) 1L;
    boolean whole = Values.isInteger(start) && Values.isInteger(stop) && Values.isInteger(step);
    if (whole) {
      var numbers = Numpy.arange(Values.integer(start), Values.integer(stop), Values.integer(step));
      return a.has("dtype") ? numbers.astype(floating(a)) : numbers;
    }
    return Numpy.arange(number(start), number(stop), number(step), floating(a));
  }

  private static double number(@Nullable Object value) {
    return Values.number(value).doubleValue();
  }

  private static Object meshgrid(Arguments a) {
    var vectors = a.arrays("xi").toArray(Array[]::new);
    return Numpy.meshgrid(a.text("indexing", "xy").equals("ij"), a.flag("sparse", false), vectors);
  }

  private static Array pad(Arguments a) {
    var x = a.array("array");
    int[][] widths = widths(a.get("pad_width"), x.rank());
    var name = a.text("mode", "constant").toUpperCase(Locale.ROOT);
    boolean odd = a.text("reflect_type", "even").equals("odd");
    var mode = SearchTable.constant(PadMode.class, odd ? name + "_ODD" : name);
    if (a.has("stat_length")) {
      return Numpy.pad(x, widths, mode, widths(a.get("stat_length"), x.rank()));
    }
    var ends = mode == PadMode.CONSTANT ? "constant_values" : "end_values";
    return Numpy.pad(x, widths, mode, ends(a.get(ends), x.rank()));
  }

  private static double[][] ends(@Nullable Object given, int rank) {
    var all = new double[rank][];
    for (int axis = 0; axis < rank; axis++) {
      var own =
          given instanceof List<?> rows && rows.getFirst() instanceof List<?>
              ? rows.get(rows.size() == 1 ? 0 : axis)
              : given;
      var pair = own instanceof List<?> list ? list : Collections.singletonList(own);
      double first = pair.getFirst() == null ? 0 : number(pair.getFirst());
      all[axis] = new double[] {first, pair.size() == 1 ? first : number(pair.get(1))};
    }
    return all;
  }

  private static int[][] widths(@Nullable Object given, int rank) {
    if (given instanceof List<?> rows && rows.stream().allMatch(row -> row instanceof List<?>)) {
      return rows.stream().map(Values::integers).toArray(int[][]::new);
    }
    int[] pair = Values.integers(given);
    var all = new int[rank][];
    Arrays.fill(all, pair.length == 1 ? new int[] {pair[0], pair[0]} : pair);
    return all;
  }

  private static Array repeat(Arguments a) {
    var x = a.has("axis") ? a.array("a") : Numpy.ravel(a.array("a"));
    int axis = a.integer("axis", 0);
    if (Values.isInteger(a.get("repeats"))) {
      return Numpy.repeat(x, a.integer("repeats"), axis);
    }
    var counts = EditTable.nested(a, "repeats");
    return a.has("total_repeat_length")
        ? Numpy.repeat(x, counts, axis, a.integer("total_repeat_length"))
        : Numpy.repeat(x, Numpy.broadcastTo(counts.ravel(), Shape.of(x.dim(axis))).toInts(), axis);
  }

  private static Array append(Arguments a) {
    return a.has("axis")
        ? Numpy.append(a.array("arr"), a.array("values"), a.integer("axis"))
        : Numpy.append(Numpy.ravel(a.array("arr")), Numpy.ravel(a.array("values")), 0);
  }

  private static Array roll(Arguments a) {
    var x = a.array("a");
    if (!a.has("axis")) {
      return Numpy.roll(x, a.integer("shift"));
    }
    if (a.get("shift") instanceof Array shift) {
      return Numpy.roll(x, shift, a.integer("axis"));
    }
    return Numpy.roll(x, a.integers("shift"), a.integers("axis"));
  }

  private static Array take(Arguments a) {
    var x = a.has("axis") ? a.array("a") : Numpy.ravel(a.array("a"));
    int axis = a.integer("axis", 0);
    var mode =
        switch (a.text("mode", "fill")) {
          case "fill" -> GatherMode.FILL_OR_DROP;
          case "clip" -> GatherMode.CLIP;
          case "wrap" -> GatherMode.WRAP;
          default -> throw new PythonException("no mode of take: " + a.get("mode"));
        };
    var fill = a.has("fill_value") ? (Double) a.number("fill_value", 0) : null;
    return Numpy.take(x, a.array("indices"), axis, mode, fill);
  }

  private static Array takeAlongAxis(Arguments a) {
    var x = a.has("axis") ? a.array("arr") : Numpy.ravel(a.array("arr"));
    var mode =
        switch (a.text("mode", "fill")) {
          case "clip" -> GatherMode.CLIP;
          case "promise_in_bounds" -> GatherMode.PROMISE_IN_BOUNDS;
          default -> GatherMode.FILL_OR_DROP;
        };
    return Numpy.takeAlongAxis(x, a.array("indices"), a.integer("axis", 0), mode);
  }

  private static Array power(Arguments a) {
    if (a.get("x2") instanceof Boolean exponent) {
      return Numpy.power(a.array("x1"), exponent ? 1 : 0);
    }
    return Values.isInteger(a.get("x2"))
        ? Numpy.power(a.array("x1"), a.integer("x2"))
        : Numpy.power(a.array("x1"), a.array("x2"));
  }

  private static Array tensordot(Arguments a) {
    if (!a.has("axes") || Values.isInteger(a.get("axes"))) {
      return Numpy.tensordot(a.array("a"), a.array("b"), a.integer("axes", 2));
    }
    var pair = a.list("axes");
    return Numpy.tensordot(
        a.array("a"),
        a.array("b"),
        Axes.of(Values.integers(pair.get(0))),
        Axes.of(Values.integers(pair.get(1))));
  }
}
