package io.cambric.optax.linesearch;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
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
import org.jspecify.annotations.Nullable;

/**
 * Zoom line search: a learning rate with a sufficient decrease of the loss and a small curvature
 * (Wolfe's criteria).
 *
 * <pre>
 *   decrease    f(p + lr u) &lt;= f(p) + lr slopeRtol s(0),   s(lr) = u . grad f(p + lr u)
 *   or          s(lr) &lt;= (2 slopeRtol - 1) s(0)  and  f(p + lr u) &lt;= f(p) + approxDecRtol |f(p)|
 *   curvature   |s(lr)| &lt;= curvRtol |s(0)|
 * </pre>
 *
 * <p>The search first enlarges the learning rate until an interval holds such a point. Then it
 * shrinks the interval by cubic or quadratic interpolation, or by halves. If it fails, the best
 * learning rate with a sufficient decrease is taken. An update needs as extra arguments {@link
 * Extra#VALUE}, the gradient, and the loss as a function.
 *
 * @param maxLinesearchSteps the most learning rates that are tried, at least 1
 * @param maxLearningRate the largest learning rate, or {@code null} for no bound
 * @param tol tolerance of the criteria
 * @param increaseFactor factor of the learning rate until an interval is found
 * @param slopeRtol share of the slope by which the loss must decrease
 * @param curvRtol share of the first slope that the last one may have
 * @param approxDecRtol tolerance of the approximate decrease, or {@code null} for only the exact
 *     criterion
 * @param stepsizePrecision the length of an interval below which the search ends
 * @param initialGuessStrategy the first learning rate of a search
 * @param verbose whether a failed search prints its results and the cause
 * @see <a href="https://doi.org/10.1007/978-0-387-40065-5">Nocedal and Wright, Numerical
 *     Optimization, 1999</a>, Algorithms 3.5 and 3.6
 * @see <a href="https://doi.org/10.1145/1132973.1132979">Hager and Zhang, 2006</a>, for the
 *     approximate decrease
 */
@Withers
public record ScaleByZoomLinesearch(
    int maxLinesearchSteps,
    @Nullable Scalar maxLearningRate,
    Scalar tol,
    Scalar increaseFactor,
    Scalar slopeRtol,
    Scalar curvRtol,
    @Nullable Scalar approxDecRtol,
    Scalar stepsizePrecision,
    InitialGuess initialGuessStrategy,
    boolean verbose)
    implements Stateful<ScaleByZoomLinesearch.State>, ScaleByZoomLinesearchWith {

  private static final String NAME = "scale_by_zoom_linesearch";

  /** The first learning rate of a search. */
  public enum InitialGuess {
    /** The learning rate of the previous step, as for gradient descent. */
    KEEP,
    /** One, as for Newton's and quasi-Newton methods. */
    ONE
  }

  /**
   * The state.
   *
   * @param learningRate the learning rate of the last step, a scalar
   * @param value the loss after that step, a scalar
   * @param grad its gradient, a tree like the parameters
   * @param info results of the last search
   */
  @PyTree
  public record State(Array learningRate, Array value, Object grad, Info info)
      implements OptState {}

  /**
   * Results of a search.
   *
   * @param numLinesearchSteps learning rates tried, {@code i32[]}
   * @param decreaseError the excess over the criterion of decrease; 0 if it holds
   * @param curvatureError the excess over the criterion of curvature; 0 if it holds
   */
  @PyTree
  public record Info(Array numLinesearchSteps, Array decreaseError, Array curvatureError) {}

  public ScaleByZoomLinesearch {
    Hyperparameters.requireAtLeast(
        NAME, "max_linesearch_steps", 1, maxLinesearchSteps, "20 is usual.");
    if (maxLearningRate != null) {
      Hyperparameters.requirePositive(
          NAME, "max_learning_rate", maxLearningRate, "null sets no bound.");
    }
    Hyperparameters.requireNotNegative(NAME, "tol", tol, "0 is usual.");
    Hyperparameters.requirePositive(NAME, "increase_factor", increaseFactor, "2 is usual.");
    Hyperparameters.requireNotNegative(NAME, "slope_rtol", slopeRtol, "1e-4 is usual.");
    Hyperparameters.requireNotNegative(NAME, "curv_rtol", curvRtol, "0.9 is usual.");
    if (approxDecRtol != null) {
      Hyperparameters.requireNotNegative(NAME, "approx_dec_rtol", approxDecRtol, "1e-6 is usual.");
    }
    Hyperparameters.requireNotNegative(
        NAME, "stepsize_precision", stepsizePrecision, "1e-5 is usual.");
  }

  /** The defaults of Optax: no largest learning rate, and the last one as the first guess. */
  public ScaleByZoomLinesearch(int maxLinesearchSteps) {
    this(
        maxLinesearchSteps,
        null,
        Scalar.of(0),
        Scalar.of(2),
        Scalar.of(1e-4),
        Scalar.of(0.9),
        Scalar.of(1e-6),
        Scalar.of(1e-5),
        InitialGuess.KEEP,
        false);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    var dtype = Line.dtype(NAME, params);
    var infinity = NdArray.scalar(DType.defaultFloat(), Double.POSITIVE_INFINITY);
    return new State(
        NdArray.scalar(dtype, 1),
        NdArray.scalar(dtype, Double.POSITIVE_INFINITY),
        Leaves.zerosLike(params, null),
        new Info(Counts.zero(), infinity, infinity));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var line = Line.of(NAME, updates, params, extras);
    var guess =
        switch (initialGuessStrategy) {
          case KEEP -> state.learningRate;
          case ONE -> NdArray.scalar(line.dtype(), 1);
        };
    var found = new ZoomSearch<>(this, line, guess).run();
    if (verbose) {
      new ZoomReport(this, line).print(found);
    }
    return new Updated<>(
        InnerProducts.scaled(updates, found.at().stepsize()),
        new State(
            found.at().stepsize(),
            found.at().value(),
            found.grad(),
            new Info(
                found.count(),
                found.decreaseError().astype(DType.defaultFloat()),
                found.curvatureError().astype(DType.defaultFloat()))));
  }
}
