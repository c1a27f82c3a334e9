package io.cambric.scope;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The values of one scope in all collections: mutable, for one call. They are nested in the values
 * of the parent under the scope's name, looked up at the first read, and created at the first
 * write.
 */
final class ScopeVariables {

  private final String name;

  /**
   * For each collection seen so far a {@link CollectionTable} if it is mutable, else {@link
   * Params}.
   */
  private final Map<String, Object> tables;

  private final @Nullable Audit audit;
  private @Nullable ScopeVariables parent;

  private ScopeVariables(
      @Nullable ScopeVariables parent,
      String name,
      Map<String, Object> tables,
      @Nullable Audit audit) {
    this.parent = parent;
    this.name = name;
    this.tables = tables;
    this.audit = audit;
  }

  /**
   * {@return the values of a root; values of mutable collections are copied}
   *
   * @param audit marks the variables that are used, and replaces missing ones in any collection;
   *     null for none
   */
  static ScopeVariables root(Variables variables, CollectionFilter mutable, @Nullable Audit audit) {
    var tables = new LinkedHashMap<String, Object>();
    variables
        .collections()
        .forEach((name, values) ->
            tables.put(
                name,
                audit != null || mutable.matches(name) ? CollectionTable.of(values) : values));
    return new ScopeVariables(null, "", tables, audit);
  }

  ScopeVariables child(String childName) {
    return new ScopeVariables(this, childName, new HashMap<>(), audit);
  }

  void moveUnder(ScopeVariables other) {
    parent = other;
    tables.clear();
  }

  /** {@return a value, nested ones as {@code Params}; null if there is none} */
  @Nullable Object read(String collection, String variable) {
    noteUse(collection, variable);
    return switch (table(collection)) {
      case CollectionTable table -> table.get(variable);
      case Params params -> params.entries().get(variable);
      case null, default -> null;
    };
  }

  /** Writes a value, whatever was there. */
  void write(String collection, String variable, Object value) {
    noteUse(collection, variable);
    writable(collection).put(variable, value);
  }

  private void noteUse(String collection, String variable) {
    if (audit != null) {
      audit.use(collection, place(), variable);
    }
  }

  /** Null if the collection has no values for this scope. */
  private @Nullable Object table(String collection) {
    var known = tables.get(collection);
    if (known == null && parent != null) {
      known =
          switch (parent.table(collection)) {
            case CollectionTable table -> table.child(name);
            case Params params -> params.entries().get(name) instanceof Params below ? below : null;
            case null, default -> null;
          };
      if (known != null) {
        tables.put(collection, known);
      }
    }
    return known;
  }

  /** {@return the table to write to, created if it is missing} */
  private CollectionTable writable(String collection) {
    if (table(collection) instanceof CollectionTable table) {
      return table;
    }
    var made =
        parent == null ? new CollectionTable() : parent.writable(collection).childOrNew(name);
    tables.put(collection, made);
    return made;
  }

  /** {@return the names from the root to this scope} */
  List<String> place() {
    var names = new ArrayList<String>();
    for (var at = this; at.parent != null; at = at.parent) {
      names.addFirst(at.name);
    }
    return names;
  }

  /** {@return the path of a leaf at the position of this scope or of an enclosing scope} */
  Optional<List<String>> leafOnTheWay(String collection) {
    var names = place();
    var values = top().of(collection).orElse(Params.empty());
    return IntStream.rangeClosed(1, names.size())
        .mapToObj(count -> names.subList(0, count))
        .filter(way -> !(values.find(way.toArray(String[]::new)).orElse(values) instanceof Params))
        .findFirst();
  }

  private ScopeVariables top() {
    var values = this;
    for (var next = parent; next != null; next = next.parent) {
      values = next;
    }
    return values;
  }

  boolean isCollectionAbsent(String collection) {
    return !top().tables.containsKey(collection);
  }

  /** {@return whether the whole collection, from the root, is absent or has no values} */
  boolean isCollectionEmpty(String collection) {
    return switch (top().tables.get(collection)) {
      case CollectionTable table -> table.isEmpty();
      case Params params -> params.isEmpty();
      case null, default -> true;
    };
  }

  /** {@return the names of all collections that the root has} */
  Set<String> collectionNames() {
    return top().tables.keySet();
  }

  /** {@return the current values in one collection} */
  Optional<Params> of(String collection) {
    return switch (table(collection)) {
      case CollectionTable table -> Optional.of(table.freeze());
      case Params params -> Optional.of(params);
      case null, default -> Optional.empty();
    };
  }

  /** {@return the names in one collection, in order of creation} */
  Set<String> names(String collection) {
    return of(collection).map(params -> params.entries().keySet()).orElse(Set.of());
  }

  /** {@return the current values in all collections that a filter matches} */
  Variables collections(CollectionFilter filter) {
    var found = new LinkedHashMap<String, Object>();
    for (var collection : collectionNames()) {
      if (filter.matches(collection)) {
        of(collection).ifPresent(values -> found.put(collection, values));
      }
    }
    return Variables.ofTrusted(found);
  }
}
