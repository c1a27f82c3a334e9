package io.cambric.module;

import org.jspecify.annotations.Nullable;

/**
 * A method of a definition, as generated classes hand it to the runtime.
 *
 * @param <R> its result
 */
@FunctionalInterface
public interface MethodBody<R extends @Nullable Object> {

  /** {@return the result for some arguments} */
  R apply(Arguments arguments);
}
