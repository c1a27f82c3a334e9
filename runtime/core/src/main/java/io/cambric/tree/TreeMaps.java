package io.cambric.tree;

import io.cambric.errors.TreeStructureException;
import io.cambric.tree.Trees.Flat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The map functions of {@link Trees}, which make trees from other trees, leaf by leaf. */
final class TreeMaps {

  private TreeMaps() {}

  static <T extends @Nullable Object, L> T map(Flat flat, Function<? super L, ?> f) {
    var leaves = new ArrayList<Object>(flat.leaves().size());
    for (var leaf : TreeMaps.<L>leavesOf(flat)) {
      leaves.add(f.apply(leaf));
    }
    return rebuild(flat.structure(), leaves);
  }

  static <T extends @Nullable Object, L> T mapWithPath(
      Flat flat, BiFunction<String, ? super L, ?> f) {
    var paths = flat.structure().paths();
    var given = TreeMaps.<L>leavesOf(flat);
    var leaves = new ArrayList<Object>(given.size());
    for (int i = 0; i < given.size(); i++) {
      leaves.add(f.apply(paths.get(i), given.get(i)));
    }
    return rebuild(flat.structure(), leaves);
  }

  static <T extends @Nullable Object, L> T map(
      T first, @Nullable Object second, BiFunction<? super L, ? super L, ?> f) {
    var a = Trees.flatten(first);
    var b = Trees.flatten(second);
    TreeComparison.requireSame(
        "A map over two trees", "the first", a.structure(), "the second", b.structure());
    var left = TreeMaps.<L>leavesOf(a);
    var right = TreeMaps.<L>leavesOf(b);
    var leaves = new ArrayList<Object>(left.size());
    for (int i = 0; i < left.size(); i++) {
      leaves.add(f.apply(left.get(i), right.get(i)));
    }
    return rebuild(a.structure(), leaves);
  }

  static <T, L> T mapAll(
      List<? extends T> trees,
      Function<List<L>, ?> f,
      @Nullable Predicate<@Nullable Object> isLeaf) {
    return TreeMaps.<T, L>mapAllWithPath("mapAll", trees, (_, leaves) -> f.apply(leaves), isLeaf);
  }

  static <T, L> T mapAllWithPath(
      List<? extends T> trees,
      BiFunction<String, List<L>, ?> f,
      @Nullable Predicate<@Nullable Object> isLeaf) {
    return mapAllWithPath("mapAllWithPath", trees, f, isLeaf);
  }

  private static <T, L> T mapAllWithPath(
      String what,
      List<? extends T> trees,
      BiFunction<String, List<L>, ?> f,
      @Nullable Predicate<@Nullable Object> isLeaf) {
    if (trees.isEmpty()) {
      throw new TreeStructureException(
          "%s needs at least one tree, but got none. Pass a list of trees.".formatted(what));
    }
    var structure = TreeFlattening.flatten(trees.getFirst(), isLeaf).structure();
    var rows = new ArrayList<List<?>>();
    for (int i = 0; i < trees.size(); i++) {
      rows.add(
          isLeaf == null
              ? sameLeaves(what, structure, i, trees.get(i))
              : TreeFlattening.upTo(what, structure, trees.get(i)));
    }
    var paths = structure.paths();
    var leaves = new ArrayList<Object>(paths.size());
    for (int i = 0; i < paths.size(); i++) {
      leaves.add(f.apply(paths.get(i), column(rows, i)));
    }
    return rebuild(structure, leaves);
  }

  private static List<Object> sameLeaves(String what, TreeDef structure, int i, Object tree) {
    var flat = Trees.flatten(tree);
    TreeComparison.requireSame(what, "tree 0", structure, "tree " + i, flat.structure());
    return flat.leaves();
  }

  @SuppressWarnings("unchecked") // the function declares the type of the leaves
  private static <L> List<L> column(List<List<?>> rows, int i) {
    var column = new ArrayList<L>(rows.size());
    for (var row : rows) {
      column.add((L) row.get(i));
    }
    return Collections.unmodifiableList(column);
  }

  /**
   * {@return the leaves} Their consumer declares their type, and fails for a leaf of another type.
   */
  @SuppressWarnings("unchecked")
  static <L> List<L> leavesOf(Flat flat) {
    return (List<L>) flat.leaves();
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // null only if T is nullable: the tree was null
  static <T extends @Nullable Object> T rebuild(TreeDef structure, List<?> leaves) {
    return (T) structure.unflatten(leaves);
  }
}
