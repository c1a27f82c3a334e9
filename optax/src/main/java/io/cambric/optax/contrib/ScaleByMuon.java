package io.cambric.optax.contrib;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Moments;
import io.cambric.optax.base.NeedsWholeArrays;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Muon's updates: momentum, with each matrix orthogonalized by Newton-Schulz iterations.
 *
 * <pre>
 *   mu' = beta mu + (1 - beta) g      mu^ = mu' / (1 - beta^t)
 *   u   = orthogonalized(mu^)         or &lt;mu^, u&gt; u if adaptive
 * </pre>
 *
 * <p>With Nesterov's look ahead {@code mu^ = beta mu' / (1 - beta^(t+1)) + (1 - beta) g / (1 -
 * beta^t)}.
 *
 * @param nsCoeffs coefficients of the iterations
 * @param nsSteps number of iterations, if all have the same coefficients
 * @param beta decay of the momentum, in {@code [0, 1)}
 * @param eps added to norms before divisions
 * @param muDtype dtype in which the momentum is kept, or {@code null} for the dtype of the
 *     parameters
 * @param nesterov whether to look one step ahead
 * @param adaptive whether updates are scaled by their product with the momentum
 * @param preconditioning the scaling before the iterations
 * @param weightDimensionNumbers the axes of each weight, or {@code null} if all are matrices
 * @see <a href="https://github.com/KellerJordan/modded-nanogpt">Jordan, 2024</a>
 * @see <a href="https://arxiv.org/abs/2409.20325">Bernstein and Newhouse, 2024</a>
 */
@Withers
public record ScaleByMuon(
    NewtonSchulzCoefficients nsCoeffs,
    int nsSteps,
    Scalar beta,
    Scalar eps,
    @Nullable DType muDtype,
    boolean nesterov,
    boolean adaptive,
    Preconditioning preconditioning,
    @Nullable WeightDimensions weightDimensionNumbers)
    implements NeedsWholeArrays<ScaleByMuon.State>, ScaleByMuonWith {

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   * @param mu the momentum, a tree like the parameters
   * @param nsCoeffs coefficients of the iterations, {@code f32[3]} or {@code f32[n, 3]}
   */
  @PyTree
  public record State(Array count, Object mu, Array nsCoeffs) implements OptState {}

  public ScaleByMuon {
    require("scale_by_muon", nsCoeffs, nsSteps, beta, eps);
  }

  /** The defaults of Optax: five iterations, a decay of 0.95, with Nesterov's look ahead. */
  public ScaleByMuon() {
    this(
        NewtonSchulzCoefficients.STANDARD,
        5,
        Scalar.of(0.95),
        Scalar.of(1e-8),
        null,
        true,
        false,
        Preconditioning.FROBENIUS,
        null);
  }

  static void require(
      String where, NewtonSchulzCoefficients coefficients, int steps, Scalar beta, Scalar eps) {
    coefficients.require(where, steps);
    Hyperparameters.requireNotNegative(where, "ns_steps", steps, "5 is usual.");
    Hyperparameters.requireDecay(where, "beta", beta);
    Hyperparameters.requireNotNegative(where, "eps", eps, "1e-8 is usual.");
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(Counts.zero(), Leaves.zerosLike(params, muDtype), nsCoeffs.array());
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var mu = Moments.first(updates, state.mu, beta);
    var count = Counts.increment(state.count);
    var mean =
        nesterov ? Moments.lookAhead(updates, mu, beta, count) : Moments.unbiased(mu, beta, count);
    var iteration = new NewtonSchulz(preconditioning, nsSteps, eps);
    var orthogonal =
        EachWeight.map(
            "scale_by_muon",
            mean,
            weightDimensionNumbers,
            (leaf, numbers) -> orthogonalized(iteration, leaf, numbers, state.nsCoeffs));
    var scaled =
        adaptive ? Leaves.map(mean, orthogonal, (m, o) -> m.mul(o).sum().mul(o)) : orthogonal;
    return new Updated<>(scaled, new State(count, Leaves.cast(mu, muDtype), state.nsCoeffs));
  }

  private static Array orthogonalized(
      NewtonSchulz iteration, Array leaf, DimensionNumbers numbers, Array coefficients) {
    // Like Optax, this takes a matrix unchanged, regardless of its dimension numbers.
    if (leaf.rank() == 2) {
      return iteration.orthogonalized(leaf, coefficients);
    }
    var view = MatrixView.of("scale_by_muon", leaf, numbers);
    return view.weight(iteration.orthogonalized(view.matrices(leaf), coefficients));
  }
}
