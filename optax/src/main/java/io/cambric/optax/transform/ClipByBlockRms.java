package io.cambric.optax.transform;

import io.cambric.build.Withers;
import io.cambric.lax.Lax;
import io.cambric.optax.base.EmptyState;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.NeedsWholeArrays;
import io.cambric.optax.base.Stateless;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Clipping by the root mean square of each array of updates.
 *
 * <pre>
 *   u = g / max(1, rms(g) / threshold)
 * </pre>
 *
 * @param threshold the largest root mean square that passes unchanged, above 0
 * @see <a href="https://arxiv.org/abs/1804.04235">Shazeer and Stern, 2018</a>
 */
@Withers
public record ClipByBlockRms(Scalar threshold)
    implements Stateless, NeedsWholeArrays<EmptyState>, ClipByBlockRmsWith {

  public ClipByBlockRms {
    Hyperparameters.requirePositive(
        "clip_by_block_rms",
        "threshold",
        threshold,
        "It is the largest root mean square after clipping.");
  }

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    return Leaves.map(
        updates,
        update -> {
          var rms = update.square().mean().sqrt();
          var excess = rms.div(threshold.like(rms));
          return update.div(Lax.max(excess, Lax.fullLike(excess, 1)));
        });
  }
}
