package io.cambric.optax.linesearch;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.InnerProducts;
import io.cambric.optax.base.Leaves;
import io.cambric.transform.Transforms;
import io.cambric.transform.result.ValueAndGrad;

/**
 * A zoom line search, as a loop that can be traced.
 *
 * @param options hyperparameters
 * @param line the loss along the updates
 * @param guess the first step size
 */
record ZoomSearch<P>(ScaleByZoomLinesearch options, Line<P> line, Array guess) {

  /** {@return the final state; its point is the result} */
  ZoomState run() {
    return Transforms.whileLoop(
        state -> state.done().or(state.failed()).not(), this::next, first());
  }

  private ZoomState first() {
    var start = ZoomPoint.start(line);
    var infinity = NdArray.scalar(line.dtype(), Double.POSITIVE_INFINITY);
    var no = NdArray.scalar(DType.BOOL, 0);
    return new ZoomState(
        Counts.zero(),
        start,
        line.grad(),
        infinity,
        infinity,
        no,
        no,
        no,
        start,
        start,
        start,
        start,
        line.grad());
  }

  private ZoomState next(ZoomState state) {
    var tried =
        Transforms.cond(state.intervalFound(), this::zoomIntoInterval, this::searchInterval, state);
    var fallback =
        tried.failed().and(tried.safe().stepsize().gt(0).or(Numpy.isinf(tried.decreaseError())));
    return new ZoomState(
        tried.count(),
        tried.at().unless(fallback, tried.safe()),
        either(fallback, tried.safeGrad(), tried.grad()),
        tried.decreaseError(),
        tried.curvatureError(),
        tried.intervalFound(),
        tried.done(),
        tried.failed(),
        tried.low(),
        tried.high(),
        tried.cubicRef(),
        tried.safe(),
        tried.safeGrad());
  }

  /** A point with its gradient and its excess over both criteria. */
  private record Trial(ZoomPoint point, Object grad, Array decreaseError, Array curvatureError) {}

  private Trial trial(Array stepsize) {
    ValueAndGrad<P> both = Transforms.valueAndGrad(line.function()).apply(line.at(stepsize));
    var slope = InnerProducts.of(both.grads(), line.direction()).astype(line.dtype());
    var point = new ZoomPoint(stepsize, both.value().astype(line.dtype()), slope);
    return new Trial(point, both.grads(), decreaseError(point), curvatureError(slope));
  }

  private Array decreaseError(ZoomPoint point) {
    var rise = point.value().sub(line.value());
    var error = rise.sub(options.slopeRtol().times(point.stepsize()).mul(line.slope()));
    if (options.approxDecRtol() != null) {
      var share = options.slopeRtol().plus(options.slopeRtol()).complement().negated();
      var ofSlope = point.slope().sub(share.times(line.slope()));
      var ofValue = rise.sub(options.approxDecRtol().times(line.value().abs()));
      error = Numpy.minimum(Numpy.maximum(ofSlope, ofValue), error);
    }
    return Line.infiniteIfNan(Numpy.maximum(error, 0.0));
  }

  private Array curvatureError(Array slope) {
    var error = slope.abs().sub(options.curvRtol().times(line.slope().abs()));
    return Line.infiniteIfNan(Numpy.maximum(error, 0.0));
  }

  private Array holds(Trial trial) {
    return within(Numpy.maximum(trial.decreaseError, trial.curvatureError));
  }

  private Array within(Array error) {
    return error.le(options.tol().like(error));
  }

  /**
   * Enlarges the step size until an interval contains a point that satisfies both criteria:
   * Algorithm 3.5.
   */
  private ZoomState searchInterval(ZoomState state) {
    var larger = options.increaseFactor().times(state.at().stepsize());
    var begun = state.count().gt(0);
    var stepsize = Numpy.where(begun, larger, guess);
    var bound = options.maxLearningRate();
    Array atBound = NdArray.scalar(DType.BOOL, 0);
    if (bound != null) {
      atBound = stepsize.ge(bound.like(stepsize));
      stepsize = Numpy.minimum(stepsize, bound.like(stepsize));
    }
    var trial = trial(stepsize);
    var isSafe = within(trial.decreaseError);
    var before = state.at();
    var newIsHigh = trial.decreaseError.gt(0).or(trial.point.value().ge(before.value()).and(begun));
    var newIsLow = trial.point.slope().ge(0).and(newIsHigh.not());
    var low = before.unless(newIsLow, trial.point);
    var found = newIsHigh.or(newIsLow).or(holds(trial));
    var done = holds(trial).or(atBound.and(found.not()));
    return new ZoomState(
        Counts.increment(state.count()),
        trial.point,
        trial.grad,
        trial.decreaseError,
        trial.curvatureError,
        found,
        done,
        isLast(state).and(done.not()),
        low,
        trial.point.unless(newIsLow, before),
        low,
        state.safe().unless(isSafe, trial.point),
        either(isSafe, trial.grad, state.safeGrad()));
  }

  /** Shrinks the interval around a point that satisfies both criteria: Algorithm 3.6. */
  private ZoomState zoomIntoInterval(ZoomState state) {
    var low = state.low();
    var high = state.high();
    var length = high.stepsize().sub(low.stepsize()).abs();
    var trial = trial(middle(state, length));
    var better = within(trial.decreaseError).and(trial.point.value().lt(state.safe().value()));
    var safe = state.safe().unless(better, trial.point);
    var done = holds(trial);
    var middleIsHigh = trial.decreaseError.gt(0).or(trial.point.value().ge(low.value()));
    var secant = trial.point.slope().mul(high.stepsize().sub(low.stepsize()));
    var lowIsHigh = secant.ge(0).and(middleIsHigh.not());
    var tooShort = length.le(options.stepsizePrecision().like(length));
    var failed = isLast(state).or(tooShort.and(safe.stepsize().gt(0))).and(done.not());
    return new ZoomState(
        Counts.increment(state.count()),
        trial.point,
        trial.grad,
        trial.decreaseError,
        trial.curvatureError,
        state.intervalFound(),
        done,
        failed,
        low.unless(middleIsHigh.not(), trial.point),
        high.unless(middleIsHigh, trial.point).unless(lowIsHigh, low),
        low.unless(middleIsHigh.or(lowIsHigh), high),
        safe,
        either(better, trial.grad, state.safeGrad()));
  }

  /**
   * The minimum of a cubic or else a quadratic polynomial, if it is well inside the interval; else
   * the middle.
   */
  private static Array middle(ZoomState state, Array length) {
    var low = state.low();
    var high = state.high();
    var cubic = low.cubicMinimum(high, state.cubicRef());
    var quadratic = low.quadraticMinimum(high);
    var half = low.stepsize().add(high.stepsize()).div(2);
    return Numpy.where(
        isInside(cubic, low, high, length.mul(0.2)),
        cubic,
        Numpy.where(isInside(quadratic, low, high, length.mul(0.1)), quadratic, half));
  }

  private static Array isInside(Array x, ZoomPoint low, ZoomPoint high, Array margin) {
    var left = Numpy.minimum(low.stepsize(), high.stepsize());
    var right = Numpy.maximum(low.stepsize(), high.stepsize());
    return x.gt(left.add(margin)).and(x.lt(right.sub(margin)));
  }

  private Array isLast(ZoomState state) {
    return state.count().add(1).ge(options.maxLinesearchSteps());
  }

  private static Object either(Array condition, Object onTrue, Object onFalse) {
    return Leaves.map(onTrue, onFalse, (x, y) -> Numpy.where(condition, x, y));
  }
}
