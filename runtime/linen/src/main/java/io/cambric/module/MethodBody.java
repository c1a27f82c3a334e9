package io.cambric.module;

import org.jspecify.annotations.Nullable;

/**
 * The body of a definition's method, passed to the runtime by generated classes.
 *
 * @param <R> its result
 */
@FunctionalInterface
public interface MethodBody<R extends @Nullable Object> {

  /** {@return the result for some arguments} */
  R apply(Arguments arguments);
}
