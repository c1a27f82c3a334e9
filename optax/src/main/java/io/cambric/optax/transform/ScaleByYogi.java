package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
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
 * Yogi's rescaling of updates: that of Adam, with a second moment that moves by squared gradients.
 *
 * <pre>
 *   mu' = b1 mu + (1 - b1) g                    mu^ = mu' / (1 - b1^t)
 *   nu' = nu - (1 - b2) sign(nu - g^2) g^2      nu^ = nu' / (1 - b2^t)
 *   u   = mu^ / (sqrt(nu^ + eps_root) + eps)
 * </pre>
 *
 * <p>The second moment shrinks more slowly than in Adam, so steps grow more slowly after small
 * gradients.
 *
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param epsRoot added inside the square root
 * @param initialAccumulatorValue both moments before the first step, not negative
 * @see <a
 *     href="https://proceedings.neurips.cc/paper/2018/hash/90365351ccc7437a1309dc64e4db32a3-Abstract.html">Zaheer
 *     et al., 2018</a>
 */
@Withers
public record ScaleByYogi(
    Scalar b1, Scalar b2, Scalar eps, Scalar epsRoot, Scalar initialAccumulatorValue)
    implements Stateful<ScaleByYogi.State>, ScaleByYogiWith {

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   * @param mu the first moment, a tree like the parameters
   * @param nu the second moment, likewise
   */
  @PyTree
  public record State(Array count, Object mu, Object nu) implements OptState {}

  public ScaleByYogi {
    Hyperparameters.requireMoments("scale_by_yogi", b1, b2, eps, epsRoot);
    Hyperparameters.requireNotNegative(
        "scale_by_yogi", "initial_accumulator_value", initialAccumulatorValue, "1e-6 is usual.");
  }

  /** The values of the paper: decays 0.9 and 0.999, eps 1e-3, moments of 1e-6 at the start. */
  public ScaleByYogi() {
    this(Scalar.of(0.9), Scalar.of(0.999), Scalar.of(1e-3), Scalar.of(0), Scalar.of(1e-6));
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(
        Counts.zero(),
        Leaves.fullLike(params, initialAccumulatorValue),
        Leaves.fullLike(params, initialAccumulatorValue));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var mu = Moments.first(updates, state.mu, b1);
    var nu = Leaves.map(updates, state.nu, (g, v) -> moved(v, g.square()));
    var count = Counts.increment(state.count);
    var scaled =
        Leaves.map(
            Moments.unbiased(mu, b1, count),
            Moments.unbiased(nu, b2, count),
            (m, v) -> m.div(eps.plus(epsRoot.plus(v).sqrt())));
    return new Updated<>(scaled, new State(count, mu, nu));
  }

  private Array moved(Array moment, Array square) {
    var direction = Numpy.sign(moment.sub(square));
    return moment.sub(b2.complement().times(direction).mul(square));
  }
}
