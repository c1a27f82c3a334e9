package io.cambric.optax.wrapper;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.schedule.Schedule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Accumulation of gradients over several calls, called mini-steps, for one step of an optimiser.
 *
 * <pre>
 *   acc' = acc + (g - acc) / (miniStep + 1)   or, summed, acc + g
 *   u    = update of acc' in each k-th mini-step, else 0
 * </pre>
 *
 * <p>The number of mini-steps may change from step to step. A mini-step that is skipped leaves the
 * state unchanged, except for values that the skip function stores.
 *
 * <p>A gradient with NaN spoils only its own step. In Optax, updates of its mini-steps are NaN, and
 * the sum stays NaN. A skip function can skip such gradients.
 *
 * @param opt the optimiser
 * @param everyKSchedule from steps of the optimiser so far to the mini-steps of the next one
 * @param useGradMean whether gradients are averaged; otherwise they are summed
 * @param shouldSkipUpdateFn the choice of mini-steps to skip, or {@code null} to skip none
 * @param accumulatorDtype dtype in which gradients are accumulated
 * @see <a href="https://optax.readthedocs.io/en/latest/api/optimizer_wrappers.html">
 *     optax.MultiSteps</a>
 */
@Withers
public record MultiSteps(
    GradientTransformation opt,
    Schedule everyKSchedule,
    boolean useGradMean,
    @Nullable SkipFunction shouldSkipUpdateFn,
    DType accumulatorDtype)
    implements Stateful<MultiSteps.State>, MultiStepsWith {

  /**
   * The state.
   *
   * @param miniStep mini-steps since the last step of the optimiser, {@code i32[]}
   * @param gradientStep steps of the optimiser, {@code i32[]}
   * @param innerOptState the state of the optimiser
   * @param accGrads mean or sum of the gradients since that step, a tree like the parameters
   * @param skipState values of the skip function, a tree of arrays; an empty list if there is no
   *     skip function
   */
  @PyTree
  public record State(
      Array miniStep, Array gradientStep, OptState innerOptState, Object accGrads, Object skipState)
      implements OptState {

    /** {@return whether the last mini-step was a step of the optimiser; a bool scalar} */
    public Array hasUpdated() {
      return miniStep.eq(0).and(gradientStep.gt(0));
    }
  }

  /** The mean of gradients, in f32, without a skip function. */
  public MultiSteps(GradientTransformation opt, Schedule everyKSchedule) {
    this(opt, everyKSchedule, true, null, DType.F32);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    var step = Counts.zero();
    return new State(
        Counts.zero(),
        step,
        opt.init(params),
        Leaves.zerosLike(params, accumulatorDtype),
        skipped(Leaves.zerosLike(params, null), step, params).state());
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var count = everyKSchedule.value(state.gradientStep).astype(DType.I32);
    var skipped = skipped(updates, state.gradientStep, params);
    var taken = skipped.shouldSkip().not();
    var emit = state.miniStep.eq(count.sub(1)).and(taken);
    var sums = accumulated(updates, state);
    var updated =
        opt.update(
            Leaves.map(updates, sums, (update, sum) -> sum.astype(update.dtype())),
            state.innerOptState,
            params,
            extras);
    var mini = Counts.increment(state.miniStep).mod(count);
    return new Updated<>(
        Leaves.map(updated.updates(), update -> Numpy.where(emit, update, Leaves.zeros(update))),
        new State(
            Leaves.select(taken, mini, state.miniStep),
            Leaves.select(emit, Counts.increment(state.gradientStep), state.gradientStep),
            Leaves.select(emit.not(), state.innerOptState, updated.state()),
            Leaves.map(
                Leaves.select(taken, Leaves.cast(sums, accumulatorDtype), state.accGrads),
                sum -> Numpy.where(emit, Leaves.zeros(sum), sum)),
            skipped.state()));
  }

  private <P> Object accumulated(P updates, State state) {
    return Leaves.map(
        updates,
        state.accGrads,
        (update, sum) ->
            useGradMean ? sum.add(update.sub(sum).div(state.miniStep.add(1))) : update.add(sum));
  }

  private Skipped skipped(Object updates, Array gradientStep, @Nullable Object params) {
    return shouldSkipUpdateFn == null
        ? new Skipped(Numpy.scalar(false), List.of())
        : shouldSkipUpdateFn.apply(updates, gradientStep, params);
  }
}
