package io.cambric.optax;

import io.cambric.optax.check.Hyperparameters;
import org.jspecify.annotations.Nullable;

/**
 * Weight decay: adds parameters times a number to updates. Decoupled from the rescaling of
 * gradients if chained after it.
 *
 * <pre>
 *   u = g + weightDecay p
 * </pre>
 *
 * @param weightDecay the factor; 0 leaves updates unchanged
 * @see <a href="https://arxiv.org/abs/1711.05101">Loshchilov and Hutter, 2017</a>
 */
public record AddDecayedWeights(double weightDecay) implements Stateless {

  public AddDecayedWeights {
    Hyperparameters.requireFinite("add_decayed_weights", "weight decay", weightDecay);
  }

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    var weights = Hyperparameters.requireParams("add_decayed_weights", params);
    if (weightDecay == 0) {
      return updates;
    }
    return Leaves.map(updates, weights, (g, p) -> g.add(p.mul(weightDecay)));
  }
}
