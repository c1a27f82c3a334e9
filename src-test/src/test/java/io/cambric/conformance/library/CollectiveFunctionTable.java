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
    reductions(table);
    table.put(
        "lax.ppermute(x, axis_name, perm)",
        a -> each(a, x -> Lax.ppermute(x, name(a), lists(a.list("perm")))));
    table.put(
        "lax.pshuffle(x, axis_name, perm)",
        a -> each(a, x -> Lax.pshuffle(x, name(a), a.integers("perm"))));
    table.put(
        "lax.pbroadcast(x, axis_name, source)",
        a -> each(a, x -> Lax.pbroadcast(x, name(a), a.integer("source"))));
    table.put(
        "lax.pswapaxes(x, axis_name, axis, *, axis_index_groups)",
        a ->
            each(
                a,
                x ->
                    isGrouped(a)
                        ? Lax.pswapaxes(x, name(a), a.integer("axis"), groups(a))
                        : Lax.pswapaxes(x, name(a), a.integer("axis"))));
    table.put(
        "lax.all_gather(x, axis_name, *, axis_index_groups, axis, tiled)",
        a ->
            each(
                a,
                x ->
                    isGrouped(a)
                        ? Lax.allGather(x, name(a), a.integer("axis", 0), tiled(a), groups(a))
                        : Lax.allGather(x, name(a), a.integer("axis", 0), tiled(a))));
    table.put(
        "lax.psum_scatter(x, axis_name, *, scatter_dimension, axis_index_groups, tiled)",
        a -> each(a, x -> psumScatter(a, x, a.integer("scatter_dimension", 0))));
    table.put(
        "lax.all_to_all(x, axis_name, split_axis, concat_axis, *, axis_index_groups, tiled)",
        a -> each(a, x -> allToAll(a, x, a.integer("split_axis"), a.integer("concat_axis"))));
    table.put("lax.axis_index(axis_name)", a -> Lax.axisIndex(names(a)));
    table.put("lax.axis_size(axis_name)", a -> Lax.axisSize(names(a)));
  }

  private static void reductions(Table table) {
    reduction(table, "psum", Lax::psum, Lax::psum);
    reduction(table, "pmean", Lax::pmean, Lax::pmean);
    reduction(table, "pmax", Lax::pmax, Lax::pmax);
    reduction(table, "pmin", Lax::pmin, Lax::pmin);
  }

  private interface OverAxes {
    Array apply(Array x, String... axisNames);
  }

  private interface OverGroups {
    Array apply(Array x, String axisName, int[][] groups);
  }

  private static void reduction(Table table, String name, OverAxes all, OverGroups grouped) {
    table.put(
        "lax." + name + "(x, axis_name, *, axis_index_groups)",
        a ->
            each(
                a,
                x -> isGrouped(a) ? grouped.apply(x, name(a), groups(a)) : all.apply(x, names(a))));
  }

  private static Array psumScatter(Arguments a, Array x, int axis) {
    return isGrouped(a)
        ? Lax.psumScatter(x, name(a), axis, tiled(a), groups(a))
        : Lax.psumScatter(x, name(a), axis, tiled(a));
  }

  private static Array allToAll(Arguments a, Array x, int split, int concat) {
    return isGrouped(a)
        ? Lax.allToAll(x, name(a), split, concat, tiled(a), groups(a))
        : Lax.allToAll(x, name(a), split, concat, tiled(a));
  }

  private static boolean isGrouped(Arguments a) {
    return a.has("axis_index_groups");
  }

  private static int[][] groups(Arguments a) {
    return lists(a.list("axis_index_groups"));
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

  private static int[][] lists(List<@Nullable Object> lists) {
    return lists.stream().map(Values::integers).toArray(int[][]::new);
  }
}
