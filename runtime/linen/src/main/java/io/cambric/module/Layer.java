package io.cambric.module;

import io.cambric.core.Array;

/**
 * A function from one array to one: a module with {@code Array call(Array)}, or a plain function
 * such as an activation.
 */
@FunctionalInterface
public interface Layer {

  /** {@return the output for an input} */
  Array call(Array x);
}
