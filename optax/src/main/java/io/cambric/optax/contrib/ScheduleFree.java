package io.cambric.optax.contrib;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.TreeStructureException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
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
 * Schedule-free learning: interpolation and averaging instead of momentum and a decreasing learning
 * rate.
 *
 * <pre>
 *   z' = z + update of the optimiser at y
 *   x' = (1 - c) x + c z'            c = w / (sum of all w), w = (largest learning rate)^power
 *   y' = b1 x' + (1 - b1) z'
 * </pre>
 *
 * <p>The parameters are {@code y}; the parameters for evaluation are {@code x}, see {@link
 * #evalParams}. The optimiser has no momentum. An update needs the parameters.
 *
 * <p>A schedule counts from 1 here, but from 0 in the optimiser, as in Optax.
 *
 * @param baseOptimizer the optimiser
 * @param learningRate learning rate of the optimiser, with warmup but without decay
 * @param b1 the share of {@code x} in {@code y}, in {@code (0, 1]}
 * @param weightLrPower power of the learning rate that weighs a step
 * @param stateDtype dtype of {@code z}, or {@code null} for the dtype of the parameters
 * @see <a href="https://arxiv.org/abs/2405.15682">Defazio et al., 2024</a>
 */
@Withers
public record ScheduleFree(
    GradientTransformation baseOptimizer,
    ScalarOrSchedule learningRate,
    Scalar b1,
    Scalar weightLrPower,
    @Nullable DType stateDtype)
    implements Stateful<ScheduleFree.State>, ScheduleFreeWith {

  private static final String NAME = "schedule_free";

  /**
   * The state.
   *
   * @param b1 the share of {@code x} in {@code y}, a scalar
   * @param weightSum sum of the weights of all steps, a scalar
   * @param stepCount 1 plus the number of steps taken, {@code i32[]}
   * @param maxLr the largest learning rate so far, a scalar
   * @param baseOptimizerState state of the optimiser
   * @param z the parameters of the optimiser
   */
  @PyTree
  public record State(
      Array b1,
      Array weightSum,
      Array stepCount,
      Array maxLr,
      OptState baseOptimizerState,
      Object z)
      implements OptState {}

  public ScheduleFree {
    learningRate.requireLearningRate(NAME);
    Hyperparameters.requirePositive(NAME, "b1", b1, "0.9 is usual.");
    Hyperparameters.requireUnitInterval(NAME, "b1", b1);
    Hyperparameters.requireFinite(NAME, "weight_lr_power", weightLrPower);
  }

  /** The values of the paper: b1 0.9, and weights by the square of the learning rate. */
  public ScheduleFree(GradientTransformation baseOptimizer, ScalarOrSchedule learningRate) {
    this(baseOptimizer, learningRate, Scalar.of(0.9), Scalar.of(2), null);
  }

  /**
   * {@return the parameters for evaluation: {@code (y - (1 - b1) z) / b1}}
   *
   * @param state state of this optimiser, or one that contains it
   * @param params the trained parameters
   * @throws TreeStructureException if the state contains no state of a schedule-free optimiser
   */
  public static <P> P evalParams(OptState state, P params) {
    var own =
        state
            .find(State.class)
            .orElseThrow(() ->
                new TreeStructureException(
                    "schedule_free_eval_params needs the state of schedule_free, but got %s. Pass the state that its last update returned."
                        .formatted(state.getClass().getName())));
    return averaged(params, own.z, Scalar.of(own.b1));
  }

  private static <P> P averaged(P params, Object z, Scalar b1) {
    return Leaves.map(params, z, (y, each) -> y.sub(b1.complement().times(each)).div(b1.array()));
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    var zero = Lax.zeros(new ShapedArray(Shape.scalar(), TreeDTypes.lowest(params)));
    return new State(
        b1.like(zero),
        zero,
        NdArray.scalar(DType.I32, 1),
        zero,
        baseOptimizer.init(params),
        Leaves.cast(params, stateDtype));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    P y = Hyperparameters.requireParams(NAME, params);
    var rate = rate(state.stepCount).astype(state.maxLr.dtype());
    var maxRate = Numpy.maximum(state.maxLr, rate);
    var weight = maxRate.pow(weightLrPower.array());
    var weights = state.weightSum.add(weight);
    var share = share(weight, weights);
    var base = baseOptimizer.update(updates, state.baseOptimizerState, y, extras);
    var z = Leaves.map(state.z, base.updates(), (p, u) -> p.add(u).astype(p.dtype()));
    var x =
        Leaves.map(
            averaged(y, state.z, b1),
            z,
            (old, next) -> share.neg().add(1).mul(old).add(share.mul(next)));
    var moved = Leaves.map(x, z, (mean, next) -> b1.times(mean).add(b1.complement().times(next)));
    return new Updated<>(
        Leaves.map(moved, y, Array::sub),
        new State(state.b1, weights, Counts.increment(state.stepCount), maxRate, base.state(), z));
  }

  private Array rate(Array count) {
    return switch (learningRate) {
      case ScalarOrSchedule.Fixed(var scalar) -> scalar.array();
      case ScalarOrSchedule.Scheduled(var schedule) -> schedule.value(count);
    };
  }

  /**
   * {@return the share of a step; 0 while no step has a weight, as at the beginning of a warmup}
   */
  private static Array share(Array weight, Array weights) {
    var share = weight.div(weights);
    var undefined = Numpy.isnan(share).and(Numpy.isnan(weights).not());
    return Numpy.where(undefined, Lax.fullLike(share, 0), share);
  }
}
