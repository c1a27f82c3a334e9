package io.cambric.optax.contrib;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extra;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.TreeDTypes;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.tree.Trees;
import org.jspecify.annotations.Nullable;

/**
 * Reduction of the learning rate on a plateau: scales updates by a number that shrinks while the
 * loss does not improve.
 *
 * <pre>
 *   improved: average &lt; (1 - rtol) best - atol
 *   scale'  = max(factor scale, minScale)     after patience steps that did not improve
 * </pre>
 *
 * <p>A step here is an average over {@code accumulationSize} values. An update needs the extra
 * argument {@link Extra#VALUE}.
 *
 * @param factor of the scale at a plateau, between 0 and 1
 * @param patience steps without improvement before a reduction
 * @param rtol relative improvement that counts, in {@code [0, 1]}
 * @param atol absolute improvement that counts, in units of the loss
 * @param cooldown steps after a reduction that do not count
 * @param accumulationSize values that are averaged before they are compared, at least 1
 * @param minScale the least scale
 * @see <a
 *     href="https://docs.pytorch.org/docs/stable/generated/torch.optim.lr_scheduler.ReduceLROnPlateau.html">ReduceLROnPlateau</a>
 */
@Withers
public record ReduceOnPlateau(
    Scalar factor,
    int patience,
    Scalar rtol,
    Scalar atol,
    int cooldown,
    int accumulationSize,
    Scalar minScale)
    implements Stateful<ReduceOnPlateau.State>, ReduceOnPlateauWith {

  private static final String NAME = "reduce_on_plateau";

  /**
   * The state; each component is a scalar.
   *
   * @param scale the factor of updates
   * @param bestValue the least average so far
   * @param plateauCount averages since the last improvement, {@code i32[]}
   * @param cooldownCount remaining averages that do not count, {@code i32[]}
   * @param count values in the average so far, {@code i32[]}
   * @param avgValue the average so far
   */
  @PyTree
  public record State(
      Array scale,
      Array bestValue,
      Array plateauCount,
      Array cooldownCount,
      Array count,
      Array avgValue)
      implements OptState {}

  public ReduceOnPlateau {
    factor.ifNumber(number -> {
      if (!(number > 0 && number < 1)) {
        throw new HyperparameterException(
            "%s needs a factor in (0, 1), but got %s. It multiplies the scale; 0.1 is usual."
                .formatted(NAME, number));
      }
    });
    Hyperparameters.requireUnitInterval(NAME, "rtol", rtol);
    Hyperparameters.requireNotNegative(NAME, "atol", atol, "0 is usual.");
    Hyperparameters.requireNotNegative(NAME, "patience", patience, "10 is usual.");
    Hyperparameters.requireNotNegative(NAME, "cooldown", cooldown, "0 is usual.");
    Hyperparameters.requirePositive(
        NAME, "accumulation_size", accumulationSize, "1 compares each value.");
  }

  /** The defaults of Optax: a factor of 0.1 after 10 steps without an improvement by 1e-4. */
  public ReduceOnPlateau() {
    this(Scalar.of(0.1), 10, Scalar.of(1e-4), Scalar.of(0), 0, 1, Scalar.of(0));
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    // The constructor cannot check this, because withers set one tolerance after the other.
    if (rtol.is(0) && atol.is(0)) {
      throw new HyperparameterException(
          "%s needs rtol or atol above 0, but both are 0. An rtol of 1e-4 is usual."
              .formatted(NAME));
    }
    var highest = TreeDTypes.highest(params);
    return new State(
        NdArray.scalar(TreeDTypes.lowest(params), 1),
        NdArray.scalar(highest, Double.POSITIVE_INFINITY),
        Counts.zero(),
        Counts.zero(),
        Counts.zero(),
        NdArray.scalar(highest, 0));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var dtype = state.avgValue.dtype();
    var value = extras.require(Extra.VALUE, NAME).astype(dtype);
    var count = Counts.increment(state.count);
    var average = state.count.mul(state.avgValue).add(value).div(count).astype(dtype);
    var accumulated =
        new State(
            state.scale, state.bestValue, state.plateauCount, state.cooldownCount, count, average);
    var full = count.eq(accumulationSize);
    var next =
        Trees.map(
            compared(accumulated), accumulated, (Array a, Array b) -> Numpy.where(full, a, b));
    return new Updated<>(Leaves.map(updates, next.scale::mul), next);
  }

  /** {@return the state after a full average} */
  private State compared(State state) {
    var average = state.avgValue;
    var target = rtol.complement().times(state.bestValue).sub(atol.array());
    var improved = average.lt(target);
    var best = Numpy.where(improved, average, state.bestValue);
    var waited = Numpy.where(improved, Counts.zero(), Counts.increment(state.plateauCount));
    var cooling = state.cooldownCount.gt(0);
    var plateau = waited.eq(patience);
    var reduced = Numpy.where(plateau, factor.times(state.scale), state.scale);
    var scale = Numpy.maximum(reduced, minScale.like(reduced));
    var cooldowns = NdArray.scalar(DType.I32, cooldown);
    return new State(
        Numpy.where(cooling, state.scale, scale),
        best,
        Numpy.where(cooling.or(plateau), Counts.zero(), waited),
        Numpy.where(
            cooling, state.cooldownCount.sub(1), Numpy.where(plateau, cooldowns, Counts.zero())),
        Counts.zero(),
        Lax.fullLike(average, 0));
  }
}
