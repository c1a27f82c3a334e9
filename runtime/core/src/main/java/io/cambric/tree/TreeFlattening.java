package io.cambric.tree;

import io.cambric.errors.TreeStructureException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Flattening of pytrees: to leaves, to chosen subtrees, or up to the leaves of another tree. */
final class TreeFlattening {

  private TreeFlattening() {}

  /** {@return the leaves and the structure of a tree} */
  static Trees.Flat flatten(@Nullable Object tree, @Nullable Predicate<@Nullable Object> isLeaf) {
    return DeepTree.walk(
        tree,
        () -> {
          var leaves = new ArrayList<Object>();
          var structure = collect(tree, leaves, isLeaf);
          return new Trees.Flat(leaves, structure);
        });
  }

  /** {@return a flattened node; its list of leaves is unmodifiable, so it may be cached} */
  static Trees.Flat flattenNode(TreeNode node) {
    var leaves = new ArrayList<Object>();
    var structure = collectChildren(node.nodeType(), node.treeChildren(), leaves, null);
    return new Trees.Flat(Collections.unmodifiableList(leaves), structure);
  }

  @SuppressWarnings("NullAway") // null becomes a leaf only if isLeaf accepts it
  private static TreeDef collect(
      @Nullable Object tree, List<Object> leaves, @Nullable Predicate<@Nullable Object> isLeaf) {
    if (isLeaf != null && isLeaf.test(tree)) {
      leaves.add(tree);
      return TreeDef.LEAF;
    }
    if (tree == null) {
      return TreeDef.ABSENT;
    }
    if (isLeaf == null && tree instanceof TreeNode node) {
      var flat = node.flat();
      leaves.addAll(flat.leaves());
      return flat.structure();
    }
    var level = Level.of(tree);
    if (level == null) {
      leaves.add(tree);
      return TreeDef.LEAF;
    }
    return collectChildren(level.type(), level.present(), leaves, isLeaf);
  }

  private static TreeDef collectChildren(
      NodeType type,
      List<? extends @Nullable Object> children,
      List<Object> leaves,
      @Nullable Predicate<@Nullable Object> isLeaf) {
    var structures = new ArrayList<TreeDef>(children.size());
    for (var child : children) {
      structures.add(collect(child, leaves, isLeaf));
    }
    return new TreeDef.Node(type, structures);
  }

  /** {@return the subtree of a tree at the place of each leaf of a structure} */
  static List<@Nullable Object> upTo(String what, TreeDef structure, @Nullable Object tree) {
    return DeepTree.walk(
        structure,
        () -> {
          var subtrees = new ArrayList<@Nullable Object>(structure.leafCount());
          collectUpTo(what, structure, tree, "", subtrees);
          return subtrees;
        });
  }

  private static void collectUpTo(
      String what,
      TreeDef structure,
      @Nullable Object tree,
      String path,
      List<@Nullable Object> subtrees) {
    switch (structure) {
      case TreeDef.Leaf _ -> subtrees.add(tree);
      case TreeDef.Absent _ -> {
        if (tree != null) {
          throw differs(what, path, structure, tree);
        }
      }
      case TreeDef.Node node -> {
        var level = tree == null ? null : Level.of(tree);
        if (level == null
            || !level.type().equals(node.type())
            || level.present().size() != node.children().size()) {
          throw differs(what, path, structure, tree);
        }
        var children = level.present();
        for (int i = 0; i < children.size(); i++) {
          collectUpTo(
              what,
              node.children().get(i),
              children.get(i),
              path + "/" + node.type().childName(i),
              subtrees);
        }
      }
    }
  }

  private static TreeStructureException differs(
      String what, String path, TreeDef structure, @Nullable Object tree) {
    return new TreeStructureException(
        "%s needs a second tree at least as deep as the first, but at \"%s\" the first has %s and the second has %s. Give both the same keys, lengths and record types there."
            .formatted(
                what,
                path.isEmpty() ? "/" : path,
                structure.toText(),
                Trees.structure(tree).toText()));
  }
}
