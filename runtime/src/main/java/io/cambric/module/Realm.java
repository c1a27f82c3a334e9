package io.cambric.module;

import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which unbound modules, found in components, are bound to what: mutable, for one call. By
 * identity, so that one object in two components is one submodule.
 */
final class Realm {

  private final @Nullable Realm outer;
  private final Realm outermost;
  private final Map<Module<?>, Binding> bindings = new IdentityHashMap<>();

  Realm(@Nullable Realm outer) {
    this.outer = outer;
    this.outermost = outer == null ? this : outer.outermost;
  }

  /** {@return whether both belong to one init, apply or bind} */
  boolean isOfSameCall(Realm other) {
    return outermost == other.outermost;
  }

  /** {@return the binding made here or further out} */
  @Nullable Binding find(Module<?> module) {
    var found = bindings.get(module);
    return found == null && outer != null ? outer.find(module) : found;
  }

  /** {@return whether a binding was made here; those further out do not count} */
  boolean has(Module<?> module) {
    return bindings.containsKey(module);
  }

  void add(Module<?> module, Binding binding) {
    bindings.put(module, binding);
  }
}
