package io.cambric.optax;

import org.jspecify.annotations.Nullable;

/**
 * Adds parameters times a number to updates: weight decay, decoupled from the gradient's rescaling
 * if it comes after that.
 *
 * <pre>
 *   u = g + weightDecay p
 * </pre>
 *
 * @param weightDecay the factor; 0 leaves updates as they are
 * @see <a href="https://arxiv.org/abs/1711.05101">Loshchilov and Hutter, 2017</a>
 */
public record AddDecayedWeights(double weightDecay) implements GradientTransformation<EmptyState> {

  public AddDecayedWeights {
    Hyperparameters.requireFinite("add_decayed_weights", "weight decay", weightDecay);
  }

  @Override
  public EmptyState init(Object params) {
    return new EmptyState();
  }

  @Override
  public <P> Updated<P, EmptyState> update(P updates, EmptyState state, @Nullable P params) {
    var weights = Hyperparameters.requireParams("add_decayed_weights", params);
    if (weightDecay == 0) {
      return new Updated<>(updates, state);
    }
    return new Updated<>(Leaves.map(updates, weights, (g, p) -> g.add(p.mul(weightDecay))), state);
  }
}
