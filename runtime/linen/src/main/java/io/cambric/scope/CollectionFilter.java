package io.cambric.scope;

import io.cambric.errors.InvalidFilterException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A set of names of collections or random streams: all, none, some, or all but some; a value.
 *
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/module.html">flax.core.scope
 *     filters</a>
 */
public sealed interface CollectionFilter {

  /**
   * These names and no others.
   *
   * @param names may be empty
   */
  record Only(Set<String> names) implements CollectionFilter {

    /** Copies the names. */
    public Only {
      names = java.util.Collections.unmodifiableSet(new LinkedHashSet<>(names));
    }

    @Override
    public boolean matches(String name) {
      return names.contains(name);
    }
  }

  /** Every name, or none. */
  enum Constant implements CollectionFilter {
    ALL,
    NONE;

    @Override
    public boolean matches(String name) {
      return this == ALL;
    }
  }

  /**
   * Every name that another filter does not match.
   *
   * @param denied the other filter
   */
  record Deny(CollectionFilter denied) implements CollectionFilter {

    @Override
    public boolean matches(String name) {
      return !denied.matches(name);
    }
  }

  /** {@return whether this filter matches a name} */
  boolean matches(String name);

  /** {@return the filter that matches every name} */
  static CollectionFilter all() {
    return Constant.ALL;
  }

  /** {@return the filter that matches no name} */
  static CollectionFilter none() {
    return Constant.NONE;
  }

  /**
   * {@return the filter that matches these names}
   *
   * @throws InvalidFilterException if a name is null or empty
   */
  static CollectionFilter of(String... names) {
    var given = Arrays.asList(names);
    if (given.contains(null) || given.contains("")) {
      var quoted = given.stream().map(name -> "".equals(name) ? "\"\"" : "" + name).toList();
      throw new InvalidFilterException(
          "A filter needs names of collections, but got %s. Use CollectionFilter.all(), none(), of(names) or deny(filter)."
              .formatted(names.length == 1 ? quoted.getFirst() : quoted.toString()));
    }
    return new Only(new LinkedHashSet<>(Arrays.asList(names)));
  }

  /** {@return the filter that matches the names that another does not} */
  static CollectionFilter deny(CollectionFilter denied) {
    return new Deny(denied);
  }

  /** {@return the filter that matches every name but these} */
  static CollectionFilter allBut(String... names) {
    return new Deny(of(names));
  }

  /** {@return whether no name can match} */
  default boolean isEmpty() {
    return switch (this) {
      case Constant constant -> constant == Constant.NONE;
      case Only(var names) -> names.isEmpty();
      // The NUL name is never given, so it represents all names that are not listed.
      case Deny(var denied) -> denied.matches("\0");
    };
  }

  /** {@return the union: the filter that matches the names of this or another} */
  default CollectionFilter union(CollectionFilter other) {
    if (this == Constant.ALL || other == Constant.ALL) {
      return Constant.ALL;
    }
    if (this instanceof Deny(var a)) {
      return other instanceof Deny(var b) ? new Deny(a.intersect(b)) : new Deny(a.subtract(other));
    }
    if (other instanceof Deny(var b)) {
      return new Deny(b.subtract(this));
    }
    var names = new LinkedHashSet<>(finite(this));
    names.addAll(finite(other));
    return new Only(names);
  }

  /** {@return the intersection: the filter that matches the names of both} */
  default CollectionFilter intersect(CollectionFilter other) {
    if (this == Constant.ALL) {
      return other;
    }
    if (other == Constant.ALL) {
      return this;
    }
    if (this instanceof Deny(var a)) {
      return other instanceof Deny(var b) ? new Deny(b.union(a)) : other.subtract(a);
    }
    if (other instanceof Deny(var b)) {
      return this.subtract(b);
    }
    var names = new LinkedHashSet<>(finite(this));
    names.retainAll(finite(other));
    return new Only(names);
  }

  /** {@return the difference: the filter that matches the names of this and not of another} */
  default CollectionFilter subtract(CollectionFilter other) {
    if (other == Constant.ALL) {
      return Constant.NONE;
    }
    if (this == Constant.ALL) {
      return new Deny(other);
    }
    if (this instanceof Deny(var a)) {
      return other instanceof Deny(var b) ? b.subtract(a) : new Deny(a.union(other));
    }
    if (other instanceof Deny(var b)) {
      return this.intersect(b);
    }
    var names = new LinkedHashSet<>(finite(this));
    names.removeAll(finite(other));
    return new Only(names);
  }

  private static Set<String> finite(CollectionFilter filter) {
    return switch (filter) {
      case Only(var names) -> names;
      case Constant constant when constant == Constant.NONE -> Set.of();
      case Constant _, Deny _ ->
          throw new IllegalStateException("infinite filters are handled before");
    };
  }

  /**
   * {@return the collections in groups, one for each filter; a collection joins the first group
   * whose filter matches, or none}
   */
  static List<Variables> group(Variables variables, List<? extends CollectionFilter> filters) {
    var left = new LinkedHashMap<String, Object>(variables.collections());
    var groups = new ArrayList<Variables>(filters.size());
    for (var filter : filters) {
      var group = new LinkedHashMap<String, Object>();
      left.forEach((name, values) -> {
        if (filter.matches(name)) {
          group.put(name, values);
        }
      });
      left.keySet().removeAll(group.keySet());
      groups.add(Variables.ofTrusted(group));
    }
    return groups;
  }
}
