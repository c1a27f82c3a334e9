package io.cambric.processor.read;

import java.util.Set;

/**
 * What came of reading an element.
 *
 * @param <T> the model
 */
public sealed interface Reading<T> {

  /** A complete model. */
  record Complete<T>(T model) implements Reading<T> {}

  /** A model that waits for types of a later round. */
  record Waiting<T>(Set<MissingType> missing) implements Reading<T> {}

  /** A complete model if no type is missing. */
  static <T> Reading<T> of(T model, Set<MissingType> missing) {
    return missing.isEmpty() ? new Complete<>(model) : new Waiting<>(missing);
  }
}
