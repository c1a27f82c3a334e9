package io.cambric.transform;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ragged axes of a function.
 *
 * @param axes one tree per argument, or {@code null} for axis 0 of each array
 */
record RaggedOptions(@Nullable List<@Nullable Object> axes) {

  /** Axis 0 of all arrays, with one length. */
  static final RaggedOptions DEFAULT = new RaggedOptions(null);
}
