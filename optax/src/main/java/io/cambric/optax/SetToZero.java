package io.cambric.optax;

import org.jspecify.annotations.Nullable;

/** Replaces updates by zeros of their shapes and dtypes, which freezes parameters. */
public record SetToZero() implements GradientTransformation<EmptyState> {

  @Override
  public EmptyState init(Object params) {
    return new EmptyState();
  }

  @Override
  public <P> Updated<P, EmptyState> update(P updates, EmptyState state, @Nullable P params) {
    return new Updated<>(Leaves.map(updates, Leaves::zeros), state);
  }
}
