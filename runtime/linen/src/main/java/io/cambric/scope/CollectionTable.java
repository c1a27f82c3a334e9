package io.cambric.scope;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values of a scope in one mutable collection, with the values of its children nested inside:
 * mutable, for one call. Parent and child share the table of the child, so both see a write.
 */
final class CollectionTable {

  private final Map<String, Object> entries = new LinkedHashMap<>();

  static CollectionTable of(Params params) {
    var table = new CollectionTable();
    params.entries().forEach((name, value) -> table.entries.put(name, thawed(value)));
    return table;
  }

  private static Object thawed(Object value) {
    return value instanceof Params params ? of(params) : value;
  }

  /** {@return a value, nested ones as an immutable copy; null if there is none} */
  @Nullable Object get(String name) {
    var value = entries.get(name);
    return value instanceof CollectionTable table ? table.freeze() : value;
  }

  boolean contains(String name) {
    return entries.containsKey(name);
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  @Nullable CollectionTable child(String name) {
    return entries.get(name) instanceof CollectionTable table ? table : null;
  }

  /** A leaf of that name is refused, because it would be lost. */
  CollectionTable childOrNew(String name) {
    return switch (entries.get(name)) {
      case CollectionTable child -> child;
      case null -> {
        var child = new CollectionTable();
        entries.put(name, child);
        yield child;
      }
      case Object leaf -> throw ScopeErrors.leafInPlaceOfChild(name, leaf);
    };
  }

  /**
   * Nested values are merged name by name into nested values that are there, so aliases see them.
   */
  void put(String name, Object value) {
    if (value instanceof Params params && entries.get(name) instanceof CollectionTable table) {
      params.entries().forEach(table::put);
    } else {
      entries.put(name, thawed(value));
    }
  }

  Params freeze() {
    var frozen = new LinkedHashMap<String, Object>();
    entries.forEach((name, value) ->
        frozen.put(name, value instanceof CollectionTable table ? table.freeze() : value));
    return Params.ofTrusted(frozen);
  }

  /** {@return the list that {@code sow} stores: the values so far and one more} */
  static List<Object> appended(List<Object> before, Object value) {
    var longer = new ArrayList<>(before);
    longer.add(value);
    return Collections.unmodifiableList(longer);
  }
}
