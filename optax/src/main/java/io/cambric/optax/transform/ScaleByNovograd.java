package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
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
 * NovoGrad's rescaling of updates, by a second moment for each array.
 *
 * <pre>
 *   nu' = b2 nu + (1 - b2) |g|^2                                   in the first step |g|^2
 *   mu' = b1 mu + g / (sqrt(nu' + eps_root) + eps) + weightDecay p   in the first step without mu
 *   u   = mu'
 * </pre>
 *
 * <p>An update needs the parameters unless the weight decay is 0.
 *
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param epsRoot added inside the square root
 * @param weightDecay factor of the parameters
 * @param muDtype dtype in which the first moment is kept, or {@code null} for the dtype of the
 *     parameters
 * @see <a href="https://arxiv.org/abs/1905.11286">Ginsburg et al., 2019</a>
 */
@Withers
public record ScaleByNovograd(
    Scalar b1, Scalar b2, Scalar eps, Scalar epsRoot, Scalar weightDecay, @Nullable DType muDtype)
    implements NeedsWholeArrays<ScaleByNovograd.State>, ScaleByNovogradWith {

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   * @param mu the first moment, a tree like the parameters
   * @param nu the second moment, a tree of scalars
   */
  @PyTree
  public record State(Array count, Object mu, Object nu) implements OptState {}

  public ScaleByNovograd {
    Hyperparameters.requireMoments("scale_by_novograd", b1, b2, eps, epsRoot);
    Hyperparameters.requireFinite("scale_by_novograd", "weight decay", weightDecay);
  }

  /** The defaults of Optax: decays of 0.9 and 0.25, an eps of 1e-8, no weight decay. */
  public ScaleByNovograd() {
    this(Scalar.of(0.9), Scalar.of(0.25), Scalar.of(1e-8), Scalar.of(0), Scalar.of(0), null);
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
        Leaves.map(params, leaf -> NdArray.scalar(leaf.dtype(), 0)));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var count = Counts.increment(state.count);
    var first = count.eq(1);
    var squares = Leaves.map(updates, g -> g.square().sum().sqrt().square());
    var nu =
        Leaves.map(
            squares,
            state.nu,
            (s, n) ->
                Numpy.where(
                    first,
                    s.astype(n.dtype()),
                    b2.complement().times(s).add(b2.times(n)).astype(n.dtype())));
    var decayed = decayed(updates, nu, params);
    var mu = Leaves.map(decayed, state.mu, (a, m) -> Numpy.where(first, a, b1.times(m).add(a)));
    var kept = muDtype == null ? mu : Leaves.map(mu, m -> m.astype(muDtype));
    return new Updated<>(kept, new State(count, kept, nu));
  }

  private <P> P decayed(P updates, P nu, @Nullable P params) {
    var scaled = Leaves.map(updates, nu, (g, n) -> g.div(eps.plus(epsRoot.plus(n).sqrt())));
    if (weightDecay.is(0)) {
      return scaled;
    }
    var weights = Hyperparameters.requireParams("scale_by_novograd", params);
    return Leaves.map(scaled, weights, (a, p) -> a.add(weightDecay.times(p)));
  }
}
