package io.cambric.conformance.python;

import io.cambric.tree.NodeType;
import io.cambric.tree.TreeDef;
import io.cambric.tree.TreeNode;
import io.cambric.tree.Trees;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * A tuple: a list that cannot change and that an index takes apart; as a pytree it is like any
 * list.
 */
public final class Tuple extends AbstractList<@Nullable Object> implements RandomAccess, TreeNode {

  private final @Nullable Object[] items;

  private Tuple(@Nullable Object[] items) {
    this.items = items;
  }

  /** {@return a tuple of these items} */
  public static Tuple of(@Nullable Object... items) {
    return new Tuple(items.clone());
  }

  /** {@return a tuple of the items of a list} */
  public static Tuple of(List<? extends @Nullable Object> items) {
    return new Tuple(items.toArray());
  }

  @Override
  public @Nullable Object get(int index) {
    return items[index];
  }

  @Override
  public int size() {
    return items.length;
  }

  @Override
  public List<? extends @Nullable Object> treeChildren() {
    return this;
  }

  @Override
  public NodeType nodeType() {
    var list = Collections.unmodifiableList(Arrays.asList(items));
    return ((TreeDef.Node) Trees.structure(list)).type();
  }

  @Override
  public String toString() {
    var text = Arrays.toString(items);
    return "(" + text.substring(1, text.length() - 1) + ")";
  }
}
