package io.cambric.conformance.python;

import org.jspecify.annotations.Nullable;

/** The value of {@code from:to:step} in an index; each is null where it is left out. */
public record Slice(@Nullable Object from, @Nullable Object to, @Nullable Object step) {

  /** {@return whether this takes all of an axis} */
  public boolean isWhole() {
    return from == null && to == null && step == null;
  }
}
