package io.cambric.scope.lift;

import io.cambric.scope.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function that a lifted transformation runs: from scopes and arguments to a result. Arguments
 * are pytrees; leaves that are not arrays are static.
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
   * {@return the cache key of this function; null for none} Functions with equal keys share
   * compiled programs. Without a key, a program serves one call.
   */
  default @Nullable Object key() {
    return this;
  }

  /**
   * {@return the state outside of its scopes that running the function has changed, for {@link
   * #restore}}
   */
  default Object state() {
    return "";
  }

  /**
   * Makes the changes that a run of the function would make. Needed when a compiled program runs in
   * its place.
   */
  default void restore(Object state) {}
}
