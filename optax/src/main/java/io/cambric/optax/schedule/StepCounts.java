package io.cambric.optax.schedule;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.lax.Lax;

/** Integer arithmetic on step counts. */
final class StepCounts {

  private StepCounts() {}

  /** {@return count - steps, in the dtype of the count} */
  static Array minus(Array count, int steps) {
    return steps == 0 ? count : Lax.sub(count, Lax.fullLike(count, steps));
  }

  /** {@return the count, at least {@code low} and at most {@code high}} */
  static Array clip(Array count, int low, int high) {
    return Lax.min(Lax.max(count, Lax.fullLike(count, low)), Lax.fullLike(count, high));
  }

  /** {@return count / steps, in f32} */
  static Array share(Array count, int steps) {
    return count.astype(DType.F32).div(steps);
  }

  /** {@return whether the count is below a boundary} */
  static Array isBelow(Array count, int boundary) {
    return Lax.lt(count, Lax.fullLike(count, boundary));
  }
}
