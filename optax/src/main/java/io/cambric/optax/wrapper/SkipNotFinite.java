package io.cambric.optax.wrapper;

import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Leaves;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Skips mini-steps with infinite or NaN elements in their gradients.
 *
 * <p>The state of the skip function holds {@code should_skip}, a bool scalar, and {@code
 * num_not_finite}, the number of such elements, {@code i32[]}.
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/api/optimizer_wrappers.html">
 *     optax.skip_not_finite</a>
 */
public record SkipNotFinite() implements SkipFunction {

  @Override
  public Skipped apply(Object updates, Array gradientStep, @Nullable Object params) {
    var count = Leaves.count(Leaves.map(updates, update -> Numpy.isfinite(update).not()));
    var skip = count.gt(0);
    return new Skipped(skip, Map.of("should_skip", skip, "num_not_finite", count));
  }
}
