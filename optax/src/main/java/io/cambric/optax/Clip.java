package io.cambric.optax;

import io.cambric.lax.Lax;
import org.jspecify.annotations.Nullable;

/**
 * Limits each element of updates to {@code [-maxDelta, maxDelta]}.
 *
 * @param maxDelta the largest absolute value that passes, not negative
 */
public record Clip(double maxDelta) implements GradientTransformation<EmptyState> {

  public Clip {
    Hyperparameters.requireNotNegative(
        "clip", "max_delta", maxDelta, "It is the largest absolute value that passes.");
  }

  @Override
  public EmptyState init(Object params) {
    return new EmptyState();
  }

  @Override
  public <P> Updated<P, EmptyState> update(P updates, EmptyState state, @Nullable P params) {
    return new Updated<>(
        Leaves.map(
            updates,
            update ->
                Lax.min(
                    Lax.max(update, Lax.fullLike(update, -maxDelta)),
                    Lax.fullLike(update, maxDelta))),
        state);
  }
}
