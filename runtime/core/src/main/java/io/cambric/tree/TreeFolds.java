package io.cambric.tree;

import io.cambric.errors.TreeStructureException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Functions of all leaves of a tree: paths, reduce and all, broadcast of a prefix, transposition.
 */
final class TreeFolds {

  private TreeFolds() {}

  static List<PathLeaf> leavesWithPath(Trees.Flat flat) {
    var paths = flat.structure().keyPaths();
    var pairs = new ArrayList<PathLeaf>(paths.size());
    for (int i = 0; i < paths.size(); i++) {
      pairs.add(new PathLeaf(paths.get(i), flat.leaves().get(i)));
    }
    return pairs;
  }

  static <A, L> A reduce(
      List<L> leaves, A initial, BiFunction<? super A, ? super L, ? extends A> f) {
    A result = initial;
    for (var leaf : leaves) {
      result = f.apply(result, leaf);
    }
    return result;
  }

  static <L> L reduce(List<L> leaves, BinaryOperator<L> f) {
    if (leaves.isEmpty()) {
      throw new TreeStructureException(
          "reduce without an initial value needs at least one leaf, but the tree has none. Pass an initial value.");
    }
    return reduce(leaves.subList(1, leaves.size()), leaves.getFirst(), f);
  }

  static <L> L reduceAssociative(List<L> leaves, BinaryOperator<L> f) {
    if (leaves.isEmpty()) {
      throw new TreeStructureException(
          "reduceAssociative without an identity needs at least one leaf, but the tree has none. Pass an identity.");
    }
    return byHalves(leaves, f);
  }

  static <L> L reduceAssociative(List<L> leaves, L identity, BinaryOperator<L> f) {
    return leaves.isEmpty() ? identity : byHalves(leaves, f);
  }

  private static <L> L byHalves(List<L> leaves, BinaryOperator<L> f) {
    int size = leaves.size();
    if (size == 1) {
      return leaves.getFirst();
    }
    return f.apply(
        byHalves(leaves.subList(0, size / 2), f), byHalves(leaves.subList(size / 2, size), f));
  }

  static boolean allLeaves(
      Iterable<? extends @Nullable Object> values, @Nullable Predicate<@Nullable Object> isLeaf) {
    for (var value : values) {
      boolean accepted = isLeaf != null && isLeaf.test(value);
      if (!accepted && (value == null || Level.of(value) != null)) {
        return false;
      }
    }
    return true;
  }

  static boolean all(Trees.Flat flat) {
    boolean all = true;
    for (int i = 0; i < flat.leaves().size() && all; i++) {
      all = isTrue(flat, i);
    }
    return all;
  }

  private static boolean isTrue(Trees.Flat flat, int i) {
    return switch (flat.leaves().get(i)) {
      case Boolean truth -> truth;
      case Number number -> number.doubleValue() != 0;
      case ArrayLeaf array -> array.toBoolean();
      case null, default -> {
        var leaf = flat.leaves().get(i);
        throw new TreeStructureException(
            "all needs booleans, numbers and arrays as leaves, but \"%s\" is %s. Map the tree to booleans first."
                .formatted(
                    flat.structure().paths().get(i),
                    leaf == null ? "null" : "of type " + leaf.getClass().getSimpleName()));
      }
    };
  }

  /** {@return each leaf of a prefix once for each leaf of the tree below its place} */
  static List<Object> repeated(Trees.Flat prefix, @Nullable Object tree) {
    var subtrees = TreeFlattening.upTo("broadcast", prefix.structure(), tree);
    var repeated = new ArrayList<Object>();
    for (int i = 0; i < subtrees.size(); i++) {
      int count = Trees.structure(subtrees.get(i)).leafCount();
      for (int k = 0; k < count; k++) {
        repeated.add(prefix.leaves().get(i));
      }
    }
    return repeated;
  }

  static @Nullable Object transpose(TreeDef outer, @Nullable TreeDef inner, @Nullable Object tree) {
    var subtrees = TreeFlattening.upTo("transpose", outer, tree);
    if (subtrees.isEmpty() && inner == null) {
      throw new TreeStructureException(
          "transpose needs at least one leaf in the outer structure to infer the inner structure, but %s has none. Pass the inner structure."
              .formatted(outer.toText()));
    }
    var below = inner == null ? Trees.structure(subtrees.getFirst()) : inner;
    var rows = new ArrayList<List<Object>>();
    for (int i = 0; i < subtrees.size(); i++) {
      var flat = Trees.flatten(subtrees.get(i));
      TreeComparison.requireSame(
          "transpose", "the inner structure", below, "leaf " + i, flat.structure());
      rows.add(flat.leaves());
    }
    var columns = new ArrayList<@Nullable Object>();
    for (int k = 0; k < below.leafCount(); k++) {
      int column = k;
      columns.add(outer.unflatten(rows.stream().map(row -> row.get(column)).toList()));
    }
    return below.unflatten(columns);
  }
}
