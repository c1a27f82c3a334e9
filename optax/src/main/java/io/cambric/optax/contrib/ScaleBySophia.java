package io.cambric.optax.contrib;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.ConditionalPrint;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Moments;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.transform.Transforms;
import org.jspecify.annotations.Nullable;

/**
 * Sophia's rescaling of updates, by an average of the diagonal of the Hessian, with a limit.
 *
 * <pre>
 *   mu' = b1 mu + (1 - b1) g        mu^ = mu' / (1 - b1^t)
 *   u   = mu^ / max(gamma nu, eps)  limited to +-clipThreshold
 *   nu' = b2 nu + (1 - b2) h        every updateInterval steps, from the first one on
 * </pre>
 *
 * <p>An update needs the parameters, and the extra arguments of the estimator of the Hessian.
 *
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the diagonal of the Hessian, in {@code [0, 1)}
 * @param eps the smallest divisor
 * @param gamma factor of the diagonal
 * @param clipThreshold the limit of each element, or {@code null} for none
 * @param updateInterval number of steps after which the Hessian is estimated again, at least 1
 * @param hessianDiagonalFn from gradients and parameters to the diagonal of the Hessian
 * @param muDtype dtype in which the first moment is kept, or {@code null} for the dtype of the
 *     parameters
 * @param verbose whether the share of elements below the limit is printed
 * @param printWinRateEveryNSteps number of steps between two printed lines
 * @see <a href="https://arxiv.org/abs/2305.14342">Liu et al., 2023</a>
 */
@Withers
public record ScaleBySophia(
    Scalar b1,
    Scalar b2,
    Scalar eps,
    Scalar gamma,
    @Nullable Scalar clipThreshold,
    int updateInterval,
    GradientTransformation hessianDiagonalFn,
    @Nullable DType muDtype,
    boolean verbose,
    int printWinRateEveryNSteps)
    implements Stateful<ScaleBySophia.State>, ScaleBySophiaWith {

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   * @param mu the first moment, a tree like the parameters
   * @param nu the average of the diagonal of the Hessian, likewise
   * @param hessianFnState state of the estimator
   */
  @PyTree
  public record State(Array count, Object mu, Object nu, OptState hessianFnState)
      implements OptState {}

  public ScaleBySophia {
    require(
        "scale_by_sophia",
        b1,
        b2,
        eps,
        clipThreshold,
        updateInterval,
        verbose,
        printWinRateEveryNSteps);
  }

  /** The defaults of Optax: decays 0.965 and 0.99, a limit of 1, the Hessian every 10 steps. */
  public ScaleBySophia() {
    this(
        Scalar.of(0.965),
        Scalar.of(0.99),
        Scalar.of(1e-8),
        Scalar.of(0.01),
        Scalar.of(1),
        10,
        new HutchinsonEstimatorDiagHessian(),
        null,
        false,
        0);
  }

  static void require(
      String where,
      Scalar b1,
      Scalar b2,
      Scalar eps,
      @Nullable Scalar clipThreshold,
      int updateInterval,
      boolean verbose,
      int printWinRateEveryNSteps) {
    Hyperparameters.requireMoments(where, b1, b2, eps, Scalar.of(0));
    if (clipThreshold != null) {
      Hyperparameters.requirePositive(
          where,
          "clip_threshold",
          clipThreshold,
          "It is the largest absolute value after clipping.");
    }
    Hyperparameters.requirePositive(where, "update_interval", updateInterval, "10 is usual.");
    if (verbose) {
      Hyperparameters.requirePositive(
          where, "print_win_rate_every_n_steps", printWinRateEveryNSteps, "1 prints in each step.");
    }
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(
        Counts.zero(),
        Leaves.zerosLike(params, muDtype),
        Leaves.zerosLike(params, null),
        hessianDiagonalFn.init(params));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    P weights = Hyperparameters.requireParams("scale_by_sophia", params);
    var count = Counts.increment(state.count);
    var mu = Moments.first(updates, state.mu, b1);
    var scaled =
        Leaves.map(
            Moments.unbiased(mu, b1, count),
            state.nu,
            (m, h) -> m.div(Numpy.maximum(gamma.times(h), eps.like(h))));
    var hessian =
        Transforms.cond(
            state.count.mod(updateInterval).eq(0),
            old -> estimated(updates, old, weights, extras),
            old -> old,
            new Hessian(state.hessianFnState, state.nu));
    return new Updated<>(
        limited(scaled, count),
        new State(count, Leaves.cast(mu, muDtype), hessian.nu, hessian.state));
  }

  /** The state of the estimator, and the average of its diagonals. */
  @PyTree
  record Hessian(OptState state, Object nu) {}

  private <P> Hessian estimated(P updates, Hessian old, P weights, Extras<P> extras) {
    var diagonal = hessianDiagonalFn.update(updates, old.state, weights, extras);
    return new Hessian(diagonal.state(), Moments.first(diagonal.updates(), old.nu, b2));
  }

  private <P> P limited(P scaled, Array count) {
    if (clipThreshold == null) {
      return scaled;
    }
    var limit = clipThreshold.array();
    if (verbose) {
      printWinRate(scaled, limit, count);
    }
    return Leaves.map(scaled, leaf -> Numpy.clip(leaf, limit.neg(), limit));
  }

  private void printWinRate(Object scaled, Array limit, Array count) {
    var leaves = Leaves.of(scaled);
    var below =
        leaves.stream()
            .map(leaf -> Numpy.sum(leaf.abs().lt(limit)))
            .reduce(Array::add)
            .orElseGet(Counts::zero);
    var rate = below.div(leaves.stream().mapToInt(Array::size).sum());
    ConditionalPrint.when(
        count.mod(printWinRateEveryNSteps).eq(0), "Sophia optimizer win rate: {}", rate);
  }
}
