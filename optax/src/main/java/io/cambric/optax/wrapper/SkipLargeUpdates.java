package io.cambric.optax.wrapper;

import io.cambric.core.Array;
import io.cambric.optax.base.Norms;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Skips mini-steps with gradients of a large or NaN norm.
 *
 * <p>The state of the skip function holds {@code should_skip}, a bool scalar, and {@code
 * norm_squared}, the sum of squares of all elements, a scalar.
 *
 * @param maxSquaredNorm the least squared norm to skip, above 0
 * @see <a href="https://optax.readthedocs.io/en/latest/api/optimizer_wrappers.html">
 *     optax.skip_large_updates</a>
 */
public record SkipLargeUpdates(Scalar maxSquaredNorm) implements SkipFunction {

  public SkipLargeUpdates {
    Hyperparameters.requirePositive(
        "skip_large_updates",
        "max_squared_norm",
        maxSquaredNorm,
        "It is the square of the largest norm.");
  }

  @Override
  public Skipped apply(Object updates, Array gradientStep, @Nullable Object params) {
    var squares = Norms.squared(updates);
    var skip = squares.lt(maxSquaredNorm.like(squares)).not();
    return new Skipped(skip, Map.of("should_skip", skip, "norm_squared", squares));
  }
}
