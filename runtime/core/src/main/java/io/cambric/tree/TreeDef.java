package io.cambric.tree;

import io.cambric.errors.TreeStructureException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The structure of a pytree without its leaves, {@code PyTreeDef} in JAX; compared by value. */
public sealed interface TreeDef {

  /** One leaf. */
  record Leaf() implements TreeDef {

    @Override
    public String toString() {
      return toText();
    }
  }

  /** {@code null}: a node without children, like {@code None} in JAX. */
  record Absent() implements TreeDef {

    @Override
    public String toString() {
      return toText();
    }
  }

  /**
   * An inner node.
   *
   * @param type type and metadata of the node
   * @param children the structures of its children
   * @param leafCount number of leaves below the node
   */
  record Node(NodeType type, List<TreeDef> children, int leafCount) implements TreeDef {

    Node(NodeType type, List<TreeDef> children) {
      this(type, children, children.stream().mapToInt(TreeDef::leafCount).sum());
    }

    @Override
    public String toString() {
      return toText();
    }
  }

  /** The structure of a single leaf. */
  TreeDef LEAF = new Leaf();

  /** The structure of {@code null}. */
  TreeDef ABSENT = new Absent();

  /**
   * {@return the structure of a list of trees of these structures}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.tree_util.treedef_tuple.html">tree_util.treedef_tuple</a>
   */
  static TreeDef ofList(List<? extends TreeDef> elements) {
    var children = List.<TreeDef>copyOf(elements);
    return new Node(
        new NodeTypes.ListType(children.size(), Containers.makerOf(children)), children);
  }

  /** {@return the structures of the children; none for a leaf and for {@code null}} */
  default List<TreeDef> children() {
    return List.of();
  }

  /** {@return the number of leaves} */
  default int leafCount() {
    return switch (this) {
      case Leaf _ -> 1;
      case Absent _ -> 0;
      case Node node -> node.leafCount;
    };
  }

  /**
   * {@return a tree of this structure with these leaves, in order}
   *
   * @throws TreeStructureException if their number is not {@link #leafCount}
   */
  default @Nullable Object unflatten(List<?> leaves) {
    if (leaves.size() != leafCount()) {
      throw new TreeStructureException(
          "A tree of structure %s needs %d leaves, but got %d."
              .formatted(toText(), leafCount(), leaves.size()));
    }
    return DeepTree.<@Nullable Object>walk(this, () -> build(this, leaves.iterator()));
  }

  private static @Nullable Object build(TreeDef def, Iterator<?> leaves) {
    return switch (def) {
      case Leaf _ -> leaves.next();
      case Absent _ -> null;
      case Node node -> {
        var children = new ArrayList<@Nullable Object>(node.children.size());
        for (var child : node.children) {
          children.add(build(child, leaves));
        }
        yield node.type.rebuild(children);
      }
    };
  }

  /** {@return the names on the path to each leaf, joined by slashes; empty for a bare leaf} */
  default List<String> paths() {
    return DeepTree.walk(
        this,
        () -> {
          var paths = new ArrayList<String>(leafCount());
          collectPaths(this, "", paths);
          return Collections.unmodifiableList(paths);
        });
  }

  /**
   * {@return the key path of each leaf}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.tree.flatten_with_path.html">tree.flatten_with_path</a>
   */
  default List<KeyPath> keyPaths() {
    return DeepTree.walk(
        this,
        () -> {
          var paths = new ArrayList<KeyPath>(leafCount());
          collectKeyPaths(this, List.of(), paths);
          return Collections.unmodifiableList(paths);
        });
  }

  private static void collectKeyPaths(TreeDef def, List<TreeKey> prefix, List<KeyPath> paths) {
    switch (def) {
      case Leaf _ -> paths.add(new KeyPath(prefix));
      case Absent _ -> {}
      case Node node -> {
        for (int i = 0; i < node.children.size(); i++) {
          var longer = new ArrayList<>(prefix);
          longer.add(node.type.childKey(i));
          collectKeyPaths(node.children.get(i), longer, paths);
        }
      }
    }
  }

  /**
   * {@return the subtrees of a tree at the places of the leaves of this structure}
   *
   * @throws TreeStructureException if the tree does not extend to the leaves of this structure,
   *     with the place
   */
  default List<@Nullable Object> flattenUpTo(@Nullable Object tree) {
    return TreeFlattening.upTo("flattenUpTo", this, tree);
  }

  private static void collectPaths(TreeDef def, String prefix, List<String> paths) {
    switch (def) {
      case Leaf _ -> paths.add(prefix);
      case Absent _ -> {}
      case Node node -> {
        for (int i = 0; i < node.children.size(); i++) {
          var name = node.type.childName(i);
          collectPaths(node.children.get(i), prefix.isEmpty() ? name : prefix + "/" + name, paths);
        }
      }
    }
  }

  /** {@return the structure on one line, {@code *} for a leaf} */
  default String toText() {
    return DeepTree.walk(this, () -> textOf(this));
  }

  private static String textOf(TreeDef def) {
    return switch (def) {
      case Leaf _ -> "*";
      case Absent _ -> "none";
      case Node node -> {
        var children = new ArrayList<String>();
        for (int i = 0; i < node.children.size(); i++) {
          children.add(node.type.childName(i) + ": " + textOf(node.children.get(i)));
        }
        yield node.type.label() + children.stream().collect(Collectors.joining(", ", "(", ")"));
      }
    };
  }
}
