package io.cambric.scope.lift;

import io.cambric.scope.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A lifted transformation of one function, with its options; an immutable value. */
public interface Lifting {

  /** {@return the name of the transformation in JAX, such as {@code vmap}} */
  String name();

  /** {@return the prefix of the automatic names of its modules, such as {@code Vmap}} */
  default String prefix() {
    return Character.toUpperCase(name().charAt(0)) + name().substring(1);
  }

  /**
   * {@return the result of the transformed function}
   *
   * @param scopes the scopes of the variables and keys that the function uses; its own scope last
   * @param arguments pytrees of arrays; other leaves are static
   */
  <R extends @Nullable Object> R run(
      List<Scope> scopes, LiftedFunction<R> function, List<? extends @Nullable Object> arguments);
}
