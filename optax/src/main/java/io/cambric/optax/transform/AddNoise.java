package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.NeedsWholeArrays;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Gaussian noise of falling variance, added to updates.
 *
 * <pre>
 *   u = g + sqrt(eta / t^gamma) n      n from the standard normal distribution
 * </pre>
 *
 * @param eta variance of the noise in the first step, not negative
 * @param gamma rate at which the variance falls
 * @param key of the random numbers, which is split in each step
 * @see <a href="https://arxiv.org/abs/1511.06807">Neelakantan et al., 2014</a>
 */
@Withers
public record AddNoise(Scalar eta, Scalar gamma, Key key)
    implements NeedsWholeArrays<AddNoise.State>, AddNoiseWith {

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   * @param rngKey key of the remaining steps
   */
  @PyTree
  public record State(Array count, Key rngKey) implements OptState {}

  public AddNoise {
    require("add_noise", eta, gamma);
  }

  /** Checks these hyperparameters of an optimiser. */
  public static void require(String where, Scalar eta, Scalar gamma) {
    Hyperparameters.requireNotNegative(where, "eta", eta, "It is a variance; 0.01 is usual.");
    Hyperparameters.requireFinite(where, "gamma", gamma);
  }

  /** The key of the seed 0. */
  public AddNoise(Scalar eta, Scalar gamma) {
    this(eta, gamma, Key.of(0));
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(Counts.zero(), key);
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var count = Counts.increment(state.count);
    var deviation = eta.array().div(count.pow(gamma.array())).sqrt();
    var keys = state.rngKey.split();
    var parts = keys.get(1).splitToList(Leaves.of(updates).size()).iterator();
    var noisy =
        Leaves.map(
            updates,
            g -> {
              var noise = Random.normal(parts.next(), g.shape(), g.dtype());
              return g.add(noise.mul(deviation.astype(g.dtype())));
            });
    return new Updated<>(noisy, new State(count, keys.get(0)));
  }
}
