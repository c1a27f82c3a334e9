package io.cambric.module.sample;

import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.random.Initializer;

/** Initializers for tests. */
public final class Inits {

  /** All zero. */
  public static final Initializer ZEROS =
      (_, shape, dtype) -> Lax.full(new ShapedArray(shape, dtype), 0);

  /** All one. */
  public static final Initializer KEYED =
      (_, shape, dtype) -> Lax.full(new ShapedArray(shape, dtype), 1);

  private Inits() {}
}
