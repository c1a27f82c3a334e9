package io.cambric.scope.lift;

import io.cambric.scope.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a lifted transformation runs: a function of scopes and arguments. Arguments are pytrees;
 * leaves that are not arrays are static.
 *
 * @param <R> result
 */
@FunctionalInterface
public interface LiftedFunction<R extends @Nullable Object> {

  /**
   * {@return the result}
   *
   * @param scopes those inside of the transformation, in the order of those outside
   */
  R apply(List<Scope> scopes, List<? extends @Nullable Object> arguments);

  /**
   * {@return what decides, beside scopes and arguments, what this function computes; functions with
   * equal keys share compiled programs, and one without a key has each for one call}
   */
  default @Nullable Object key() {
    return this;
  }

  /** {@return what running the function has changed beside its scopes, for {@link #restore}} */
  default Object state() {
    return "";
  }

  /** Changes what running the function would, where a compiled program runs in its place. */
  default void restore(Object state) {}
}
