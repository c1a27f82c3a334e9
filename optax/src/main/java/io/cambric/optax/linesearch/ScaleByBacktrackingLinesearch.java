package io.cambric.optax.linesearch;

import io.cambric.annotations.PyTree;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.ConditionalPrint;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Extra;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.InnerProducts;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.transform.Transforms;
import org.jspecify.annotations.Nullable;

/**
 * Backtracking line search: shrinks the learning rate until the loss decreases enough (Armijo's
 * criterion).
 *
 * <pre>
 *   f(p + lr u) &lt;= (1 + rtol) f(p) + lr slopeRtol (u . grad f(p)) + atol
 * </pre>
 *
 * <p>The first learning rate is the last one times the increase factor, at most the largest one. If
 * the loss stays infinite or NaN, the learning rate is 0. Updates must be a descent direction. An
 * update needs as extra arguments {@link Extra#VALUE}, the gradient, and the loss as a function.
 *
 * @param maxBacktrackingSteps the most learning rates that are tried after the first one, not
 *     negative
 * @param slopeRtol share of the slope by which the loss must decrease
 * @param decreaseFactor factor of the learning rate in a step of the search, in {@code [0, 1]}
 * @param increaseFactor factor of the learning rate from one search to the next; infinity starts
 *     from the largest
 * @param maxLearningRate the largest learning rate, above 0
 * @param atol absolute tolerance of the criterion, in units of the loss
 * @param rtol tolerance relative to the loss
 * @param storeGrad whether the state keeps the gradient at the new parameters
 * @param verbose whether a failed search prints its results
 * @see <a href="https://arxiv.org/abs/1905.09997">Vaswani et al., 2019</a>
 */
@Withers
public record ScaleByBacktrackingLinesearch(
    int maxBacktrackingSteps,
    Scalar slopeRtol,
    Scalar decreaseFactor,
    Scalar increaseFactor,
    Scalar maxLearningRate,
    Scalar atol,
    Scalar rtol,
    boolean storeGrad,
    boolean verbose)
    implements Stateful<ScaleByBacktrackingLinesearch.State>, ScaleByBacktrackingLinesearchWith {

  private static final String NAME = "scale_by_backtracking_linesearch";

  /**
   * The state.
   *
   * @param learningRate the learning rate of the last step, a scalar
   * @param value the loss after that step, a scalar
   * @param grad its gradient, or {@code null} if it is not kept
   * @param info results of the last search
   */
  @PyTree
  public record State(Array learningRate, Array value, @Nullable Object grad, Info info)
      implements OptState {}

  /**
   * Results of a search.
   *
   * @param numLinesearchSteps learning rates tried, {@code i32[]}
   * @param decreaseError the excess of the loss over the criterion; 0 if it holds
   */
  @PyTree
  public record Info(Array numLinesearchSteps, Array decreaseError) {}

  public ScaleByBacktrackingLinesearch {
    Hyperparameters.requireAtLeast(
        NAME, "max_backtracking_steps", 0, maxBacktrackingSteps, "15 is usual.");
    Hyperparameters.requireNotNegative(NAME, "slope_rtol", slopeRtol, "1e-4 is usual.");
    Hyperparameters.requireUnitInterval(NAME, "decrease_factor", decreaseFactor);
    Hyperparameters.requirePositive(NAME, "increase_factor", increaseFactor, "1.5 is usual.");
    Hyperparameters.requirePositive(NAME, "max_learning_rate", maxLearningRate, "1 is usual.");
    Hyperparameters.requireNotNegative(NAME, "atol", atol, "0 is usual.");
    Hyperparameters.requireNotNegative(NAME, "rtol", rtol, "0 is usual.");
  }

  /** The defaults of Optax: factors 0.8 and 1.5, learning rates of at most 1. */
  public ScaleByBacktrackingLinesearch(int maxBacktrackingSteps) {
    this(
        maxBacktrackingSteps,
        Scalar.of(1e-4),
        Scalar.of(0.8),
        Scalar.of(1.5),
        Scalar.of(1),
        Scalar.of(0),
        Scalar.of(0),
        false,
        false);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    var dtype = Line.dtype(NAME, params);
    var infinity = NdArray.scalar(dtype, Double.POSITIVE_INFINITY);
    return new State(
        NdArray.scalar(dtype, 1),
        infinity,
        storeGrad ? Leaves.zerosLike(params, null) : null,
        new Info(Counts.zero(), infinity));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var line = Line.of(NAME, updates, params, extras);
    var first = increaseFactor.times(state.learningRate);
    var found =
        Transforms.whileLoop(
            search ->
                search
                    .error
                    .le(atol.like(search.error))
                    .not()
                    .and(search.steps.le(maxBacktrackingSteps)),
            search -> next(line, search),
            new Search(
                Numpy.minimum(first, maxLearningRate.like(first)),
                line.value(),
                NdArray.scalar(line.dtype(), Double.POSITIVE_INFINITY),
                Counts.zero()));
    if (verbose) {
      report(line, found);
    }
    var learningRate = Numpy.where(Numpy.isinf(found.error), 0.0, found.learningRate);
    return new Updated<>(
        InnerProducts.scaled(updates, learningRate),
        new State(
            learningRate,
            found.value,
            storeGrad ? line.gradAt(found.learningRate) : null,
            new Info(found.steps, found.error)));
  }

  /** The carry of the search: the last learning rate, the loss at it, its excess, and the count. */
  @PyTree
  record Search(Array learningRate, Array value, Array error, Array steps) {}

  private void report(Line<?> line, Search end) {
    ConditionalPrint.when(
        end.error.le(atol.like(end.error)).not(),
        "scale_by_backtracking_linesearch found no step size with a sufficient decrease in {} steps. At the parameters the loss is {}, its slope along the updates {}. At the last step size, {}, the decrease misses its criterion by {}.",
        end.steps,
        line.value(),
        line.slope(),
        end.learningRate,
        end.error);
    ConditionalPrint.when(
        Numpy.isinf(end.error),
        "The loss is infinite or NaN at each step size, so the parameters do not change. Choose other initial values, or scale the parameters.");
  }

  private Search next(Line<?> line, Search search) {
    var rate =
        Numpy.where(
            search.steps.gt(0), decreaseFactor.times(search.learningRate), search.learningRate);
    var value = line.valueAt(rate);
    var excess =
        value
            .sub(rtol.plus(Scalar.of(1)).times(line.value()))
            .sub(slopeRtol.times(rate).mul(line.slope()));
    return new Search(
        rate, value, Numpy.maximum(Line.infiniteIfNan(excess), 0.0), search.steps.add(1));
  }
}
