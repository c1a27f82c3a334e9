package io.cambric.optax.wrapper;

import io.cambric.core.Array;
import org.jspecify.annotations.Nullable;

/**
 * The choice of mini-steps that {@link MultiSteps} skips.
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/api/optimizer_wrappers.html">
 *     optax.ShouldSkipUpdateFunction</a>
 */
@FunctionalInterface
public interface SkipFunction {

  /**
   * {@return whether to skip this mini-step, and values to store}
   *
   * @param updates the gradients of the mini-step
   * @param gradientStep steps of the optimiser so far, {@code i32[]}
   * @param params the parameters, or {@code null} if they are not available
   */
  Skipped apply(Object updates, Array gradientStep, @Nullable Object params);
}
