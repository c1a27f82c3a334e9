package io.cambric.optax.transform;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.optax.base.EmptyState;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.NeedsWholeArrays;
import io.cambric.optax.base.Stateless;
import org.jspecify.annotations.Nullable;

/**
 * Centralisation: subtracts the mean over all axes but the first from arrays of two axes or more.
 *
 * @see <a href="https://arxiv.org/abs/2004.01461">Yong et al., 2020</a>
 */
public record Centralize() implements Stateless, NeedsWholeArrays<EmptyState> {

  @Override
  public boolean needsAll(Array slice, int dimension) {
    return dimension > 0;
  }

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    return Leaves.map(
        updates, g -> g.rank() > 1 ? g.sub(g.mean(Axes.range(1, g.rank()), true)) : g);
  }
}
