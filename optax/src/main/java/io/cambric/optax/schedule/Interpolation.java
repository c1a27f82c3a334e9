package io.cambric.optax.schedule;

import io.cambric.core.Array;

/**
 * Interpolation from one value to another in a number of steps, linear or along half a cosine.
 * Counts past the last step are not supported.
 *
 * <pre>
 *   line:    (to - from) k / steps + from
 *   cosine:  to + (from - to) / 2 (cos(pi k / steps) + 1)
 * </pre>
 */
record Interpolation(boolean cosine, double from, double to, int steps) implements Schedule {

  @Override
  public Array value(Array count) {
    var share = StepCounts.share(count, Math.max(1, steps));
    return cosine
        ? share.mul(Math.PI).cos().add(1).mul((from - to) / 2).add(to)
        : share.mul(to - from).add(from);
  }
}
