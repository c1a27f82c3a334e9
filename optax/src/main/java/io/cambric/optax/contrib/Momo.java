package io.cambric.optax.contrib;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extra;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.InnerProducts;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Norms;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.TreeDTypes;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * MoMo, momentum with a step size that adapts to the value of the loss.
 *
 * <pre>
 *   f' = beta f + (1 - beta) value         y' = beta y + (1 - beta) &lt;g, p&gt;
 *   d' = beta d + (1 - beta) g             in the first step beta is 0
 *   t  = max((1 + lr weightDecay) (f' - lowerBound - y') + &lt;d', p&gt;, 0) / |d'|^2
 *   u  = -lr weightDecay / (1 + lr weightDecay) p - min(lr, t) d'
 * </pre>
 *
 * <p>Updates already contain the negative sign. An update needs the parameters and the extra
 * argument {@link Extra#VALUE}.
 *
 * @param learningRate the largest step size, not negative
 * @param beta decay of the averages, in {@code [0, 1)}
 * @param lowerBound a lower bound of the loss, in its units
 * @param weightDecay fraction of the parameters subtracted in a step, before the learning rate
 * @param adaptLowerBound whether the bound is estimated, from {@code lowerBound} upwards
 * @see <a href="https://arxiv.org/abs/2305.07583">Schaipp et al., 2023</a>
 */
@Withers
public record Momo(
    ScalarOrSchedule learningRate,
    Scalar beta,
    Scalar lowerBound,
    Scalar weightDecay,
    boolean adaptLowerBound)
    implements Stateful<Momo.State>, MomoWith {

  /**
   * The state.
   *
   * @param expAvg the average of gradients, a tree like the parameters
   * @param barf the average of losses, a scalar
   * @param gamma the average of products of gradients and parameters, a scalar
   * @param lb the lower bound of the loss, a scalar
   * @param count steps taken, {@code i32[]}
   */
  @PyTree
  public record State(Object expAvg, Array barf, Array gamma, Array lb, Array count)
      implements OptState {}

  public Momo {
    learningRate.requireLearningRate("momo");
    Hyperparameters.requireDecay("momo", "beta", beta);
    Hyperparameters.requireFinite("momo", "lower_bound", lowerBound);
    Hyperparameters.requireNotNegative("momo", "weight decay", weightDecay, "0 is usual.");
  }

  /** The defaults of Optax: a learning rate of 1, a decay of 0.9, a bound of 0. */
  public Momo() {
    this(ScalarOrSchedule.of(1), Scalar.of(0.9), Scalar.of(0), Scalar.of(0), false);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    var dtype = TreeDTypes.lowest(params);
    var zero = NdArray.scalar(dtype, 0);
    return new State(
        Leaves.zerosLike(params, null),
        zero,
        zero,
        lowerBound.array().astype(dtype),
        Counts.zero());
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var weights = Hyperparameters.requireParams("momo", params);
    var value = extras.require(Extra.VALUE, "momo").astype(state.barf.dtype());
    var zero = NdArray.weakScalar(0.0);
    var decay = Scalar.of(Numpy.where(state.count.eq(0), zero, beta.array()));
    var barf = MomoStep.average(state.barf, value, decay);
    var expAvg = Leaves.map(updates, state.expAvg, (g, d) -> MomoStep.average(d, g, decay));
    var gamma = MomoStep.average(state.gamma, InnerProducts.of(updates, weights), decay);
    var step =
        new MomoStep(
            learningRate.at(state.count),
            weightDecay,
            barf.sub(gamma),
            InnerProducts.of(expAvg, weights),
            Norms.squared(expAvg),
            NdArray.weakScalar(1.0));
    var bound = adaptLowerBound ? step.reset(state.lb, lowerBound) : state.lb;
    var size = step.size(bound);
    var moved = Leaves.map(weights, expAvg, (p, d) -> step.decayed(p).sub(size.mul(d)));
    var next = adaptLowerBound ? step.adapted(size, lowerBound) : state.lb;
    return new Updated<>(
        moved, new State(expAvg, barf, gamma, next, Counts.increment(state.count)));
  }
}
