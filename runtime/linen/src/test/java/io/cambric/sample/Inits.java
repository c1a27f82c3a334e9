package io.cambric.sample;

import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Random;

/** Initializers for tests. */
public final class Inits {

  /** Standard deviation of a normal distribution cut at two standard deviations. */
  private static final double CUT = .87962566103423978;

  /** All zero. */
  public static final Initializer ZEROS =
      (_, shape, dtype) -> Lax.full(new ShapedArray(shape, dtype), 0);

  /** As {@code lecun_normal} of Flax, for kernels of two axes. */
  public static final Initializer LECUN_NORMAL =
      (key, shape, dtype) ->
          Random.truncatedNormal(key, -2, 2, shape, dtype).mul(Math.sqrt(1.0 / shape.dim(0)) / CUT);

  private Inits() {}
}
