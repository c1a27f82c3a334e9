package io.cambric.transform;

import io.cambric.tree.Opaque;
import org.jspecify.annotations.Nullable;

/**
 * A whole argument that is a constant of the program.
 *
 * @param value the argument, compared by {@code equals}
 */
record StaticArgument(@Nullable Object value) implements Opaque {

  /** {@return the argument itself} */
  static @Nullable Object unwrapped(@Nullable Object argument) {
    return argument instanceof StaticArgument(var value) ? value : argument;
  }
}
