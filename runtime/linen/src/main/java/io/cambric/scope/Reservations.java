package io.cambric.scope;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The names in use in one scope during one pass: mutable, for one call.
 *
 * <p>A child scope's name clashes with any other use; a variable's only within its collection.
 */
final class Reservations {

  /** Marks the use as a child scope; no collection has this name, by the rule of {@link Names}. */
  private static final String CHILD = "";

  private final Map<String, Set<String>> uses = new HashMap<>();

  boolean hasChild(String name) {
    return uses.containsKey(name);
  }

  boolean hasVariable(String collection, String name) {
    var taken = uses.get(name);
    return taken != null && (taken.contains(CHILD) || taken.contains(collection));
  }

  void addChild(String name) {
    Names.require("a submodule", name);
    uses.computeIfAbsent(name, _ -> new HashSet<>(2)).add(CHILD);
  }

  void addVariable(String collection, String name) {
    Names.requireVariable(collection, name);
    uses.computeIfAbsent(name, _ -> new HashSet<>(2)).add(collection);
  }

  void clear() {
    uses.clear();
  }
}
