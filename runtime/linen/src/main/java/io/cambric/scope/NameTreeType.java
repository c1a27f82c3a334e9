package io.cambric.scope;

import io.cambric.tree.NodeType;
import io.cambric.tree.TreeKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The pytree node type of a map from names. The sorted names are the structure, as with dicts in
 * JAX. The order of creation is kept when a tree is mapped, but does not count in {@code equals}.
 *
 * <p>{@link Params} and {@link Variables} have this type, and their texts, in common. Their equal
 * methods only call these. A superclass for them would be a third public type, and hide the methods
 * of each from its own page.
 */
final class NameTreeType implements NodeType {

  /** The class of a node. */
  enum Kind {
    PARAMS(Params::ofTrusted),
    VARIABLES(Variables::ofTrusted);

    private final Function<Map<String, Object>, Object> build;

    Kind(Function<Map<String, Object>, Object> build) {
      this.build = build;
    }
  }

  private final Kind kind;
  private final List<String> sorted;
  private final List<String> created;

  NameTreeType(Kind kind, Map<String, ?> entries) {
    this.kind = kind;
    this.created = List.copyOf(entries.keySet());
    this.sorted = created.stream().sorted().toList();
  }

  /** {@return the values of a map with these names, in the order of the sorted names} */
  List<Object> childrenOf(Map<String, ?> entries) {
    var children = new ArrayList<Object>(sorted.size());
    for (var name : sorted) {
      children.add(entries.get(name));
    }
    return children;
  }

  @Override
  public Object rebuild(List<? extends @Nullable Object> children) {
    var byName = new LinkedHashMap<String, Object>();
    for (var name : created) {
      byName.put(name, name);
    }
    for (int i = 0; i < sorted.size(); i++) {
      var child = children.get(i);
      if (child == null) {
        byName.remove(sorted.get(i));
      } else {
        byName.put(sorted.get(i), child);
      }
    }
    return kind.build.apply(byName);
  }

  @Override
  public String childName(int i) {
    return sorted.get(i);
  }

  @Override
  public TreeKey childKey(int i) {
    return new TreeKey.DictKey(sorted.get(i));
  }

  @Override
  public String label() {
    return kind == Kind.PARAMS ? "params" : "variables";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NameTreeType type && kind == type.kind && sorted.equals(type.sorted);
  }

  @Override
  public int hashCode() {
    return 31 * kind.ordinal() + sorted.hashCode();
  }
}
