package io.cambric.optax.transform;

import io.cambric.build.Withers;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.base.Stateless;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Weight decay: adds parameters times a number to updates. It is decoupled from the rescaling of
 * gradients if it follows in the chain.
 *
 * <pre>
 *   u = g + weightDecay p
 * </pre>
 *
 * @param weightDecay the factor; 0 leaves updates unchanged
 * @see <a href="https://arxiv.org/abs/1711.05101">Loshchilov and Hutter, 2017</a>
 */
@Withers
public record AddDecayedWeights(Scalar weightDecay) implements Stateless, AddDecayedWeightsWith {

  public AddDecayedWeights {
    Hyperparameters.requireFinite("add_decayed_weights", "weight decay", weightDecay);
  }

  /** {@return weight decay by a number, or by a schedule with a separate count} */
  public static GradientTransformation of(ScalarOrSchedule weightDecay) {
    return switch (weightDecay) {
      case ScalarOrSchedule.Fixed(var scalar) -> new AddDecayedWeights(scalar);
      case ScalarOrSchedule.Scheduled(var schedule) -> new AddScheduledWeights(schedule);
    };
  }

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    var weights = Hyperparameters.requireParams("add_decayed_weights", params);
    if (weightDecay.is(0)) {
      return updates;
    }
    return Leaves.map(updates, weights, (g, p) -> g.add(weightDecay.times(p)));
  }
}
