package io.cambric.processor.read;

import com.palantir.javapoet.ClassName;
import java.util.Set;

/**
 * The result of reading an element: a model, a wait for types, or nothing.
 *
 * @param <T> the model
 */
public sealed interface ReadResult<T> {

  /**
   * A complete model.
   *
   * @param mentioned the classes that other definitions of the processing round are to generate
   */
  record Complete<T>(T model, Set<ClassName> mentioned) implements ReadResult<T> {}

  /** A model that waits for types of a later processing round. */
  record Waiting<T>(Set<MissingType> missing) implements ReadResult<T> {}

  /** The complete model if no type is missing, else a model that waits. */
  static <T> ReadResult<T> of(T model, TypeReader types) {
    return types.missing().isEmpty()
        ? new Complete<>(model, types.mentioned())
        : new Waiting<>(types.missing());
  }
}
