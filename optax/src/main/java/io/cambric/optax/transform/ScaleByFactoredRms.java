package io.cambric.optax.transform;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.NeedsWholeArrays;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Adafactor's rescaling of updates, by mean squares kept only for rows and columns.
 *
 * <pre>
 *   b  = 1 - (t - stepOffset)^(-decayRate)
 *   r' = b r + (1 - b) mean over columns of (g^2 + epsilon)
 *   c' = b c + (1 - b) mean over rows of (g^2 + epsilon)
 *   u  = g / sqrt(r' / mean(r')) / sqrt(c')
 * </pre>
 *
 * <p>Rows and columns are the two largest axes of a parameter. A parameter with fewer axes, or with
 * one of both below {@code minDimSizeToFactor}, has an average in its own shape instead:
 *
 * <pre>
 *   v' = b v + (1 - b) (g^2 + epsilon)
 *   u  = g / sqrt(v')
 * </pre>
 *
 * <p>An average that a parameter does not need has shape {@code [1]}. An update needs the
 * parameters.
 *
 * @param factored whether averages are factored
 * @param decayRate exponent of the decay
 * @param stepOffset the count at which finetuning starts
 * @param minDimSizeToFactor the least size of both axes that are factored
 * @param epsilon added to squared gradients
 * @param decayRateFn from the number of previous steps and the decay rate to the decay
 * @see <a href="https://arxiv.org/abs/1804.04235">Shazeer and Stern, 2018</a>
 */
@Withers
public record ScaleByFactoredRms(
    boolean factored,
    Scalar decayRate,
    int stepOffset,
    int minDimSizeToFactor,
    Scalar epsilon,
    DecayRateFn decayRateFn)
    implements NeedsWholeArrays<ScaleByFactoredRms.State>, ScaleByFactoredRmsWith {

  /** The decay that grows towards 1 by a power of the step. */
  public static final DecayRateFn POWER = ScaleByFactoredRms::power;

  /** A decay of averages that depends on the step. */
  @FunctionalInterface
  public interface DecayRateFn {

    /**
     * {@return the decay, a scalar}
     *
     * @param step the number of previous steps minus the offset, {@code i32[]}
     * @param decayRate the hyperparameter of this name
     */
    Array decay(Array step, Scalar decayRate);
  }

  /**
   * The state.
   *
   * @param count steps taken, {@code i32[]}
   * @param vRow averages over the largest axis, a tree like the parameters
   * @param vCol averages over the second largest axis, likewise
   * @param v averages of parameters that are not factored, likewise
   */
  @PyTree
  public record State(Array count, Object vRow, Object vCol, Object v) implements OptState {}

  public ScaleByFactoredRms {
    require("scale_by_factored_rms", decayRate, minDimSizeToFactor, epsilon);
  }

  /** The defaults of Optax: axes of 128 or more are factored, a decay rate of 0.8. */
  public ScaleByFactoredRms() {
    this(true, Scalar.of(0.8), 0, 128, Scalar.of(1e-30), POWER);
  }

  /** Checks these hyperparameters of an optimiser. */
  public static void require(
      String where, Scalar decayRate, int minDimSizeToFactor, Scalar epsilon) {
    Hyperparameters.requireFinite(where, "decay_rate", decayRate);
    Hyperparameters.requirePositive(
        where, "min_dim_size_to_factor", minDimSizeToFactor, "It is a number of elements.");
    Hyperparameters.requireNotNegative(where, "eps", epsilon, "1e-30 is usual.");
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(
        Counts.zero(),
        Leaves.map(params, p -> axes(p).map(axes -> axes.rowZeros(p)).orElseGet(() -> unused(p))),
        Leaves.map(
            params, p -> axes(p).map(axes -> axes.columnZeros(p)).orElseGet(() -> unused(p))),
        Leaves.map(params, p -> axes(p).map(_ -> unused(p)).orElseGet(() -> Leaves.zeros(p))));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var weights = Hyperparameters.requireParams("scale_by_factored_rms", params);
    var decay = decayRateFn.decay(state.count.sub(stepOffset), decayRate);
    var vRow =
        averages(
            weights, updates, state.vRow, decay, (p, squares) -> axes(p).map(a -> a.rows(squares)));
    var vCol =
        averages(
            weights,
            updates,
            state.vCol,
            decay,
            (p, squares) -> axes(p).map(a -> a.columns(squares)));
    var v =
        averages(
            weights,
            updates,
            state.v,
            decay,
            (p, squares) -> axes(p).isPresent() ? Optional.empty() : Optional.of(squares));
    var scaled =
        Leaves.mapAll(
            updates,
            List.of(weights, vRow, vCol, v),
            at -> scaled(at.get(0), axes(at.get(1)), at.get(2), at.get(3), at.get(4)));
    return new Updated<>(scaled, new State(Counts.increment(state.count), vRow, vCol, v));
  }

  /**
   * {@return the moving averages of means of squares}
   *
   * @param means function of a parameter and the squares of its updates, which returns nothing if
   *     there is no average
   */
  private <P> P averages(
      P params,
      P updates,
      Object averages,
      Array decay,
      BiFunction<Array, Array, Optional<Array>> means) {
    var rest = NdArray.weakScalar(1.0).sub(decay);
    return Leaves.mapAll(
        params,
        List.of(updates, averages),
        at ->
            means
                .apply(at.get(0), epsilon.plus(at.get(1).square()))
                .map(mean -> decay.mul(at.get(2)).add(rest.mul(mean)))
                .map(average -> average.astype(at.get(0).dtype()))
                .orElseGet(() -> unused(at.get(0))));
  }

  private static Array scaled(
      Array update, Optional<FactoredAxes> axes, Array row, Array column, Array average) {
    return axes.map(both -> both.scaled(update, row, column))
        .orElseGet(() -> update.mul(Lax.rsqrt(average)));
  }

  private Optional<FactoredAxes> axes(Array param) {
    return factored ? FactoredAxes.of(param, minDimSizeToFactor) : Optional.empty();
  }

  private static Array unused(Array param) {
    return Lax.zeros(new ShapedArray(Shape.of(1), param.dtype()));
  }

  private static Array power(Array step, Scalar decayRate) {
    var count = step.add(1).astype(DType.F32);
    return NdArray.weakScalar(1.0).sub(count.pow(decayRate.negated().array()));
  }
}
