package io.cambric.optax.linesearch;

import io.cambric.numpy.Numpy;
import io.cambric.optax.base.ConditionalPrint;

/**
 * The lines that a verbose zoom line search prints if no step size satisfies both criteria: its
 * results, then the cause.
 *
 * @param options hyperparameters
 * @param line the loss along the updates
 */
record ZoomReport(ScaleByZoomLinesearch options, Line<?> line) {

  /** Prints the lines if the search failed. */
  void print(ZoomState end) {
    var curved = end.curvatureError().le(options.tol().like(end.curvatureError())).not();
    var atBound = end.done().and(curved);
    var failed = end.failed().or(atBound);
    ConditionalPrint.when(
        failed,
        "scale_by_zoom_linesearch found no step size that satisfies both criteria in {} steps. At the parameters the loss is {}, its slope along the updates {}. At the last step size the decrease misses its criterion by {}, the curvature by {}. The chosen step size is {}.",
        end.count(),
        line.value(),
        line.slope(),
        end.decreaseError(),
        end.curvatureError(),
        end.at().stepsize());
    var outside = Numpy.isinf(end.decreaseError());
    var length = end.high().stepsize().sub(end.low().stepsize()).abs();
    ConditionalPrint.when(
        end.failed()
            .and(end.intervalFound())
            .and(outside.not())
            .and(length.le(options.stepsizePrecision().like(length))),
        "The interval of length {} is shorter than the precision. Lower the precision with withStepsizePrecision.",
        length);
    ConditionalPrint.when(
        atBound,
        "The curvature is too large at the largest learning rate. Raise the learning rate with withMaxLearningRate.");
    var isDescent = line.slope().lt(0);
    var isSafe = end.safe().stepsize().gt(0);
    var unsafe = end.failed().and(isSafe.not());
    ConditionalPrint.when(
        end.failed().and(isSafe),
        "The chosen step size decreases the loss enough, but the curvature there is too large.");
    ConditionalPrint.when(
        unsafe.and(isDescent.not()),
        "The updates increase the loss: a descent direction has a negative slope, but theirs is {}. Reverse their sign.",
        line.slope());
    ConditionalPrint.when(
        unsafe.and(outside),
        "The loss is infinite or NaN at each step size, so the parameters do not change. Choose other initial values, or scale the parameters.");
    ConditionalPrint.when(
        unsafe.and(outside.not()).and(isDescent),
        "The chosen step size does not decrease the loss enough. Permit more steps with withMaxLinesearchSteps.");
  }
}
