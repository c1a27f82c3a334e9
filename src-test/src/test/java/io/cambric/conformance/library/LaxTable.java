package io.cambric.conformance.library;

import io.cambric.array.Axes;
import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.python.Tuple;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.DotDims;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.dims.ScatterDims;
import io.cambric.lax.dims.ScatterKind;
import io.cambric.transform.Reductions;
import io.cambric.transform.function.ArrayFn2;
import java.util.List;
import java.util.Locale;

/** Functions of {@code lax} with structured or optional parameters. */
final class LaxTable {

  private LaxTable() {}

  static void fill(Table table) {
    table.put("lax.bitwise_not(x)", a -> Lax.not(a.array("x")));
    table.put(
        "lax.dot_general(lhs, rhs, dimension_numbers, *, preferred_element_type)",
        LaxTable::dotGeneral);
    table.put("lax.pad(operand, padding_value, padding_config)", LaxTable::pad);
    table.put("lax.sort(operand, dimension, is_stable, num_keys)", LaxTable::sort);
    table.put(
        "lax.dynamic_index_in_dim(operand, index, axis, keepdims)",
        a -> {
          int axis = a.integer("axis", 0);
          return a.flag("keepdims", true)
              ? Lax.dynamicSliceInDim(a.array("operand"), a.array("index"), 1, axis)
              : Lax.dynamicIndexInDim(a.array("operand"), a.array("index"), axis);
        });
    table.put(
        "lax.slice_in_dim(operand, start_index, limit_index, stride, axis)",
        a -> {
          int axis = a.integer("axis", 0);
          return Lax.sliceInDim(
              a.array("operand"),
              a.integer("start_index", 0),
              a.integer("limit_index", a.array("operand").dim(axis)),
              a.integer("stride", 1),
              axis);
        });
    table.put("lax.select_n(which, *cases)", a -> Lax.selectN(a.array("which"), a.arrays("cases")));
    table.put(
        "lax.index_in_dim(operand, index, axis, keepdims)",
        a ->
            Lax.indexInDim(
                a.array("operand"),
                a.integer("index"),
                a.integer("axis", 0),
                a.flag("keepdims", true)));
    table.put(
        "lax.reshape(operand, new_sizes, dimensions)",
        a ->
            a.has("dimensions")
                ? Lax.reshape(
                    a.array("operand"), a.shape("new_sizes"), Axes.of(a.integers("dimensions")))
                : Lax.reshape(a.array("operand"), a.shape("new_sizes")));
    for (var extreme : List.of("max", "min")) {
      table.put(
          "lax.approx_%s_k(operand, k, reduction_dimension, recall_target)".formatted(extreme),
          a -> Tuple.of(approximate(extreme.equals("max"), a)));
    }
    table.put("lax.reduce(operands, init_values, computation, dimensions)", LaxTable::reduce);
    cumulative(table);
    gather(table);
    for (var kind : ScatterKind.values()) {
      var name = kind == ScatterKind.SET ? "scatter" : "scatter_" + lower(kind);
      table.put(
          "lax.%s(operand, scatter_indices, updates, dimension_numbers, *, indices_are_sorted, mode, unique_indices)"
              .formatted(name),
          a -> scatter(kind, a));
    }
  }

  private static List<Array> approximate(boolean largest, Arguments a) {
    var x = a.array("operand");
    int axis = a.integer("reduction_dimension", -1);
    return largest
        ? Lax.approxMaxK(x, a.integer("k"), axis)
        : Lax.approxMinK(x, a.integer("k"), axis);
  }

  private static Object reduce(Arguments a) {
    var axes = Axes.of(a.integers("dimensions"));
    var computation = (PyFunction) a.need("computation");
    if (!(a.get("operands") instanceof List<?>)) {
      ArrayFn2 function = Functions.of(computation, ArrayFn2.class);
      return Reductions.reduce(a.array("operands"), a.array("init_values"), function, axes);
    }
    return Tuple.of(
        Reductions.reduce(
            a.arrays("operands"),
            a.arrays("init_values"),
            (x, y) -> arrays(computation.call(Tuple.of(x), Tuple.of(y))),
            axes));
  }

  private static List<Array> arrays(Object tuple) {
    return ((List<?>) tuple).stream().map(Values::array).toList();
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static Array dotGeneral(Arguments a) {
    var numbers = a.list("dimension_numbers");
    var contract = (List<?>) numbers.get(0);
    var batch = (List<?>) numbers.get(1);
    var dims =
        new DotDims(
            axes(contract.get(0)), axes(contract.get(1)), axes(batch.get(0)), axes(batch.get(1)));
    return a.has("preferred_element_type")
        ? Lax.dotGeneral(
            a.array("lhs"), a.array("rhs"), dims, Values.dtype(a.get("preferred_element_type")))
        : Lax.dotGeneral(a.array("lhs"), a.array("rhs"), dims);
  }

  private static Axes axes(Object numbers) {
    return Axes.of(Values.integers(numbers));
  }

  private static Array pad(Arguments a) {
    var config = a.list("padding_config");
    int[][] columns = new int[3][config.size()];
    for (int axis = 0; axis < config.size(); axis++) {
      int[] row = Values.integers(config.get(axis));
      for (int i = 0; i < 3; i++) {
        columns[i][axis] = row[i];
      }
    }
    return Lax.pad(
        a.array("operand"),
        a.array("padding_value"),
        Axes.of(columns[0]),
        Axes.of(columns[1]),
        Axes.of(columns[2]));
  }

  private static Object sort(Arguments a) {
    int dimension = a.integer("dimension", -1);
    if (a.get("operand") instanceof Array array) {
      return Lax.sort(array, dimension);
    }
    return Tuple.of(Lax.sort(a.arrays("operand"), dimension, a.integer("num_keys", 1)));
  }

  private static void cumulative(Table table) {
    var signature = "lax.%s(operand, axis, reverse)";
    table.put(
        signature.formatted("cumsum"), a -> Lax.cumsum(a.array("operand"), axis(a), reverse(a)));
    table.put(
        signature.formatted("cumprod"), a -> Lax.cumprod(a.array("operand"), axis(a), reverse(a)));
    table.put(
        signature.formatted("cummax"), a -> Lax.cummax(a.array("operand"), axis(a), reverse(a)));
    table.put(
        signature.formatted("cummin"), a -> Lax.cummin(a.array("operand"), axis(a), reverse(a)));
    table.put(
        signature.formatted("cumlogsumexp"),
        a -> Lax.cumlogsumexp(a.array("operand"), axis(a), reverse(a)));
  }

  private static int axis(Arguments a) {
    return a.integer("axis", 0);
  }

  private static boolean reverse(Arguments a) {
    return a.flag("reverse", false);
  }

  private static void gather(Table table) {
    table.put(
        "lax.GatherDimensionNumbers(*, offset_dims, collapsed_slice_dims, start_index_map,"
            + " operand_batching_dims, start_indices_batching_dims)",
        a ->
            new GatherDims(
                axes(a, "offset_dims"),
                axes(a, "collapsed_slice_dims"),
                axes(a, "start_index_map"),
                axes(a, "operand_batching_dims"),
                axes(a, "start_indices_batching_dims")));
    table.put(
        "lax.ScatterDimensionNumbers(*, update_window_dims, inserted_window_dims,"
            + " scatter_dims_to_operand_dims, operand_batching_dims,"
            + " scatter_indices_batching_dims)",
        a ->
            new ScatterDims(
                axes(a, "update_window_dims"),
                axes(a, "inserted_window_dims"),
                axes(a, "scatter_dims_to_operand_dims"),
                axes(a, "operand_batching_dims"),
                axes(a, "scatter_indices_batching_dims")));
    table.put(
        "lax.gather(operand, start_indices, dimension_numbers, slice_sizes, *, unique_indices,"
            + " indices_are_sorted, mode, fill_value)",
        a ->
            Lax.gather(
                a.array("operand"),
                a.array("start_indices"),
                (GatherDims) a.need("dimension_numbers"),
                a.shape("slice_sizes"),
                mode(a),
                a.has("fill_value") ? (Double) a.number("fill_value", 0) : null));
  }

  private static Axes axes(Arguments a, String name) {
    return Axes.of(a.integersOrNone(name));
  }

  private static Array scatter(ScatterKind kind, Arguments a) {
    return Lax.scatter(
        kind,
        a.array("operand"),
        a.array("scatter_indices"),
        a.array("updates"),
        (ScatterDims) a.need("dimension_numbers"),
        mode(a),
        a.flag("unique_indices", false));
  }

  private static GatherMode mode(Arguments a) {
    return switch (a.text("mode", "fill").toLowerCase(Locale.ROOT)) {
      case "clip" -> GatherMode.CLIP;
      case "promise_in_bounds" -> GatherMode.PROMISE_IN_BOUNDS;
      default -> GatherMode.FILL_OR_DROP;
    };
  }
}
