package io.cambric.optax;

import org.jspecify.annotations.Nullable;

/** Passes updates on as they are. */
public record Identity() implements GradientTransformation<EmptyState> {

  @Override
  public EmptyState init(Object params) {
    return new EmptyState();
  }

  @Override
  public <P> Updated<P, EmptyState> update(P updates, EmptyState state, @Nullable P params) {
    return new Updated<>(updates, state);
  }
}
