package io.cambric.optax;

import org.jspecify.annotations.Nullable;

/**
 * Multiplies updates by a number.
 *
 * @param stepSize the factor; negative to descend
 */
public record Scale(double stepSize) implements GradientTransformation<EmptyState> {

  public Scale {
    Hyperparameters.requireFinite("scale", "step size", stepSize);
  }

  @Override
  public EmptyState init(Object params) {
    return new EmptyState();
  }

  @Override
  public <P> Updated<P, EmptyState> update(P updates, EmptyState state, @Nullable P params) {
    return new Updated<>(Leaves.map(updates, update -> update.mul(stepSize)), state);
  }
}
