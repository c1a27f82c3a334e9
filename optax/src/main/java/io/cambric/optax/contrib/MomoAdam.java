package io.cambric.optax.contrib;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extra;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.InnerProducts;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.TreeDTypes;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * MoMo-Adam, Adam with a step size that adapts to the value of the loss.
 *
 * <pre>
 *   f' = b1 f + (1 - b1) value             y' = b1 y + (1 - b1) &lt;g, p&gt;
 *   m' = b1 m + (1 - b1) g                 v' = b2 v + (1 - b2) g^2
 *   D  = eps + sqrt(v' / (1 - b2^t))       c  = 1 - b1^t
 *   t  = max((1 + lr weightDecay) (f' - c lowerBound - y') + &lt;m', p&gt;, 0) / &lt;m', m' / D&gt;
 *   u  = -lr weightDecay / (1 + lr weightDecay) p - min(lr / c, t) m' / D
 * </pre>
 *
 * <p>Updates already contain the negative sign. An update needs the parameters and the extra
 * argument {@link Extra#VALUE}.
 *
 * @param learningRate the largest step size, not negative
 * @param b1 decay of the first moment, in {@code [0, 1)}
 * @param b2 decay of the second moment, in {@code [0, 1)}
 * @param eps added outside the square root
 * @param lowerBound a lower bound of the loss, in its units
 * @param weightDecay fraction of the parameters subtracted in a step, before the learning rate
 * @param adaptLowerBound whether the bound is estimated, from {@code lowerBound} upwards
 * @see <a href="https://arxiv.org/abs/2305.07583">Schaipp et al., 2023</a>
 */
@Withers
public record MomoAdam(
    ScalarOrSchedule learningRate,
    Scalar b1,
    Scalar b2,
    Scalar eps,
    Scalar lowerBound,
    Scalar weightDecay,
    boolean adaptLowerBound)
    implements Stateful<MomoAdam.State>, MomoAdamWith {

  /**
   * The state.
   *
   * @param expAvg the first moment, a tree like the parameters
   * @param expAvgSq the second moment, likewise
   * @param barf the average of losses, a scalar
   * @param gamma the average of products of gradients and parameters, a scalar
   * @param lb the lower bound of the loss, a scalar
   * @param count steps taken, {@code i32[]}
   */
  @PyTree
  public record State(
      Object expAvg, Object expAvgSq, Array barf, Array gamma, Array lb, Array count)
      implements OptState {}

  public MomoAdam {
    learningRate.requireLearningRate("momo_adam");
    Hyperparameters.requireMoments("momo_adam", b1, b2, eps, Scalar.of(0));
    Hyperparameters.requireFinite("momo_adam", "lower_bound", lowerBound);
    Hyperparameters.requireNotNegative("momo_adam", "weight decay", weightDecay, "0 is usual.");
  }

  /** The defaults of Optax: a learning rate of 0.01, decays 0.9 and 0.999, a bound of 0. */
  public MomoAdam() {
    this(
        ScalarOrSchedule.of(1e-2),
        Scalar.of(0.9),
        Scalar.of(0.999),
        Scalar.of(1e-8),
        Scalar.of(0),
        Scalar.of(0),
        false);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    var dtype = TreeDTypes.lowest(params);
    var zero = NdArray.scalar(dtype, 0);
    var zeros = Leaves.zerosLike(params, null);
    return new State(zeros, zeros, zero, zero, lowerBound.array().astype(dtype), Counts.zero());
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var weights = Hyperparameters.requireParams("momo_adam", params);
    var value = extras.require(Extra.VALUE, "momo_adam").astype(state.barf.dtype());
    var count = Counts.increment(state.count);
    var barf = MomoStep.average(state.barf, value, b1);
    var m = Leaves.map(updates, state.expAvg, (g, old) -> MomoStep.average(old, g, b1));
    var v =
        Leaves.map(
            updates,
            state.expAvgSq,
            (g, old) -> b2.times(old).add(b2.complement().times(g).mul(g)));
    var bias = Biases.remaining(b2, count).astype(barf.dtype());
    var divisors = Leaves.map(v, square -> eps.plus(square.div(bias).sqrt()));
    var gamma = MomoStep.average(state.gamma, InnerProducts.of(updates, weights), b1);
    var step =
        new MomoStep(
            learningRate.at(state.count),
            weightDecay,
            barf.sub(gamma),
            InnerProducts.of(m, weights),
            InnerProducts.of(m, Leaves.map(m, divisors, Array::div)),
            Biases.remaining(b1, count).astype(barf.dtype()));
    var bound = adaptLowerBound ? step.reset(state.lb, lowerBound) : state.lb;
    var size = step.size(bound);
    var steps = Leaves.map(Leaves.map(m, size::mul), divisors, Array::div);
    var moved = Leaves.map(weights, steps, (p, u) -> step.decayed(p).sub(u));
    var next = adaptLowerBound ? step.adapted(size, lowerBound) : state.lb;
    return new Updated<>(moved, new State(m, v, barf, gamma, next, count));
  }
}
