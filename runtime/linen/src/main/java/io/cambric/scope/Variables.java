package io.cambric.scope;

import com.google.errorprone.annotations.CheckReturnValue;
import io.cambric.errors.CollectionNotFoundException;
import io.cambric.errors.InvalidVariablesException;
import io.cambric.tree.NamedNode;
import io.cambric.tree.NodeType;
import io.cambric.tree.Trees;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * All variables of a model: a map from collections, such as {@code params} and {@code batch_stats},
 * to their values. An immutable value and a pytree, returned by {@code init}.
 */
@CheckReturnValue
public final class Variables implements NamedNode {

  /** The name of the collection that is trained. */
  public static final String PARAMS = "params";

  private static final Variables EMPTY = new Variables(Collections.emptyMap());

  private final Map<String, Params> collections;
  private final NameTreeType type;
  private Trees.@Nullable Flat flat;

  private Variables(Map<String, Params> collections) {
    this.collections = collections;
    this.type = new NameTreeType(NameTreeType.Kind.VARIABLES, collections);
  }

  /** {@return no variables} */
  public static Variables empty() {
    return EMPTY;
  }

  /** {@return variables with the one collection {@code params}} */
  public static Variables of(Params params) {
    return EMPTY.with(PARAMS, params);
  }

  /** {@return variables with one collection} */
  public static Variables of(String collection, Params values) {
    return EMPTY.with(collection, values);
  }

  /**
   * {@return variables of these collections, each {@code Params} or a nested map}
   *
   * @throws InvalidVariablesException if a collection is neither, or a name is not a string
   * @throws io.cambric.errors.InvalidNameException if a name is empty or has a slash in it
   */
  public static Variables of(Map<String, ?> collections) {
    var copy = new LinkedHashMap<String, Object>();
    collections.forEach((name, values) ->
        copy.put(
            Names.require("a collection", name),
            values instanceof Map<?, ?> map ? Params.of(name, map).at(name) : values));
    return ofTrusted(copy);
  }

  /** Variables over a map that is not written any more; also used to unflatten a mapped tree. */
  static Variables ofTrusted(Map<String, Object> entries) {
    var collections = new LinkedHashMap<String, Params>();
    entries.forEach((name, values) -> {
      if (!(values instanceof Params params)) {
        throw new InvalidVariablesException(
            "Variables map names of collections to nested values, but \"%s\" is %s. Put arrays in a collection, as in Variables.of(\"params\", Params.of(\"%s\", array))."
                .formatted(name, values, name));
      }
      collections.put(name, params);
    });
    return collections.isEmpty() ? EMPTY : new Variables(Collections.unmodifiableMap(collections));
  }

  /** {@return the collection {@code params}, empty if there is none} */
  public Params params() {
    return collections.getOrDefault(PARAMS, Params.empty());
  }

  /**
   * {@return a collection}
   *
   * @throws CollectionNotFoundException if there is none of this name
   */
  public Params collection(String name) {
    var found = collections.get(name);
    if (found == null) {
      throw new CollectionNotFoundException(
          "There is no collection \"%s\"; the collections are %s.%s%s"
              .formatted(name, names(), NameSuggestions.didYouMean(name, names()), within(name)));
    }
    return found;
  }

  /** {@return a hint that a name is one level below, with a space in front, or nothing} */
  private String within(String name) {
    return collections.entrySet().stream()
        .filter(each -> each.getValue().contains(name))
        .findFirst()
        .map(each ->
            " \"%s\" is in \"%s\": get it with collection(\"%s\")."
                .formatted(name, each.getKey(), each.getKey()))
        .orElse("");
  }

  /** {@return whether there is a collection of this name} */
  public boolean contains(String collection) {
    return collections.containsKey(collection);
  }

  /** {@return the names of the collections, in order of creation} */
  public Set<String> names() {
    return collections.keySet();
  }

  /** {@return the collections by name, in order of creation} */
  public Map<String, Params> collections() {
    return collections;
  }

  /** {@return the collections by name, in order of creation} */
  @Override
  public Map<String, Params> entries() {
    return collections;
  }

  /** {@return whether there is no collection} */
  public boolean isEmpty() {
    return collections.isEmpty();
  }

  /**
   * {@return this with a collection added or replaced}
   *
   * @throws io.cambric.errors.InvalidNameException if the name is empty or has a slash in it
   */
  public Variables with(String collection, Params values) {
    var copy = new LinkedHashMap<>(collections);
    copy.put(Names.require("a collection", collection), values);
    return new Variables(Collections.unmodifiableMap(copy));
  }

  /** {@return this with other values in the collection {@code params}} */
  public Variables withParams(Params params) {
    return with(PARAMS, params);
  }

  /**
   * {@return this with the collections of {@code other}, such as the result of apply, added or
   * replaced}
   */
  public Variables with(Variables other) {
    var copy = new LinkedHashMap<>(collections);
    copy.putAll(other.collections);
    return copy.isEmpty() ? EMPTY : new Variables(Collections.unmodifiableMap(copy));
  }

  /** {@return this without a collection} */
  public Variables without(String collection) {
    return only(CollectionFilter.deny(CollectionFilter.of(collection)));
  }

  /** {@return the collections that a filter matches} */
  public Variables only(CollectionFilter filter) {
    var kept = new LinkedHashMap<>(collections);
    kept.keySet().removeIf(name -> !filter.matches(name));
    return kept.isEmpty() ? EMPTY : new Variables(Collections.unmodifiableMap(kept));
  }

  /** {@return these with each value replaced, arrays or not; boxes are not opened} */
  Variables map(UnaryOperator<Object> f) {
    var mapped = new LinkedHashMap<String, Object>();
    collections.forEach((name, values) -> mapped.put(name, map(values, f)));
    return ofTrusted(mapped);
  }

  private static Object map(Object value, UnaryOperator<Object> f) {
    if (!(value instanceof Params params)) {
      return f.apply(value);
    }
    var mapped = new LinkedHashMap<String, Object>();
    params.entries().forEach((name, below) -> mapped.put(name, map(below, f)));
    return Params.ofTrusted(mapped);
  }

  /** {@return these with the outermost box of each variable replaced} */
  public Variables mapBoxes(UnaryOperator<AxisMetadata> f) {
    return map(value -> value instanceof AxisMetadata box ? f.apply(box) : value);
  }

  @Override
  public List<Object> treeChildren() {
    return type.childrenOf(collections);
  }

  @Override
  public NodeType nodeType() {
    return type;
  }

  /** Flattened once, as training steps flatten the same variables many times. */
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
    return PrettyRepr.of(collections, spaces);
  }

  /** {@return one line for each name, in order of creation, indented by depth, arrays as avals} */
  public String toText() {
    return VariablesText.of(collections);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Variables variables && collections.equals(variables.collections);
  }

  @Override
  public int hashCode() {
    return collections.hashCode();
  }

  @Override
  public String toString() {
    return toText();
  }
}
