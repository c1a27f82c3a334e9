package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
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
 * Lion's rescaling of updates, by the sign of an interpolation of the gradient and its average.
 *
 * <pre>
 *   x   = b1 mu + (1 - b1) g
 *   u   = sign(x)                    hard
 *   u   = tanh(smoothBeta x)         smooth
 *   u   = x if |x| &lt; 1, else sign(x)  refined
 *   mu' = b2 mu + (1 - b2) g
 * </pre>
 *
 * @param b1 fraction of the average in the update, in {@code [0, 1)}
 * @param b2 decay of the average, in {@code [0, 1)}
 * @param muDtype dtype in which the average is kept, or {@code null} for the dtype of the
 *     parameters
 * @param mode of the sign
 * @param smoothBeta steepness of the smooth sign
 * @see <a href="https://arxiv.org/abs/2302.06675">Chen et al., 2023</a>
 */
@Withers
public record ScaleByLion(
    Scalar b1, Scalar b2, @Nullable DType muDtype, Mode mode, Scalar smoothBeta)
    implements Stateful<ScaleByLion.State>, ScaleByLionWith {

  /** The form of the sign. */
  public enum Mode {
    /** The sign itself. */
    HARD,
    /** The hyperbolic tangent. */
    SMOOTH,
    /** Linear between -1 and 1, and the sign outside. */
    REFINED
  }

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   * @param mu the average of gradients, a tree like the parameters
   */
  @PyTree
  public record State(Array count, Object mu) implements OptState {}

  public ScaleByLion {
    Hyperparameters.requireDecay("scale_by_lion", "b1", b1);
    Hyperparameters.requireDecay("scale_by_lion", "b2", b2);
    Hyperparameters.requireFinite("scale_by_lion", "smooth_beta", smoothBeta);
  }

  /** The values of the paper: 0.9 and 0.99, and the sign itself. */
  public ScaleByLion() {
    this(Scalar.of(0.9), Scalar.of(0.99), null, Mode.HARD, Scalar.of(1));
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(Counts.zero(), Leaves.zerosLike(params, muDtype));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var signs = Leaves.map(Moments.first(updates, state.mu, b1), this::sign);
    var mu = Moments.first(updates, state.mu, b2);
    return new Updated<>(signs, new State(Counts.increment(state.count), Leaves.cast(mu, muDtype)));
  }

  private Array sign(Array x) {
    return switch (mode) {
      case HARD -> Lax.sign(x);
      case SMOOTH -> smoothBeta.times(x).tanh();
      case REFINED -> Numpy.where(x.abs().lt(1), x, Lax.sign(x));
    };
  }
}
