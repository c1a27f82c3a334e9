package io.cambric.optax.contrib;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * MADGRAD's updates, dual averaging of gradients with a cube root of their squares.
 *
 * <pre>
 *   lambda = (lr + eps) sqrt(count + 1)
 *   G' = G + lambda g^2       s' = s + lambda g
 *   z  = p0 - s' / (cbrt(G') + eps)
 *   u  = (1 - momentum) z + momentum p - p
 * </pre>
 *
 * @param learningRate not negative
 * @param momentum fraction of the parameters that stays after a step, in {@code [0, 1)}
 * @param eps added to the learning rate, and outside the cube root
 * @see <a href="https://arxiv.org/abs/2101.11075">Defazio and Jelassi, 2021</a>
 */
@Withers
public record ScaleByMadgrad(ScalarOrSchedule learningRate, Scalar momentum, Scalar eps)
    implements Stateful<ScaleByMadgrad.State>, ScaleByMadgradWith {

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   * @param gradSumSq the weighted sum of squared gradients, a tree like the parameters
   * @param s the weighted sum of gradients, likewise
   * @param x0 the initial parameters
   */
  @PyTree
  public record State(Array count, Object gradSumSq, Object s, Object x0) implements OptState {}

  public ScaleByMadgrad {
    require("scale_by_madgrad", learningRate, momentum, eps);
  }

  /** The defaults of Optax: a momentum of 0.9 and eps 1e-6. */
  public ScaleByMadgrad(ScalarOrSchedule learningRate) {
    this(learningRate, Scalar.of(0.9), Scalar.of(1e-6));
  }

  static void require(String where, ScalarOrSchedule learningRate, Scalar momentum, Scalar eps) {
    learningRate.requireLearningRate(where);
    Hyperparameters.requireDecay(where, "momentum", momentum);
    Hyperparameters.requireNotNegative(where, "eps", eps, "1e-6 is usual.");
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(
        Counts.zero(), Leaves.zerosLike(params, null), Leaves.zerosLike(params, null), params);
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var weights = Hyperparameters.requireParams("scale_by_madgrad", params);
    var root = Numpy.sqrt(state.count.add(1));
    var lambda = learningRate.at(state.count).plus(eps).times(root);
    var squares =
        Leaves.map(
            state.gradSumSq,
            updates,
            (sum, g) -> sum.add(lambda.mul(g.square()).astype(g.dtype())));
    var sums = Leaves.map(state.s, updates, (sum, g) -> sum.add(lambda.mul(g).astype(g.dtype())));
    var steps = Leaves.map(sums, squares, (sum, v) -> sum.div(eps.plus(Numpy.cbrt(v))));
    var targets = Leaves.map(state.x0, steps, Array::sub);
    var moved =
        Leaves.map(
            weights,
            targets,
            (p, z) -> momentum.complement().times(z).add(momentum.times(p)).sub(p));
    return new Updated<>(moved, new State(Counts.increment(state.count), squares, sums, state.x0));
  }
}
