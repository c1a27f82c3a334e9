package io.cambric.optax.contrib;

import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.optax.base.EmptyState;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.NeedsWholeArrays;
import io.cambric.optax.base.Stateless;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Scaling by the shape of weights, the part of {@link Muon} after the orthogonalization.
 *
 * <pre>
 *   u = sqrt(max(1, fanOut / fanIn)) g
 *   u = sqrt(max(fanIn, fanOut)) consistentRms g      if the latter is given
 * </pre>
 *
 * @param weightDimensionNumbers the axes of each weight, or {@code null} if all are matrices
 * @param consistentRms the root mean square of updates for every shape, or {@code null}
 * @see <a href="https://arxiv.org/abs/2502.16982">Liu et al., 2025</a>
 */
@Withers
public record ScaleByShape(
    @Nullable WeightDimensions weightDimensionNumbers, @Nullable Scalar consistentRms)
    implements Stateless, NeedsWholeArrays<EmptyState>, ScaleByShapeWith {

  /** Scaling of matrices by their width. */
  public ScaleByShape() {
    this(null, null);
  }

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    return EachWeight.map("scale_by_shape", updates, weightDimensionNumbers, this::scaled);
  }

  private Array scaled(Array leaf, DimensionNumbers numbers) {
    var view = MatrixView.of("scale_by_shape", leaf, numbers);
    double fanIn = view.rows();
    double fanOut = view.columns();
    var scale =
        consistentRms == null
            ? Scalar.of(Math.sqrt(Math.max(1, fanOut / fanIn)))
            : Scalar.of(Math.sqrt(Math.max(fanIn, fanOut))).times(consistentRms);
    return scale.times(leaf);
  }
}
