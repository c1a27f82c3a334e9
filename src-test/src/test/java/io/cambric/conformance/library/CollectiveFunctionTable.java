package io.cambric.conformance.library;

import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Functions of {@code lax} between the lanes of named axes. */
final class CollectiveFunctionTable {

  private CollectiveFunctionTable() {}

  static void fill(Table table) {
    table.put("lax.psum(x, axis_name)", a -> each(a, x -> Lax.psum(x, names(a))));
    table.put("lax.pmean(x, axis_name)", a -> each(a, x -> Lax.pmean(x, names(a))));
    table.put("lax.pmax(x, axis_name)", a -> each(a, x -> Lax.pmax(x, names(a))));
    table.put("lax.pmin(x, axis_name)", a -> each(a, x -> Lax.pmin(x, names(a))));
    table.put(
        "lax.ppermute(x, axis_name, perm)",
        a -> each(a, x -> Lax.ppermute(x, name(a), pairs(a.list("perm")))));
    table.put(
        "lax.pshuffle(x, axis_name, perm)",
        a -> each(a, x -> Lax.pshuffle(x, name(a), a.integers("perm"))));
    table.put(
        "lax.pbroadcast(x, axis_name, source)",
        a -> each(a, x -> Lax.pbroadcast(x, name(a), a.integer("source"))));
    table.put(
        "lax.pswapaxes(x, axis_name, axis)",
        a -> each(a, x -> Lax.pswapaxes(x, name(a), a.integer("axis"))));
    table.put(
        "lax.all_gather(x, axis_name, *, axis, tiled)",
        a -> each(a, x -> Lax.allGather(x, name(a), a.integer("axis", 0), tiled(a))));
    table.put(
        "lax.psum_scatter(x, axis_name, *, scatter_dimension, tiled)",
        a ->
            each(a, x -> Lax.psumScatter(x, name(a), a.integer("scatter_dimension", 0), tiled(a))));
    table.put(
        "lax.all_to_all(x, axis_name, split_axis, concat_axis, *, tiled)",
        a ->
            each(
                a,
                x ->
                    Lax.allToAll(
                        x, name(a), a.integer("split_axis"), a.integer("concat_axis"), tiled(a))));
    table.put("lax.axis_index(axis_name)", a -> Lax.axisIndex(names(a)));
    table.put("lax.axis_size(axis_name)", a -> Lax.axisSize(names(a)));
  }

  private static @Nullable Object each(Arguments a, UnaryOperator<Array> function) {
    return Trees.map(a.get("x"), leaf -> function.apply(Values.array(leaf)));
  }

  private static String name(Arguments a) {
    return a.need("axis_name").toString();
  }

  private static String[] names(Arguments a) {
    return a.need("axis_name") instanceof List<?> several
        ? several.stream().map(Objects::toString).toArray(String[]::new)
        : new String[] {name(a)};
  }

  private static boolean tiled(Arguments a) {
    return a.flag("tiled", false);
  }

  private static int[][] pairs(List<@Nullable Object> perm) {
    return perm.stream().map(Values::integers).toArray(int[][]::new);
  }
}
