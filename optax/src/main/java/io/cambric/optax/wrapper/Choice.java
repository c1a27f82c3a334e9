package io.cambric.optax.wrapper;

import io.cambric.core.Array;
import io.cambric.optax.base.Updated;
import io.cambric.transform.Transforms;
import java.util.List;
import java.util.function.Supplier;

/** The choice between two steps at run time. Only the chosen step is computed. */
final class Choice {

  private Choice() {}

  /**
   * {@return the result of one of two steps}
   *
   * @param condition a bool scalar
   * @param onTrue the step for true
   * @param onFalse the step for false; its result has the same structure, shapes and dtypes
   */
  static <P> Updated<P> of(
      Array condition, Supplier<Updated<P>> onTrue, Supplier<Updated<P>> onFalse) {
    return Transforms.cond(condition, _ -> onTrue.get(), _ -> onFalse.get(), List.of());
  }
}
