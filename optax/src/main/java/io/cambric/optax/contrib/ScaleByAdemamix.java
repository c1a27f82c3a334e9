package io.cambric.optax.contrib;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Moments;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * AdEMAMix's rescaling of updates, by a mixture of a fast and a slow average of gradients.
 *
 * <pre>
 *   m1' = b1 m1 + (1 - b1) g       m1^ = m1' / (1 - b1^t)
 *   m2' = b3 m2 + (1 - b3) g
 *   nu' = b2 nu + (1 - b2) g^2     nu^ = nu' / (1 - b2^t)
 *   u   = (m1^ + alpha m2') / (sqrt(nu^ + eps_root) + eps)
 * </pre>
 *
 * <p>The bias of the slow average is not corrected, so the average fills slowly.
 *
 * @param b1 decay of the fast average, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param b3 decay of the slow average, in {@code [0, 1)}
 * @param alpha weight of the slow average
 * @param eps added outside the square root
 * @param epsRoot added inside the square root
 * @param muDtype dtype in which all averages are kept, or {@code null} for the dtype of the
 *     parameters
 * @see <a href="https://arxiv.org/abs/2409.03137">Pagliardini et al., 2024</a>
 */
@Withers
public record ScaleByAdemamix(
    Scalar b1,
    Scalar b2,
    ScalarOrSchedule b3,
    ScalarOrSchedule alpha,
    Scalar eps,
    Scalar epsRoot,
    @Nullable DType muDtype)
    implements Stateful<ScaleByAdemamix.State>, ScaleByAdemamixWith {

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   * @param countM2 steps of the slow average, which its schedules follow, {@code i32[]}
   * @param m1 the fast average, a tree like the parameters
   * @param m2 the slow average, likewise
   * @param nu the second moment, likewise
   */
  @PyTree
  public record State(Array count, Array countM2, Object m1, Object m2, Object nu)
      implements OptState {}

  public ScaleByAdemamix {
    require("scale_by_ademamix", b1, b2, b3, alpha, eps, epsRoot);
  }

  /** The defaults of Optax: decays 0.9, 0.999 and 0.9999, a weight of 6, eps 1e-8. */
  public ScaleByAdemamix() {
    this(
        Scalar.of(0.9),
        Scalar.of(0.999),
        ScalarOrSchedule.of(0.9999),
        ScalarOrSchedule.of(6),
        Scalar.of(1e-8),
        Scalar.of(0),
        null);
  }

  static void require(
      String where,
      Scalar b1,
      Scalar b2,
      ScalarOrSchedule b3,
      ScalarOrSchedule alpha,
      Scalar eps,
      Scalar epsRoot) {
    Hyperparameters.requireMoments(where, b1, b2, eps, epsRoot);
    if (b3 instanceof ScalarOrSchedule.Fixed(var decay)) {
      Hyperparameters.requireDecay(where, "b3", decay);
    }
    alpha.requireFinite(where, "alpha");
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(
        Counts.zero(),
        Counts.zero(),
        Leaves.zerosLike(params, muDtype),
        Leaves.zerosLike(params, muDtype),
        Leaves.zerosLike(params, muDtype));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var mixed = alpha.at(state.countM2);
    var m1 = Moments.first(updates, state.m1, b1);
    var m2 = Moments.first(updates, state.m2, b3.at(state.countM2));
    var nu = Moments.second(updates, state.nu, b2);
    var count = Counts.increment(state.count);
    var sum =
        Leaves.map(
            Moments.unbiased(m1, b1, count), m2, (fast, slow) -> fast.add(mixed.times(slow)));
    var scaled =
        Leaves.map(
            sum,
            Moments.unbiased(nu, b2, count),
            (m, v) -> m.div(eps.plus(epsRoot.plus(v).sqrt())));
    return new Updated<>(
        scaled,
        new State(
            count,
            Counts.increment(state.countM2),
            Leaves.cast(m1, muDtype),
            Leaves.cast(m2, muDtype),
            Leaves.cast(nu, muDtype)));
  }
}
