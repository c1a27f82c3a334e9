package io.cambric.module;

import java.util.List;

/**
 * The submodule of a compact method that has a scope of its own. Interceptors and printed models
 * show it, as Flax shows its {@code CompactNameScope}.
 */
final class NameScope extends Module<NameScope> {

  private static final ModuleType<NameScope> TYPE =
      ModuleType.of(
          "CompactNameScope",
          NameScope.class,
          Definition.class,
          NameScope::new,
          List.of(new ModuleType.Component<>("method", "method", Definition::method)));

  private record Definition(String method) {}

  private NameScope(Handle handle, Definition definition) {
    super(TYPE, handle, definition);
  }

  static NameScope of(String method) {
    return new NameScope(Handle.unbound(method, List.of()), new Definition(method));
  }
}
