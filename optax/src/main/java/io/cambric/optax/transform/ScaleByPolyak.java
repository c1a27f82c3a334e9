package io.cambric.optax.transform;

import io.cambric.build.Withers;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Extra;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Norms;
import io.cambric.optax.base.Stateless;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Polyak's step size: scales updates by a factor that depends on the value of the loss.
 *
 * <pre>
 *   step = min((value - fMin) / (|g|^2 + eps), maxLearningRate)
 *   u    = step g
 * </pre>
 *
 * <p>The step is 0 if {@code |g|^2 + eps} is 0. An update needs the extra argument {@link
 * Extra#VALUE}.
 *
 * @param fMin a lower bound of the loss, in its units
 * @param maxLearningRate the largest step, above 0
 * @param eps added to the squared norm, not negative
 * @param variant variant of the step if the loss is below its bound
 * @see <a href="https://arxiv.org/abs/2002.10542">Loizou et al., 2021</a>
 */
@Withers
public record ScaleByPolyak(Scalar fMin, Scalar maxLearningRate, Scalar eps, Variant variant)
    implements Stateless, ScaleByPolyakWith {

  private static final String NAME = "scale_by_polyak";

  /** The largest sum of squares that counts as 0: the machine epsilon of f64, as in Optax. */
  private static final double TINY = Math.ulp(1.0);

  /** The step if the loss is below its bound. */
  public enum Variant {
    /** The step is negative. */
    SPS,
    /** The step is 0, as by Garrigos et al., 2023. */
    SPS_PLUS
  }

  public ScaleByPolyak {
    require(NAME, fMin, maxLearningRate, eps);
  }

  /** Checks these hyperparameters of an optimiser. */
  public static void require(String where, Scalar fMin, Scalar maxLearningRate, Scalar eps) {
    Hyperparameters.requireFinite(where, "f_min", fMin);
    Hyperparameters.requirePositive(
        where, "max_learning_rate", maxLearningRate, "It is the largest step; 1 is usual.");
    Hyperparameters.requireNotNegative(where, "eps", eps, "0 is usual.");
  }

  /** The defaults of Optax: a bound of 0 and steps of at most 1. */
  public ScaleByPolyak() {
    this(Scalar.of(0), Scalar.of(1), Scalar.of(0), Variant.SPS);
  }

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    var value = extras.require(Extra.VALUE, NAME);
    var squares = eps.plus(Norms.global(updates).square());
    var gap = fMin.negated().plus(value).astype(squares.dtype());
    var above = variant == Variant.SPS ? gap : Numpy.maximum(gap, 0);
    var step = Numpy.minimum(above.div(squares), maxLearningRate.like(squares));
    var safe = Numpy.where(squares.le(TINY), Lax.fullLike(step, 0), step);
    return Leaves.map(updates, update -> update.mul(safe.astype(update.dtype())));
  }
}
