package io.cambric.tree;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Maps over trees in which leaves are replaced by others than records can hold, and put back later,
 * as where an index stands for a module.
 */
public final class LooseTrees {

  private LooseTrees() {}

  /**
   * {@return a tree with each leaf replaced}
   *
   * <p>A record whose components cannot hold what they would become is a node of the same children
   * and names instead, and the record again once they can.
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

  /** Stands for a record of a type. */
  private record LooseRecord(NodeType type, List<@Nullable Object> treeChildren)
      implements TreeNode {

    @Override
    public NodeType nodeType() {
      return new LooseType(type);
    }
  }

  /** The type of what stands for a record of a type. */
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
