package io.cambric.scope;

import com.google.errorprone.annotations.CheckReturnValue;
import io.cambric.core.Array;
import io.cambric.errors.InvalidNameException;
import io.cambric.errors.InvalidVariablesException;
import io.cambric.errors.VariableNotFoundException;
import io.cambric.tree.NamedNode;
import io.cambric.tree.NodeType;
import io.cambric.tree.TreeKey;
import io.cambric.tree.Trees;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The values of one collection, such as the parameters: a nested map from names to arrays. An
 * immutable value and a pytree.
 *
 * <p>The names are names of modules and, innermost, of variables. Iteration and text follow the
 * order of creation; as a pytree the leaves are in the order of the sorted names, as with JAX's
 * dicts. The value of a variable is an array or any other pytree, such as the list that {@code sow}
 * collects.
 *
 * <p>The name of a variable may contain slashes, as in {@code WeightNorm}. A path consists of all
 * names down to a value, joined by slashes. No two values have the same path.
 *
 * {@snippet :
 * Array kernel = params.get("Dense_0", "kernel");
 * Params halved = params.map(leaf -> leaf.mul(0.5));
 * }
 */
@CheckReturnValue
public final class Params implements NamedNode {

  private static final Params EMPTY = new Params(Collections.emptyMap());

  private final Map<String, Object> entries;
  private final NameTreeType type;
  private Trees.@Nullable Flat flat;

  private Params(Map<String, Object> entries) {
    this.entries = entries;
    this.type = new NameTreeType(NameTreeType.Kind.PARAMS, entries);
  }

  /** {@return the collection without values} */
  public static Params empty() {
    return EMPTY;
  }

  /**
   * {@return a collection of these values; maps among them, at any depth, become nested
   * collections}
   *
   * @throws InvalidVariablesException if a value is null
   * @throws InvalidNameException if a name is empty, a nested collection has a slash in its name,
   *     or two values have one path
   */
  public static Params of(Map<String, ?> entries) {
    var copy = new LinkedHashMap<String, Object>();
    entries.forEach((name, value) -> copy.put(name, normalized(name, value)));
    return ofTrusted(copy).withDistinctPaths();
  }

  /** {@return a collection of one value} */
  public static Params of(String name, Object value) {
    return of(Collections.singletonMap(name, value));
  }

  /** A collection over a map with normalized values that is never written again. */
  static Params ofTrusted(Map<String, Object> entries) {
    return entries.isEmpty() ? EMPTY : new Params(Collections.unmodifiableMap(entries));
  }

  private static Object normalized(@Nullable Object name, @Nullable Object value) {
    if (!(name instanceof String text)) {
      throw new InvalidVariablesException(
          "Variables need strings as names, but got %s. Name modules and variables with strings."
              .formatted(name));
    }
    if (value instanceof Map || value instanceof Params) {
      Names.require("a nested collection", text);
    } else {
      Names.requirePath("a value in a collection", text);
    }
    if (value == null) {
      throw new InvalidVariablesException(
          "Variables need a value for each name, but \"%s\" has none. Leave the name out."
              .formatted(text));
    }
    if (!(value instanceof Map<?, ?> map)) {
      return value;
    }
    var copy = new LinkedHashMap<String, Object>();
    map.forEach((inner, below) -> copy.put(String.valueOf(inner), normalized(inner, below)));
    return ofTrusted(copy);
  }

  /**
   * {@return the names here with their values, nested ones as {@code Params}, in order of creation}
   */
  @Override
  public Map<String, Object> entries() {
    return entries;
  }

  /** {@return whether there is no name} */
  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /**
   * {@return the value at a path, if there is one: an array, another pytree, or nested {@code
   * Params}}
   *
   * @param path the names, or the parts of one of {@link #paths} between its slashes
   */
  public Optional<Object> find(String... path) {
    return Optional.ofNullable(find(Arrays.asList(path)));
  }

  private @Nullable Object find(List<String> path) {
    var exact = walk(path);
    return exact == null ? walk(names(path)) : exact;
  }

  private @Nullable Object walk(List<String> names) {
    Object found = this;
    for (var name : names) {
      found = found instanceof Params params ? params.entries.get(name) : null;
    }
    return found;
  }

  /**
   * {@return the names of the value at a path} A name may hold slashes, so it may be several parts
   * of the path. No two values have one path. Without a value the parts are the names.
   */
  private List<String> names(List<String> path) {
    for (int count = 1; count <= path.size(); count++) {
      var name = String.join("/", path.subList(0, count));
      var rest = path.subList(count, path.size());
      var value = entries.get(name);
      if (value != null && rest.isEmpty()) {
        return List.of(name);
      }
      if (value instanceof Params below && below.find(rest) != null) {
        return NamePath.above(name, below.names(rest));
      }
    }
    return path;
  }

  /** {@return whether there is a value at a path} */
  public boolean contains(String... path) {
    return find(path).isPresent();
  }

  /**
   * {@return the array at a path}
   *
   * @throws VariableNotFoundException if there is none, or something else
   */
  public Array get(String... path) {
    return find(path)
        .filter(Array.class::isInstance)
        .map(Array.class::cast)
        .orElseThrow(() -> NameSuggestions.array(this, path));
  }

  /**
   * {@return the part of the collection below a path}
   *
   * @throws VariableNotFoundException if there is none, or a leaf
   */
  public Params at(String... path) {
    return find(path)
        .filter(Params.class::isInstance)
        .map(Params.class::cast)
        .orElseThrow(() -> NameSuggestions.subtree(this, path));
  }

  /**
   * {@return this with a value, or a nested map, added or replaced at a path}
   *
   * @param path at least one name
   * @throws InvalidVariablesException if the path is empty, or goes through a leaf
   * @throws InvalidNameException if a name is empty, a nested collection has a slash in its name,
   *     or two values have one path
   */
  public Params with(List<String> path, Object value) {
    if (path.isEmpty()) {
      throw new InvalidVariablesException(
          "Params.with needs the names on the path to the value, but the path is empty. "
              + "Pass at least one name; Params.of(map) makes a whole collection.");
    }
    return with(names(path), 0, value).withDistinctPaths();
  }

  /** {@return this, checked to have one value for each path, which only slashes can contradict} */
  private Params withDistinctPaths() {
    if (!hasPathAsName()) {
      return this;
    }
    var seen = new HashSet<String>();
    for (var path : paths()) {
      if (!seen.add(path)) {
        throw new InvalidNameException(
            "Each value in a collection needs a different path, but \"%s\" is the name of one and the path of another. Pass the names one by one: %s."
                .formatted(path, NameSuggestions.quoted(List.of(path.split("/")))));
      }
    }
    return this;
  }

  private boolean hasPathAsName() {
    return entries.entrySet().stream()
        .anyMatch(each ->
            each.getValue() instanceof Params below
                ? below.hasPathAsName()
                : Names.isPath(each.getKey()));
  }

  private Params with(List<String> path, int depth, Object value) {
    var name = path.get(depth);
    var copy = new LinkedHashMap<>(entries);
    if (depth == path.size() - 1) {
      copy.put(name, normalized(name, value));
    } else {
      Names.require("a nested collection", name);
      copy.put(name, below(path.subList(0, depth + 1)).with(path, depth + 1, value));
    }
    return ofTrusted(copy);
  }

  /** {@return the nested values at the last of these names; empty if missing, refused if a leaf} */
  private Params below(List<String> path) {
    return switch (entries.get(path.getLast())) {
      case null -> EMPTY;
      case Params params -> params;
      case Object leaf ->
          throw new InvalidVariablesException(
              "Params.with needs nested values on the path to its place, but \"%s\" is %s. Remove it first with without(%s)."
                  .formatted(
                      String.join("/", path),
                      VariablesText.leafText(leaf),
                      NameSuggestions.quoted(path)));
    };
  }

  /** {@return this with a value, or nested map, put in or replaced} */
  public Params with(String name, Object value) {
    return with(List.of(name), value);
  }

  /** {@return this without the value at a path; emptied nested maps stay} */
  public Params without(String... path) {
    if (!contains(path) || path.length == 0) {
      return this;
    }
    var names = names(Arrays.asList(path));
    var first = names.getFirst();
    var copy = new LinkedHashMap<>(entries);
    if (names.size() == 1) {
      copy.remove(first);
    } else {
      copy.put(first, at(first).without(names.subList(1, names.size()).toArray(String[]::new)));
    }
    return ofTrusted(copy);
  }

  /**
   * {@return the paths of the leaves, names joined by slashes, in the order of the leaves}
   *
   * <p>{@link #find} and {@link #get} take the parts between the slashes, as in {@code
   * get(path.split("/"))}, though a name such as {@code layer_instance/kernel/scale} is several of
   * them. {@link #namePaths} has the names themselves.
   */
  public List<String> paths() {
    return Trees.structure(this).paths();
  }

  /**
   * {@return for each leaf the names on the way to it, in the order of the leaves}
   *
   * @see <a
   *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.traverse_util.html#flax.traverse_util.flatten_dict">flatten_dict</a>
   */
  public List<List<String>> namePaths() {
    return Trees.structure(this).keyPaths().stream()
        .map(path -> path.keys().stream().map(TreeKey::simple).toList())
        .toList();
  }

  /** {@return this with each array replaced; other leaves stay} */
  public Params map(Function<? super Array, ?> f) {
    return Trees.map(this, leaf -> leaf instanceof Array array ? f.apply(array) : leaf);
  }

  /** {@return this with each array replaced, given its path, names joined by slashes} */
  public Params mapWithPath(BiFunction<? super String, ? super Array, ?> f) {
    var paths = paths().iterator();
    return Trees.map(
        this,
        leaf -> {
          var path = paths.next();
          return leaf instanceof Array array ? f.apply(path, array) : leaf;
        });
  }

  /** {@return the number of elements of all arrays} */
  public long elementCount() {
    return Trees.leaves(this).stream()
        .mapToLong(leaf -> leaf instanceof Array array ? array.size() : 0)
        .sum();
  }

  @Override
  public List<Object> treeChildren() {
    return type.childrenOf(entries);
  }

  @Override
  public NodeType nodeType() {
    return type;
  }

  /** Flattened once, as training steps flatten the same parameters many times. */
  @Override
  public Trees.Flat flat() {
    var known = flat;
    if (known == null) {
      known = NamedNode.super.flat();
      flat = known;
    }
    return known;
  }

  /**
   * {@return the text as a frozen dictionary of Flax, in the order of creation, with the values in
   * the notation of Python}
   *
   * @see <a
   *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.core.frozen_dict.html">flax.core.frozen_dict.pretty_repr</a>
   */
  public String prettyRepr() {
    return prettyRepr(4);
  }

  /**
   * {@return the text as a frozen dictionary of Flax}
   *
   * @param spaces of each level
   */
  public String prettyRepr(int spaces) {
    return PrettyRepr.of(entries, spaces);
  }

  /** {@return one line for each name, in order of creation, indented by depth, arrays as avals} */
  public String toText() {
    return VariablesText.of(entries);
  }

  /**
   * Two collections are equal when they have the same names with equal values; arrays by identity.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof Params params && entries.equals(params.entries);
  }

  @Override
  public int hashCode() {
    return entries.hashCode();
  }

  @Override
  public String toString() {
    return toText();
  }
}
