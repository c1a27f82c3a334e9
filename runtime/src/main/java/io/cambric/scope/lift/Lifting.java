package io.cambric.scope.lift;

import io.cambric.scope.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A lifted transformation of one function, with all of its options; an immutable value. */
public interface Lifting {

  /** {@return its name in the manner of JAX, such as {@code vmap}} */
  String name();

  /** {@return what it puts before the automatic names of modules, such as {@code Vmap}} */
  default String prefix() {
    return Character.toUpperCase(name().charAt(0)) + name().substring(1);
  }

  /**
   * {@return what the transformed function returns}
   *
   * @param scopes what the function takes variables and keys from; that of the function itself last
   * @param arguments pytrees of arrays; other leaves are static
   */
  <R extends @Nullable Object> R run(
      List<Scope> scopes, LiftedFunction<R> function, List<? extends @Nullable Object> arguments);
}
