package io.cambric.conformance.library;

import io.cambric.array.Axes;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.python.PyFunction;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.Padding;
import io.cambric.transform.Reductions;
import io.cambric.transform.function.ArrayFn2;
import java.util.List;
import java.util.Locale;

/** Convolutions and windows of {@code lax}. */
final class WindowTable {

  private static final String SPATIAL = "HWDXYZ";

  private WindowTable() {}

  static void fill(Table table) {
    table.put(
        "lax.conv_general_dilated(lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation,"
            + " dimension_numbers, feature_group_count, batch_group_count)",
        WindowTable::conv);
    table.put("lax.conv(lhs, rhs, window_strides, padding)", WindowTable::conv);
    table.put(
        "lax.conv_with_general_padding(lhs, rhs, window_strides, padding, lhs_dilation,"
            + " rhs_dilation)",
        WindowTable::conv);
    table.put(
        "lax.conv_transpose(lhs, rhs, strides, padding, rhs_dilation, dimension_numbers,"
            + " transpose_kernel)",
        WindowTable::convTranspose);
    table.put(
        "lax.reduce_window(operand, init_value, computation, window_dimensions, window_strides,"
            + " padding, base_dilation, window_dilation)",
        WindowTable::reduceWindow);
    table.put(
        "lax.conv_general_dilated_patches(lhs, filter_shape, window_strides, padding,"
            + " lhs_dilation, rhs_dilation, dimension_numbers)",
        WindowTable::patches);
    table.put(
        "lax.conv_general_dilated_local(lhs, rhs, window_strides, padding, filter_shape,"
            + " lhs_dilation, rhs_dilation, dimension_numbers)",
        WindowTable::local);
  }

  private static Array conv(Arguments a) {
    int spatial = a.array("lhs").rank() - 2;
    return Lax.convGeneralDilated(
        a.array("lhs"),
        a.array("rhs"),
        steps(a, "window_strides", spatial),
        padding(a.get("padding")),
        steps(a, "lhs_dilation", spatial),
        steps(a, "rhs_dilation", spatial),
        dims(a, "NC" + SPATIAL.substring(0, spatial), "OI" + SPATIAL.substring(0, spatial)),
        a.integer("feature_group_count", 1),
        a.integer("batch_group_count", 1));
  }

  private static Array convTranspose(Arguments a) {
    int spatial = a.array("lhs").rank() - 2;
    var letters = SPATIAL.substring(0, spatial);
    return Lax.convTranspose(
        a.array("lhs"),
        a.array("rhs"),
        steps(a, "strides", spatial),
        padding(a.get("padding")),
        steps(a, "rhs_dilation", spatial),
        dims(a, "N" + letters + "C", letters + "IO"),
        a.flag("transpose_kernel", false));
  }

  private static Array reduceWindow(Arguments a) {
    var x = a.array("operand");
    var dimensions = Axes.of(a.integers("window_dimensions"));
    var strides = steps(a, "window_strides", x.rank());
    var padding = padding(a.get("padding"));
    var base = steps(a, "base_dilation", x.rank());
    var window = steps(a, "window_dilation", x.rank());
    var computation = (PyFunction) a.need("computation");
    ArrayFn2 function = Functions.of(computation, ArrayFn2.class);
    var init = a.array("init_value").astype(x.dtype());
    return Reductions.reduceWindow(x, init, function, dimensions, strides, padding, base, window);
  }

  private static Array patches(Arguments a) {
    var x = a.array("lhs");
    var filter = a.shape("filter_shape");
    int spatial = x.rank() - 2;
    var letters = SPATIAL.substring(0, spatial);
    return Lax.convGeneralDilatedPatches(
        x,
        filter,
        steps(a, "window_strides", spatial),
        padding(a.get("padding")),
        steps(a, "lhs_dilation", spatial),
        steps(a, "rhs_dilation", spatial),
        dims(a, "NC" + letters, "OI" + letters));
  }

  private static Array local(Arguments a) {
    var x = a.array("lhs");
    int spatial = x.rank() - 2;
    var letters = SPATIAL.substring(0, spatial);
    return Lax.convGeneralDilatedLocal(
        x,
        a.array("rhs"),
        steps(a, "window_strides", spatial),
        padding(a.get("padding")),
        a.shape("filter_shape"),
        steps(a, "lhs_dilation", spatial),
        steps(a, "rhs_dilation", spatial),
        dims(a, "NC" + letters, "OI" + letters));
  }

  private static Axes steps(Arguments a, String name, int count) {
    return a.has(name) ? Axes.of(a.integers(name)) : Axes.filled(count, 1);
  }

  private static ConvDims dims(Arguments a, String image, String kernel) {
    if (!a.has("dimension_numbers")) {
      return ConvDims.of(image, kernel, image);
    }
    var names = a.list("dimension_numbers").stream().map(String::valueOf).toList();
    return ConvDims.of(names.get(0), names.get(1), names.get(2));
  }

  /** {@return a padding of a name or of pairs of numbers} */
  static Padding padding(Object given) {
    if (given instanceof List<?> pairs) {
      int[][] rows = pairs.stream().map(Values::integers).toArray(int[][]::new);
      int[] low = new int[rows.length];
      int[] high = new int[rows.length];
      for (int i = 0; i < rows.length; i++) {
        low[i] = rows[i][0];
        high[i] = rows[i][1];
      }
      return Padding.of(Axes.of(low), Axes.of(high));
    }
    return switch (given.toString().toUpperCase(Locale.ROOT)) {
      case "SAME" -> Padding.SAME;
      case "SAME_LOWER" -> Padding.SAME_LOWER;
      case "VALID" -> Padding.VALID;
      default -> throw new UnsupportedFeature("fn:lax.Padding." + given);
    };
  }
}
