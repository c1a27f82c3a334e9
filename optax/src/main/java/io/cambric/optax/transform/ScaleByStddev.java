package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Moments;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Rescaling of updates by their estimated standard deviation.
 *
 * <pre>
 *   mu' = decay mu + (1 - decay) g
 *   nu' = decay nu + (1 - decay) g^2
 *   u   = g / sqrt(nu' - mu'^2 + eps)         eps in the square root
 *   u   = g / (sqrt(nu' - mu'^2) + eps)       else
 * </pre>
 *
 * <p>With bias correction, both averages are divided by {@code 1 - decay^t} in the update.
 *
 * @param decay of both averages, in {@code [0, 1)}
 * @param eps keeps the divisor above 0
 * @param initialScale value of the average of squares before the first step
 * @param epsInSqrt whether {@code eps} is added inside the square root
 * @param biasCorrection whether to correct the bias of the initial averages
 * @see <a href="http://www.cs.toronto.edu/~hinton/coursera/lecture6/lec6.pdf">Hinton, 2012</a>
 */
@Withers
public record ScaleByStddev(
    Scalar decay, Scalar eps, Scalar initialScale, boolean epsInSqrt, boolean biasCorrection)
    implements Stateful<ScaleByStddev.State>, ScaleByStddevWith {

  /** The state, which has a count if there is bias correction. */
  public sealed interface State extends OptState {

    /** {@return the average of gradients, a tree like the parameters} */
    Object mu();

    /** {@return the average of squares, a tree like the parameters} */
    Object nu();
  }

  /**
   * The state without bias correction.
   *
   * @param mu the average of gradients, a tree like the parameters
   * @param nu the average of squares, likewise
   */
  @PyTree
  public record Averages(Object mu, Object nu) implements State {}

  /**
   * The state with bias correction.
   *
   * @param count steps taken, {@code i32[]}
   * @param mu the average of gradients, a tree like the parameters
   * @param nu the average of squares, likewise
   */
  @PyTree
  public record CountedAverages(Array count, Object mu, Object nu) implements State {}

  public ScaleByStddev {
    ScaleByRms.require("scale_by_stddev", decay, eps, initialScale);
  }

  /** The defaults of Optax: a decay of 0.9, and an eps of 1e-8 inside the square root. */
  public ScaleByStddev() {
    this(Scalar.of(0.9), Scalar.of(1e-8), Scalar.of(0), true, false);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    var mu = Leaves.zerosLike(params, null);
    var nu = Leaves.fullLike(params, initialScale);
    return biasCorrection ? new CountedAverages(Counts.zero(), mu, nu) : new Averages(mu, nu);
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var mu = Moments.first(updates, state.mu(), decay);
    var nu = Moments.second(updates, state.nu(), decay);
    return switch (state) {
      case Averages _ -> new Updated<>(scaled(updates, mu, nu), new Averages(mu, nu));
      case CountedAverages counted -> {
        var count = Counts.increment(counted.count);
        var scaled =
            scaled(updates, Moments.unbiased(mu, decay, count), Moments.unbiased(nu, decay, count));
        yield new Updated<>(scaled, new CountedAverages(count, mu, nu));
      }
    };
  }

  private <P> P scaled(P updates, P mu, P nu) {
    var variance = Leaves.map(nu, mu, (n, m) -> n.sub(m.square()));
    return Leaves.map(
        updates, variance, (g, v) -> ScaleByRms.inverseRoot(v, eps, epsInSqrt).mul(g));
  }
}
