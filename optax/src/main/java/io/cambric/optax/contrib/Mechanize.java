package io.cambric.optax.contrib;

import io.cambric.annotations.PyTree;
import io.cambric.array.Shape;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.InnerProducts;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Norms;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.TreeDTypes;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Mechanic: learns the scale of the updates of an optimiser.
 *
 * <pre>
 *   S     = sum of s
 *   g'    = g + weightDecay S |g| / (|p| + eps) p
 *   d     = (x0 - p) / (S + eps)
 *   h     = &lt;g', d>
 *   r'    = beta r + clip(h, -m, m) s
 *   m'    = max(beta m, |h| + eps)          v' = beta^2 v + h^2
 *   s'    = (sInit / n m' + max(0, r')) / (sqrt(v') + eps)
 *   u     = x0 - S' (d - update of the optimiser) - p
 * </pre>
 *
 * <p>Each of n betas {@code 1 - 0.1^i} has its own {@code s}, {@code r}, {@code m} and {@code v}.
 * {@code x0} are the parameters of the first step. An update needs the parameters.
 *
 * @param baseOptimizer the optimiser; with a learning rate of 1, or a schedule up to 1
 * @param weightDecay weight decay of the gradients from which {@code h} is computed
 * @param eps above 0
 * @param sInit the first scale, above 0
 * @param numBetas number of betas, at least 1
 * @see <a href="https://arxiv.org/abs/2306.00144">Cutkosky et al., 2023</a>
 */
@Withers
public record Mechanize(
    GradientTransformation baseOptimizer,
    Scalar weightDecay,
    Scalar eps,
    Scalar sInit,
    int numBetas)
    implements Stateful<Mechanize.State>, MechanizeWith {

  private static final String NAME = "mechanize";

  /**
   * The state.
   *
   * @param baseOptimizerState state of the optimiser
   * @param count steps taken, {@code i32[]}
   * @param r reward of each beta, {@code [numBetas]}
   * @param m largest {@code h} of each beta, likewise
   * @param v sum of squares of each beta, likewise
   * @param s scale of each beta, likewise
   * @param x0 the parameters of the first step
   */
  @PyTree
  public record State(
      OptState baseOptimizerState, Array count, Array r, Array m, Array v, Array s, Object x0)
      implements OptState {}

  public Mechanize {
    Hyperparameters.requireFinite(NAME, "weight_decay", weightDecay);
    Hyperparameters.requirePositive(NAME, "eps", eps, "1e-8 is usual.");
    Hyperparameters.requirePositive(NAME, "s_init", sInit, "1e-6 is usual.");
    Hyperparameters.requirePositive(NAME, "num_betas", numBetas, "6 is usual.");
  }

  /** The defaults of Optax: a weight decay of 1e-2, eps 1e-8, a first scale of 1e-6, 6 betas. */
  public Mechanize(GradientTransformation baseOptimizer) {
    this(baseOptimizer, Scalar.of(1e-2), Scalar.of(1e-8), Scalar.of(1e-6), 6);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    var zeros = Lax.zeros(new ShapedArray(Shape.of(numBetas), TreeDTypes.lowest(params)));
    return new State(
        baseOptimizer.init(params), Counts.zero(), zeros, zeros, zeros, sInit.plus(zeros), params);
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    P at = Hyperparameters.requireParams(NAME, params);
    var base = baseOptimizer.update(updates, state.baseOptimizerState, at, extras);
    // Training may begin with parameters other than those at init, such as pretrained ones.
    var x0 = Leaves.select(state.count.eq(0), at, state.x0);
    var scale = state.s.sum();
    var before = Leaves.map(x0, at, (start, now) -> start.sub(now).div(eps.plus(scale)));
    var h = InnerProducts.of(decayed(updates, at, scale), before);
    var betas = betas().astype(state.s.dtype());
    var clipped = Numpy.minimum(Numpy.maximum(h, state.m.neg()), state.m);
    var m = Numpy.maximum(betas.mul(state.m), eps.plus(h.abs()));
    var v = betas.square().mul(state.v).add(h.square());
    var r = betas.mul(state.r).add(clipped.mul(state.s));
    var wealth = sInit.times(Scalar.of(1.0 / numBetas)).times(m).add(Numpy.maximum(r, 0));
    var s = wealth.div(eps.plus(v.sqrt()));
    var next = s.sum();
    var delta = Leaves.map(before, base.updates(), Array::sub);
    var moved = Leaves.map(x0, delta, (start, step) -> start.sub(next.mul(step)));
    return new Updated<>(
        Leaves.map(moved, at, Array::sub),
        new State(base.state(), Counts.increment(state.count), r, m, v, s, x0));
  }

  private <P> P decayed(P updates, P params, Array scale) {
    var factor =
        weightDecay.times(scale).mul(Norms.global(updates)).div(eps.plus(Norms.global(params)));
    return Leaves.map(updates, params, (g, p) -> g.add(factor.mul(p)));
  }

  private Array betas() {
    var betas = new double[numBetas];
    for (int i = 0; i < numBetas; i++) {
      betas[i] = 1 - Math.pow(0.1, i + 1);
    }
    return Numpy.array(betas);
  }
}
