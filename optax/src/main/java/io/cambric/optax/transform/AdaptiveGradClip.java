package io.cambric.optax.transform;

import io.cambric.array.Axes;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.EmptyState;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.NeedsWholeArrays;
import io.cambric.optax.base.Stateless;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Adaptive clipping of gradients: the norm of the gradient of each unit is limited to a fraction of
 * the norm of its weights.
 *
 * <pre>
 *   limit = clipping max(|p|, eps)       norms of units
 *   u     = g                            if |g| &lt; limit
 *   u     = g limit / max(|g|, 1e-6)     else
 * </pre>
 *
 * @param clipping the fraction, above 0
 * @param eps the least norm of weights that counts
 * @param axis the axes of a unit, or {@code null} for the axes in {@link UnitwiseNorms}
 * @see <a href="https://arxiv.org/abs/2102.06171">Brock et al., 2021</a>
 */
@Withers
public record AdaptiveGradClip(Scalar clipping, Scalar eps, @Nullable Axes axis)
    implements Stateless, NeedsWholeArrays<EmptyState>, AdaptiveGradClipWith {

  private static final Scalar DIV_EPS = Scalar.of(1e-6);

  public AdaptiveGradClip {
    Hyperparameters.requirePositive(
        "adaptive_grad_clip", "clipping", clipping, "It is a fraction of a norm; 0.01 is usual.");
    Hyperparameters.requireNotNegative("adaptive_grad_clip", "eps", eps, "1e-3 is usual.");
  }

  /** An eps of 1e-3. */
  public AdaptiveGradClip(Scalar clipping) {
    this(clipping, Scalar.of(1e-3), null);
  }

  @Override
  public boolean needsAll(Array slice, int dimension) {
    return UnitwiseNorms.extent(slice, axis)
        .normalized(slice.rank(), "adaptive_grad_clip")
        .contains(dimension);
  }

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    var weights = Hyperparameters.requireParams("adaptive_grad_clip", params);
    return Leaves.map(updates, weights, this::clipped);
  }

  private Array clipped(Array update, Array weights) {
    var norm = UnitwiseNorms.norm(weights, axis);
    var limit = clipping.times(Numpy.maximum(norm, eps.like(norm)));
    return UnitwiseNorms.clip(UnitwiseNorms.norm(update, axis), limit, update, DIV_EPS);
  }
}
