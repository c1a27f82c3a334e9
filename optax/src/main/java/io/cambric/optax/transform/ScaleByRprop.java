package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Resilient backpropagation: each element has a step size, which grows while the sign of its
 * gradient stays and shrinks when it changes.
 *
 * <pre>
 *   s     = g last                                 last: stored in the step before
 *   size' = clip(size etaPlus)     if s &gt; 0
 *   size' = clip(size etaMinus)    if s &lt; 0
 *   size' = size                   else
 *   last' = 0 if s &lt; 0, else size' sign(g)
 *   u     = 0 if s &lt; 0, else last
 * </pre>
 *
 * <p>As in Optax, updates lag one step behind, and the updates of the first step are zeros.
 *
 * @param learningRate the initial step size, not negative
 * @param etaMinus factor if the sign changes
 * @param etaPlus factor if the sign stays
 * @param minStepSize the least step size
 * @param maxStepSize the largest step size
 * @see <a href="https://ieeexplore.ieee.org/document/298623">Riedmiller and Braun, 1993</a>
 */
@Withers
public record ScaleByRprop(
    Scalar learningRate, Scalar etaMinus, Scalar etaPlus, Scalar minStepSize, Scalar maxStepSize)
    implements Stateful<ScaleByRprop.State>, ScaleByRpropWith {

  /**
   * The state.
   *
   * @param stepSizes of each element, a tree like the parameters
   * @param prevUpdates the signed step sizes of the last step, likewise
   */
  @PyTree
  public record State(Object stepSizes, Object prevUpdates) implements OptState {}

  public ScaleByRprop {
    require("scale_by_rprop", learningRate, etaMinus, etaPlus, minStepSize, maxStepSize);
  }

  /** Checks these hyperparameters of an optimiser. */
  public static void require(
      String where,
      Scalar learningRate,
      Scalar etaMinus,
      Scalar etaPlus,
      Scalar minStepSize,
      Scalar maxStepSize) {
    Hyperparameters.requireLearningRate(where, learningRate);
    Hyperparameters.requirePositive(where, "eta_minus", etaMinus, "0.5 is usual.");
    Hyperparameters.requirePositive(where, "eta_plus", etaPlus, "1.2 is usual.");
    Hyperparameters.requireNotNegative(where, "min_step_size", minStepSize, "1e-6 is usual.");
    Hyperparameters.requireNotNegative(where, "max_step_size", maxStepSize, "50 is usual.");
  }

  /** The defaults of Optax: factors of 0.5 and 1.2, step sizes between 1e-6 and 50. */
  public ScaleByRprop(Scalar learningRate) {
    this(learningRate, Scalar.of(0.5), Scalar.of(1.2), Scalar.of(1e-6), Scalar.of(50));
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(Leaves.fullLike(params, learningRate), Leaves.zerosLike(params, null));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var signs = Leaves.map(updates, state.prevUpdates, Array::mul);
    var sizes = Leaves.map(signs, state.stepSizes, this::resized);
    var signed = Leaves.map(updates, sizes, (g, size) -> size.mul(Lax.sign(g)));
    return new Updated<>(
        unlessChanged(signs, state.prevUpdates), new State(sizes, unlessChanged(signs, signed)));
  }

  private Array resized(Array sign, Array size) {
    var factor = Numpy.where(sign.gt(0), etaPlus.like(size), etaMinus.like(size));
    var resized = Lax.clamp(minStepSize.like(size), size.mul(factor), maxStepSize.like(size));
    return Numpy.where(sign.eq(0), size, resized);
  }

  private static <P> P unlessChanged(P signs, Object values) {
    return Leaves.map(
        signs, values, (s, value) -> Numpy.where(s.lt(0), Leaves.zeros(value), value));
  }
}
