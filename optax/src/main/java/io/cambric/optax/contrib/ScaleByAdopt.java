package io.cambric.optax.contrib;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
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
import io.cambric.optax.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/**
 * ADOPT's rescaling of updates, by the second moment of the previous step. It converges for any
 * decay of that moment.
 *
 * <pre>
 *   x   = g / max(sqrt(nu), eps)            limited to +-clipValueFn(count)
 *   mu' = b1 mu + (1 - b1) x                u = mu', or with Nesterov b1 mu' + (1 - b1) x
 *   nu' = b2 nu + (1 - b2) g^2
 * </pre>
 *
 * <p>In the first step {@code nu' = g^2} and {@code u = 0}.
 *
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps the smallest divisor
 * @param muDtype dtype in which the first moment is kept, or {@code null} for the dtype of the
 *     parameters
 * @param nesterov whether to look one step ahead
 * @param useClipping whether rescaled gradients are limited
 * @param clipValueFn the limit at each count, which is 0 in the first step
 * @see <a href="https://arxiv.org/abs/2411.02853">Taniguchi et al., 2024</a>
 */
@Withers
public record ScaleByAdopt(
    Scalar b1,
    Scalar b2,
    Scalar eps,
    @Nullable DType muDtype,
    boolean nesterov,
    boolean useClipping,
    Schedule clipValueFn)
    implements Stateful<ScaleByAdopt.State>, ScaleByAdoptWith {

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   * @param mu the first moment, a tree like the parameters
   * @param nu the second moment, likewise
   */
  @PyTree
  public record State(Array count, Object mu, Object nu) implements OptState {}

  /** The limit in the paper, the fourth root of the count. */
  record FourthRoot() implements Schedule {

    @Override
    public Array value(Array count) {
      return count.pow(0.25);
    }
  }

  public ScaleByAdopt {
    require("scale_by_adopt", b1, b2, eps);
  }

  /** The defaults of Optax: decays 0.9 and 0.9999, eps 1e-6, limited by the fourth root. */
  public ScaleByAdopt() {
    this(Scalar.of(0.9), Scalar.of(0.9999), Scalar.of(1e-6), null, false, true, new FourthRoot());
  }

  static void require(String where, Scalar b1, Scalar b2, Scalar eps) {
    Hyperparameters.requireDecay(where, "b1", b1);
    Hyperparameters.requireDecay(where, "b2", b2);
    Hyperparameters.requireNotNegative(where, "eps", eps, "1e-6 is usual.");
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(
        Counts.zero(), Leaves.zerosLike(params, muDtype), Leaves.zerosLike(params, null));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var later = state.count.gt(0);
    var decay1 = Scalar.of(Numpy.where(later, b1.array(), NdArray.weakScalar(1.0)));
    var decay2 = Scalar.of(Numpy.where(later, b2.array(), NdArray.weakScalar(0.0)));
    var rescaled =
        Leaves.map(updates, state.nu, (g, v) -> g.div(Numpy.maximum(v.sqrt(), eps.like(v.sqrt()))));
    var limited = useClipping ? limited(rescaled, clipValueFn.value(state.count)) : rescaled;
    var mu = Moments.first(limited, state.mu, decay1);
    var nu = Moments.second(updates, state.nu, decay2);
    return new Updated<>(
        nesterov ? Moments.first(limited, mu, decay1) : mu,
        new State(Counts.increment(state.count), Leaves.cast(mu, muDtype), nu));
  }

  private static <P> P limited(P tree, Array limit) {
    return Leaves.map(tree, leaf -> Numpy.clip(leaf, limit.neg(), limit));
  }
}
