package io.cambric.optax.base;

import io.cambric.tree.NodeType;
import io.cambric.tree.TreeKey;
import io.cambric.tree.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The state of a {@link Chain}: one state for each part, in order.
 *
 * <p>Paths to leaves begin with the number of the part, such as {@code 0/mu/kernel}. A chain inside
 * a chain has a separate state.
 */
public final class ChainState implements OptState, TreeNode {

  private final List<OptState> states;

  /** The state of a chain with parts in these states. */
  public ChainState(List<? extends OptState> states) {
    this.states = List.copyOf(states);
  }

  /** {@return the states of the parts} */
  public List<OptState> states() {
    return states;
  }

  /** {@return the state of a part, counted from 0} */
  public OptState get(int part) {
    return states.get(part);
  }

  /** {@return the number of parts} */
  public int size() {
    return states.size();
  }

  @Override
  public List<OptState> treeChildren() {
    return states;
  }

  @Override
  public NodeType nodeType() {
    return new Type(states.size());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ChainState chain && states.equals(chain.states);
  }

  @Override
  public int hashCode() {
    return states.hashCode();
  }

  /** {@return the states with their transformations, one per line} */
  @Override
  public String toString() {
    return states.stream()
        .map(ChainState::text)
        .map(text -> "  " + text.replace("\n", "\n  ") + "\n")
        .collect(Collectors.joining("", "chain [\n", "]"));
  }

  /** The name of a nested record includes the enclosing record. */
  private static String text(OptState state) {
    var simple = state.getClass().getSimpleName();
    var text = state.toString();
    return text.startsWith(simple)
        ? StateSearch.textOf(state) + text.substring(simple.length())
        : text;
  }

  /** The number of parts. */
  private record Type(int size) implements NodeType {

    @Override
    public Object rebuild(List<? extends @Nullable Object> children) {
      var states = new ArrayList<OptState>(size);
      for (var child : children) {
        states.add((OptState) child);
      }
      return new ChainState(states);
    }

    @Override
    public boolean accepts(int i, Class<?> value) {
      return OptState.class.isAssignableFrom(value);
    }

    @Override
    public String childName(int i) {
      return Integer.toString(i);
    }

    @Override
    public TreeKey childKey(int i) {
      return new TreeKey.SequenceKey(i);
    }

    @Override
    public String label() {
      return "chain";
    }
  }
}
