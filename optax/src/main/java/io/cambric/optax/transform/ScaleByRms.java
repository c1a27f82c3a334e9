package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Moments;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Rescaling of updates by the root of the average of their squares.
 *
 * <pre>
 *   nu' = decay nu + (1 - decay) g^2
 *   u   = g / sqrt(nu' + eps)            eps in the square root
 *   u   = g / (sqrt(nu') + eps)          else
 * </pre>
 *
 * <p>With bias correction, {@code nu' / (1 - decay^t)} replaces {@code nu'} in the update.
 *
 * @param decay of the average, in {@code [0, 1)}
 * @param eps keeps the divisor above 0
 * @param initialScale value of the average before the first step
 * @param epsInSqrt whether {@code eps} is added inside the square root
 * @param biasCorrection whether to correct the bias of the initial average
 * @see <a href="http://www.cs.toronto.edu/~hinton/coursera/lecture6/lec6.pdf">Hinton, 2012</a>
 */
@Withers
public record ScaleByRms(
    Scalar decay, Scalar eps, Scalar initialScale, boolean epsInSqrt, boolean biasCorrection)
    implements Stateful<ScaleByRms.State>, ScaleByRmsWith {

  /** The state, which has a count if there is bias correction. */
  public sealed interface State extends OptState {

    /** {@return the average of squares, a tree like the parameters} */
    Object nu();
  }

  /**
   * The state without bias correction.
   *
   * @param nu the average of squares, a tree like the parameters
   */
  @PyTree
  public record Average(Object nu) implements State {}

  /**
   * The state with bias correction.
   *
   * @param count steps taken, {@code i32[]}
   * @param nu the average of squares, a tree like the parameters
   */
  @PyTree
  public record CountedAverage(Array count, Object nu) implements State {}

  public ScaleByRms {
    require("scale_by_rms", decay, eps, initialScale);
  }

  /** Checks these hyperparameters of an optimiser. */
  public static void require(String where, Scalar decay, Scalar eps, Scalar initialScale) {
    Hyperparameters.requireDecay(where, "decay", decay);
    Hyperparameters.requireNotNegative(where, "eps", eps, "1e-8 is usual.");
    Hyperparameters.requireNotNegative(where, "initial_scale", initialScale, "0 is usual.");
  }

  /** The defaults of Optax: a decay of 0.9, and an eps of 1e-8 inside the square root. */
  public ScaleByRms() {
    this(Scalar.of(0.9), Scalar.of(1e-8), Scalar.of(0), true, false);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    var nu = Leaves.fullLike(params, initialScale);
    return biasCorrection ? new CountedAverage(Counts.zero(), nu) : new Average(nu);
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var nu = Moments.second(updates, state.nu(), decay);
    return switch (state) {
      case Average _ -> new Updated<>(scaled(updates, nu), new Average(nu));
      case CountedAverage counted -> {
        var count = Counts.increment(counted.count);
        yield new Updated<>(
            scaled(updates, Moments.unbiased(nu, decay, count)), new CountedAverage(count, nu));
      }
    };
  }

  private <P> P scaled(P updates, P nu) {
    return Leaves.map(updates, nu, (g, n) -> inverseRoot(n, eps, epsInSqrt).mul(g));
  }

  /** {@return one over the square root of an average, with eps inside or outside of the root} */
  static Array inverseRoot(Array average, Scalar eps, boolean epsInSqrt) {
    return epsInSqrt
        ? Lax.rsqrt(eps.plus(average))
        : NdArray.weakScalar(1).div(eps.plus(average.sqrt()));
  }
}
