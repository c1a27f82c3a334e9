package io.cambric.tree;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Maps over trees with temporary leaves that components of records cannot hold, such as an index in
 * place of a module.
 */
public final class LooseTrees {

  private LooseTrees() {}

  /**
   * {@return a tree with each leaf replaced}
   *
   * <p>A record with components that cannot hold the new leaves becomes a loose node with the same
   * children and names. A later map restores the record once its components can hold the leaves
   * again.
   */
  @SuppressWarnings({"unchecked", "NullAway"}) // null only if T is nullable: the tree was null
  public static <T extends @Nullable Object> T map(T tree, Function<Object, ?> f) {
    var flat = Trees.flatten(tree);
    var leaves = new ArrayList<Object>(flat.leaves().size());
    boolean changed = false;
    for (var leaf : flat.leaves()) {
      var replaced = f.apply(leaf);
      changed |= replaced != leaf;
      leaves.add(replaced);
    }
    return changed ? (T) build(flat.structure(), leaves.iterator()) : tree;
  }

  private static @Nullable Object build(TreeDef def, Iterator<?> leaves) {
    return switch (def) {
      case TreeDef.Leaf _ -> leaves.next();
      case TreeDef.Absent _ -> null;
      case TreeDef.Node node -> {
        var children = new ArrayList<@Nullable Object>(node.children().size());
        node.children().forEach(child -> children.add(build(child, leaves)));
        var type = node.type() instanceof LooseType(var record) ? record : node.type();
        yield type.acceptsAll(children) ? type.rebuild(children) : new LooseRecord(type, children);
      }
    };
  }

  /** The loose node in place of a record of a type. */
  private record LooseRecord(NodeType type, List<@Nullable Object> treeChildren)
      implements TreeNode {

    @Override
    public NodeType nodeType() {
      return new LooseType(type);
    }
  }

  /** The type of a loose node in place of a record. */
  private record LooseType(NodeType record) implements NodeType {

    @Override
    public Object rebuild(List<? extends @Nullable Object> children) {
      return new LooseRecord(record, new ArrayList<>(children));
    }

    @Override
    public String childName(int i) {
      return record.childName(i);
    }

    @Override
    public TreeKey childKey(int i) {
      return record.childKey(i);
    }

    @Override
    public String label() {
      return record.label();
    }
  }
}
