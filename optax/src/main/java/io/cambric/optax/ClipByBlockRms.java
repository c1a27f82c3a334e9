package io.cambric.optax;

import io.cambric.lax.Lax;
import io.cambric.optax.check.Hyperparameters;
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
public record ClipByBlockRms(double threshold) implements Stateless {

  public ClipByBlockRms {
    Hyperparameters.requirePositive(
        "clip_by_block_rms",
        "threshold",
        threshold,
        "It is the largest root mean square that passes.");
  }

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    return Leaves.map(
        updates,
        update -> {
          var excess = update.square().mean().sqrt().div(threshold);
          return update.div(Lax.max(excess, Lax.fullLike(excess, 1)));
        });
  }
}
