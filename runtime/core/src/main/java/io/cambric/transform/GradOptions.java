package io.cambric.transform;

import org.jspecify.annotations.Nullable;

/**
 * The arguments and leaves in which a derivative is taken.
 *
 * @param integers whether leaves that are not floating may be differentiated, with gradient zero
 * @param argnums the arguments, or {@code null} for the first
 */
record GradOptions(boolean integers, @Nullable Argnums argnums) {

  /** The floating leaves of the first argument. */
  static final GradOptions DEFAULT = new GradOptions(false, null);

  GradOptions withIntegers(boolean allowed) {
    return new GradOptions(allowed, argnums);
  }

  GradOptions withArgnums(Argnums numbers) {
    return new GradOptions(integers, numbers);
  }
}
