package io.cambric.optax.wrapper;

import io.cambric.optax.base.OptState;
import io.cambric.tree.NodeType;
import io.cambric.tree.TreeKey;
import io.cambric.tree.TreeNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of a {@link NamedChain}: states of parts by name, in the order of the chain.
 *
 * <p>Paths to leaves begin with the name, such as {@code scaling/mu/kernel}. Leaves have the order
 * of the chain, whereas the leaves of a map have the order of its keys.
 *
 * @param states states by name
 */
public record NamedChainState(Map<String, OptState> states) implements OptState, TreeNode {

  public NamedChainState {
    states = Collections.unmodifiableMap(new LinkedHashMap<>(states));
  }

  @Override
  public List<OptState> treeChildren() {
    return List.copyOf(states.values());
  }

  @Override
  public NodeType nodeType() {
    return new Type(List.copyOf(states.keySet()));
  }

  /** The names of the parts. */
  private record Type(List<String> names) implements NodeType {

    @Override
    public Object rebuild(List<? extends @Nullable Object> children) {
      var states = new LinkedHashMap<String, OptState>();
      for (int i = 0; i < names.size(); i++) {
        states.put(names.get(i), (OptState) children.get(i));
      }
      return new NamedChainState(states);
    }

    @Override
    public boolean accepts(int i, Class<?> value) {
      return OptState.class.isAssignableFrom(value);
    }

    @Override
    public String childName(int i) {
      return names.get(i);
    }

    @Override
    public TreeKey childKey(int i) {
      return new TreeKey.DictKey(names.get(i));
    }

    @Override
    public String label() {
      return "named chain";
    }
  }
}
