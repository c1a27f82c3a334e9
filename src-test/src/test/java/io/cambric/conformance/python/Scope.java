package io.cambric.conformance.python;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The variables of one function call or of the program; mutable while it runs. */
final class Scope {

  private final @Nullable Scope outer;
  private final Map<String, @Nullable Object> variables = new HashMap<>();

  Scope(@Nullable Scope outer) {
    this.outer = outer;
  }

  boolean has(String name) {
    return variables.containsKey(name) || (outer != null && outer.has(name));
  }

  @Nullable Object get(String name) {
    return variables.containsKey(name) || outer == null ? variables.get(name) : outer.get(name);
  }

  void set(String name, @Nullable Object value) {
    variables.put(name, value);
  }
}
