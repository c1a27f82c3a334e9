package io.cambric.conformance.library;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.python.PythonException;
import io.cambric.conformance.python.Slice;
import io.cambric.core.Array;
import io.cambric.lax.dims.GatherMode;
import io.cambric.numpy.Image;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Segments;
import io.cambric.numpy.option.ResizeMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Functions of {@code jnp}, {@code jax.ops} and {@code jax.image} that edit and choose. */
final class EditTable {

  private EditTable() {}

  static void fill(Table table) {
    edits(table);
    choices(table);
    segments(table);
    table.put(
        "jax.image.resize(image, shape, method, antialias)",
        a ->
            Image.resize(a.array("image"), a.shape("shape"), method(a), a.flag("antialias", true)));
    table.put(
        "jax.image.scale_and_translate(image, shape, spatial_dims, scale, translation, method,"
            + " antialias)",
        a ->
            Image.scaleAndTranslate(
                a.array("image"),
                a.shape("shape"),
                Axes.of(a.integers("spatial_dims")),
                a.array("scale"),
                a.array("translation"),
                method(a),
                a.flag("antialias", true)));
  }

  private static ResizeMethod method(Arguments a) {
    return switch (a.text("method", "").toLowerCase(Locale.ROOT)) {
      case "nearest" -> ResizeMethod.NEAREST;
      case "linear", "bilinear", "trilinear", "triangle" -> ResizeMethod.LINEAR;
      case "cubic", "bicubic", "tricubic" -> ResizeMethod.CUBIC;
      case "lanczos3" -> ResizeMethod.LANCZOS3;
      case "lanczos5" -> ResizeMethod.LANCZOS5;
      default -> throw new PythonException("no method of resize: " + a.get("method"));
    };
  }

  private static void edits(Table table) {
    table.put("jnp.delete(arr, obj, axis)", EditTable::delete);
    table.put("jnp.insert(arr, obj, values, axis)", EditTable::insert);
    table.put("jnp.resize(a, new_shape)", a -> Numpy.resize(a.array("a"), a.shape("new_shape")));
    table.put("jnp.block(arrays)", a -> block(a.get("arrays")));
    table.put(
        "jnp.compress(condition, a, axis)",
        a ->
            a.has("axis")
                ? Numpy.compress(nested(a, "condition"), a.array("a"), a.integer("axis"))
                : Numpy.compress(nested(a, "condition"), a.array("a")));
    table.put(
        "jnp.extract(condition, arr)", a -> Numpy.extract(nested(a, "condition"), a.array("arr")));
    table.put(
        "jnp.put_along_axis(arr, indices, values, axis, *, inplace)",
        a ->
            Numpy.putAlongAxis(
                a.array("arr"), a.array("indices"), a.array("values"), a.integer("axis")));
    table.put(
        "jnp.put(a, ind, v, mode, *, inplace)",
        a ->
            Numpy.put(
                a.array("a"),
                nested(a, "ind"),
                nested(a, "v"),
                a.has("mode") ? SearchTable.mode(a.text("mode", "")) : GatherMode.FILL_OR_DROP));
    table.put(
        "jnp.place(arr, mask, vals, *, inplace)",
        a -> Numpy.place(a.array("arr"), nested(a, "mask"), nested(a, "vals")));
    table.put(
        "jnp.fill_diagonal(a, val, wrap, *, inplace)",
        a -> Numpy.fillDiagonal(a.array("a"), nested(a, "val")));
    table.put("jnp.packbits(a, axis, bitorder)", EditTable::packbits);
    table.put(
        "jnp.unpackbits(a, axis, count, bitorder)",
        a ->
            Numpy.unpackbits(
                flatOr(a),
                a.integer("axis", 0),
                a.has("count") ? (Integer) a.integer("count") : null,
                little(a)));
    table.put("jnp.diagflat(v, k)", a -> Numpy.diagflat(nested(a, "v"), a.integer("k", 0)));
    table.put(
        "jnp.rollaxis(a, axis, start)",
        a -> Numpy.rollaxis(a.array("a"), a.integer("axis"), a.integer("start", 0)));
    table.put(
        "jnp.empty(shape, dtype)",
        a -> Numpy.empty(a.shape("shape"), a.dtype("dtype", DType.defaultFloat())));
    table.put(
        "jnp.logspace(start, stop, num, endpoint, base, dtype)",
        a ->
            typed(
                a,
                Numpy.logspace(
                    a.array("start"),
                    a.array("stop"),
                    a.integer("num", 50),
                    a.flag("endpoint", true),
                    a.number("base", 10))));
    table.put(
        "jnp.geomspace(start, stop, num, endpoint, dtype)",
        a ->
            typed(
                a,
                Numpy.geomspace(
                    a.array("start"),
                    a.array("stop"),
                    a.integer("num", 50),
                    a.flag("endpoint", true))));
  }

  private static Array typed(Arguments a, Array result) {
    return a.has("dtype") ? result.astype(Values.dtype(a.get("dtype"))) : strong(result);
  }

  private static Array strong(Array x) {
    return x.astype(x.dtype());
  }

  /** {@return an array, made of a nested list where one is given} */
  static Array nested(Arguments a, String name) {
    return a.get(name) instanceof List<?> list ? Values.ofNested(list, null) : a.array(name);
  }

  private static Array flatOr(Arguments a) {
    return a.has("axis") ? a.array("a") : Numpy.ravel(a.array("a"));
  }

  private static boolean little(Arguments a) {
    return a.text("bitorder", "big").equals("little");
  }

  private static Array packbits(Arguments a) {
    return Numpy.packbits(flatOr(a), a.integer("axis", 0), little(a));
  }

  private static Array delete(Arguments a) {
    var x = a.has("axis") ? a.array("arr") : Numpy.ravel(a.array("arr"));
    int axis = a.integer("axis", 0);
    return Numpy.delete(x, positions(a.get("obj"), x.dim(axis)), axis);
  }

  /** {@return the positions that an integer, a slice, a list or a mask names} */
  private static int[] positions(@Nullable Object given, int size) {
    if (given instanceof Slice) {
      return Indexing.get(Numpy.arange(size), given).toInts();
    }
    if (Values.isInteger(given)) {
      return new int[] {Values.integer(given)};
    }
    var array = given instanceof List<?> list ? Values.ofNested(list, null) : Values.array(given);
    var places = array.dtype() == DType.BOOL ? Numpy.flatnonzero(array) : array;
    return places.toInts();
  }

  private static Array insert(Arguments a) {
    var x = a.has("axis") ? a.array("arr") : Numpy.ravel(a.array("arr"));
    int axis = a.integer("axis", 0);
    var values = nested(a, "values");
    if (Values.isInteger(a.get("obj"))) {
      return Numpy.insert(x, a.integer("obj"), values, axis);
    }
    return Numpy.insert(x, positions(a.get("obj"), x.dim(axis)), values, axis);
  }

  /** Nested lists are joined from the innermost axis outwards. */
  private static Array block(@Nullable Object nested) {
    return joined(nested, depth(nested));
  }

  private static int depth(@Nullable Object nested) {
    return nested instanceof List<?> list ? 1 + depth(list.getFirst()) : 0;
  }

  private static Array joined(@Nullable Object nested, int depth) {
    if (!(nested instanceof List<?> parts)) {
      return Values.array(nested);
    }
    if (depth == 2) {
      var rows = new ArrayList<List<Array>>();
      parts.forEach(row -> rows.add(((List<?>) row).stream().map(Values::array).toList()));
      return Numpy.block(rows);
    }
    var arrays = parts.stream().map(part -> joined(part, depth - 1)).toList();
    int rank = Math.max(depth, arrays.stream().mapToInt(Array::rank).max().orElse(0));
    var raised =
        arrays.stream()
            .map(each -> each.reshape(ones(rank - each.rank()).concat(each.shape())))
            .toList();
    return Numpy.concatenate(raised, -depth);
  }

  private static Shape ones(int count) {
    return Shape.of(Axes.filled(count, 1).toArray());
  }

  private static void choices(Table table) {
    table.put(
        "jnp.choose(a, choices, out, mode)",
        a ->
            Numpy.choose(
                a.array("a"), a.arrays("choices"), SearchTable.mode(a.text("mode", "raise"))));
    table.put(
        "jnp.select(condlist, choicelist, default)",
        a ->
            Numpy.select(
                a.arrays("condlist"),
                a.arrays("choicelist"),
                a.has("default") ? a.array("default") : Values.array(0L)));
    table.put(
        "jnp.piecewise(x, condlist, funclist)",
        a -> {
          var functions = new ArrayList<UnaryOperator<Array>>();
          for (var each : a.list("funclist")) {
            functions.add(
                each instanceof PyFunction function
                    ? Functions.of(function, UnaryOperator.class)
                    : x -> Numpy.fullLike(x, Values.number(each).doubleValue()));
          }
          return Numpy.piecewise(a.array("x"), a.arrays("condlist"), functions);
        });
    table.put("jnp.gradient(f, *varargs, axis)", EditTable::gradient);
    table.put("jnp.ediff1d(ary)", a -> Numpy.ediff1d(a.array("ary")));
    table.put(
        "jnp.unwrap(p, axis, period)",
        a -> Numpy.unwrap(a.array("p"), a.number("period", 2 * Math.PI), a.integer("axis", -1)));
    table.put(
        "jnp.lexsort(keys, axis)", a -> Numpy.lexsort(a.arrays("keys"), a.integer("axis", -1)));
    table.put(
        "jnp.partition(a, kth, axis)",
        a -> Numpy.partition(a.array("a"), a.integer("kth"), a.integer("axis", -1)));
    table.put(
        "jnp.argpartition(a, kth, axis)",
        a -> Numpy.argpartition(a.array("a"), a.integer("kth"), a.integer("axis", -1)));
  }

  private static Object gradient(Arguments a) {
    var x = a.array("f");
    int[] axes = a.has("axis") ? a.integers("axis") : Axes.range(0, x.rank()).toArray();
    var spacings = a.list("varargs");
    var slopes = new ArrayList<Array>();
    for (int i = 0; i < axes.length; i++) {
      var spacing =
          spacings.isEmpty()
              ? Values.array(1.0)
              : Values.array(spacings.get(spacings.size() == 1 ? 0 : i));
      slopes.add(Numpy.gradient(x, spacing, axes[i]));
    }
    return slopes.size() == 1 ? slopes.getFirst() : slopes;
  }

  /** A reduction of rows by segment. */
  private interface Reduction {
    Array reduce(Array data, Array ids, int count);
  }

  private static void segments(Table table) {
    segment(table, "segment_sum", Segments::segmentSum);
    segment(table, "segment_prod", Segments::segmentProd);
    segment(table, "segment_max", Segments::segmentMax);
    segment(table, "segment_min", Segments::segmentMin);
  }

  private static void segment(Table table, String name, Reduction reduction) {
    table.put(
        "jax.ops.%s(data, segment_ids, num_segments, indices_are_sorted, unique_indices)"
            .formatted(name),
        a -> {
          var ids = a.array("segment_ids");
          int count =
              a.has("num_segments") ? a.integer("num_segments") : (int) Numpy.max(ids).item() + 1;
          return reduction.reduce(a.array("data"), ids, count);
        });
  }
}
