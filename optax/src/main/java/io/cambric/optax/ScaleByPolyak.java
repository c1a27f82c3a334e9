package io.cambric.optax;

import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.optax.check.Hyperparameters;
import org.jspecify.annotations.Nullable;

/**
 * Polyak's step size: scales updates by a factor that follows from the value of the loss.
 *
 * <pre>
 *   step = min((value - fMin) / (|g|^2 + eps), maxLearningRate)
 *   u    = step g
 * </pre>
 *
 * <p>The step is 0 where {@code |g|^2 + eps} is. Needs the extra argument {@link Extra#VALUE}.
 *
 * @param fMin a lower bound of the loss, in its units
 * @param maxLearningRate the largest step, above 0
 * @param eps added to the squared norm, not negative
 * @param variant of the step where the loss is below its bound
 * @see <a href="https://arxiv.org/abs/2002.10542">Loizou et al., 2021</a>
 */
public record ScaleByPolyak(double fMin, double maxLearningRate, double eps, Variant variant)
    implements Stateless {

  private static final String NAME = "scale_by_polyak";

  /** The largest sum of squares that counts as 0: the machine epsilon of f64, as in Optax. */
  private static final double TINY = Math.ulp(1.0);

  /** The step where the loss is below its bound. */
  public enum Variant {
    /** The step is negative. */
    SPS,
    /** The step is 0, as by Garrigos et al., 2023. */
    SPS_PLUS
  }

  public ScaleByPolyak {
    Hyperparameters.requireFinite(NAME, "f_min", fMin);
    Hyperparameters.requirePositive(
        NAME, "max_learning_rate", maxLearningRate, "It is the largest step; 1 is usual.");
    Hyperparameters.requireNotNegative(NAME, "eps", eps, "0 is usual.");
  }

  /** The numbers of Optax: a bound of 0 and steps of at most 1. */
  public ScaleByPolyak() {
    this(0, 1, 0, Variant.SPS);
  }

  /** {@return this with another lower bound of the loss} */
  public ScaleByPolyak withFMin(double fMin) {
    return new ScaleByPolyak(fMin, maxLearningRate, eps, variant);
  }

  /** {@return this with another largest step} */
  public ScaleByPolyak withMaxLearningRate(double maxLearningRate) {
    return new ScaleByPolyak(fMin, maxLearningRate, eps, variant);
  }

  /** {@return this with another number added to the squared norm} */
  public ScaleByPolyak withEps(double eps) {
    return new ScaleByPolyak(fMin, maxLearningRate, eps, variant);
  }

  /** {@return this with another step below the bound} */
  public ScaleByPolyak withVariant(Variant variant) {
    return new ScaleByPolyak(fMin, maxLearningRate, eps, variant);
  }

  @Override
  public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
    var value = extras.require(Extra.VALUE, NAME);
    var squares = Optax.globalNorm(updates).square().add(eps);
    var gap = value.sub(fMin).astype(squares.dtype());
    var above = variant == Variant.SPS ? gap : Numpy.maximum(gap, 0);
    var step = Numpy.minimum(above.div(squares), maxLearningRate);
    var safe = Numpy.where(squares.le(TINY), Lax.fullLike(step, 0), step);
    return Leaves.map(updates, update -> update.mul(safe.astype(update.dtype())));
  }
}
