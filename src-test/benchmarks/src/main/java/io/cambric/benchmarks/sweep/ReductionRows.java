package io.cambric.benchmarks.sweep;

import static io.cambric.benchmarks.sweep.Family.FLOAT;
import static io.cambric.benchmarks.sweep.Family.REAL;
import static io.cambric.benchmarks.sweep.Family.WHOLE;
import static io.cambric.benchmarks.sweep.Family.WIDE;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.lax.Lax;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import java.util.List;

/** Functions that combine the elements along axes, and running ones. */
final class ReductionRows {

  private static final long MOST = 2_000_000;

  private static final String ONE = "a b";
  private static final Axes ROWS = Axes.of(1);
  private static final Axes COLUMNS = Axes.of(0);

  private ReductionRows() {}

  static List<Family> families() {
    return List.of(reductions(), statistics(), running());
  }

  private static Family reductions() {
    return new Family("reductions", MOST, true)
        .add("lax.reduceSum:rows", REAL, ONE, x -> Lax.reduceSum(x, ROWS))
        .add("lax.reduceSum:columns", REAL, ONE, x -> Lax.reduceSum(x, COLUMNS))
        .add("lax.reduceSum:all", REAL, ONE, x -> Lax.reduceSum(x, Axes.of(0, 1)))
        .add("lax.reduceSum:middle", FLOAT, "a b:1-300 c:1-300", x -> Lax.reduceSum(x, ROWS))
        .add("lax.reduceMax:rows", REAL, ONE, x -> Lax.reduceMax(x, ROWS))
        .add("lax.reduceMax:columns", REAL, ONE, x -> Lax.reduceMax(x, COLUMNS))
        .add("lax.reduceMin:rows", REAL, ONE, x -> Lax.reduceMin(x, ROWS))
        .add("lax.reduceProd:rows", FLOAT, "share a b", x -> Lax.reduceProd(x, ROWS))
        .forward("lax.reduceAnd:rows", WHOLE, "bool a b", x -> Lax.reduceAnd(x, ROWS))
        .forward("lax.reduceOr:columns", WHOLE, "bool a b", x -> Lax.reduceOr(x, COLUMNS))
        .forward("lax.reduceXor:rows", WHOLE, ONE, x -> Lax.reduceXor(x, ROWS))
        .forward("lax.argmax:rows", REAL, ONE, x -> Lax.argmax(x, 1, DType.I32))
        .forward("lax.argmax:columns", REAL, ONE, x -> Lax.argmax(x, 0, DType.I32))
        .forward("lax.argmin:rows", REAL, ONE, x -> Lax.argmin(x, 1, DType.I32))
        .add("numpy.sum:all", FLOAT, ONE, x -> Numpy.sum(x))
        .add("numpy.sum:rows", FLOAT, ONE, x -> Numpy.sum(x, 1))
        .add("numpy.prod:rows", FLOAT, "share a b", x -> Numpy.prod(x, 1))
        .add("numpy.max:all", FLOAT, ONE, x -> Numpy.max(x))
        .add("numpy.min:columns", FLOAT, ONE, x -> Numpy.min(x, 0))
        .add("numpy.ptp:rows", FLOAT, ONE, x -> Numpy.ptp(x, 1))
        .forward("numpy.argmax:all", FLOAT, ONE, x -> Numpy.argmax(x))
        .forward("numpy.any:rows", WHOLE, "bool a b", x -> Numpy.any(x, 1))
        .forward("numpy.all:columns", WHOLE, "bool a b", x -> Numpy.all(x, 0))
        .forward("numpy.countNonzero:rows", FLOAT, ONE, x -> Numpy.countNonzero(x, 1));
  }

  private static Family statistics() {
    return new Family("statistics", MOST, true)
        .add("numpy.mean:rows", FLOAT, ONE, x -> Numpy.mean(x, 1))
        .add("numpy.mean:columns", FLOAT, ONE, x -> Numpy.mean(x, 0))
        .add("numpy.var:rows", FLOAT, ONE, x -> Numpy.var(x, 1))
        .add("numpy.var:columns", FLOAT, ONE, x -> Numpy.var(x, 0))
        .add("numpy.std:rows", FLOAT, "a b:2-6000", x -> Numpy.std(x, 1))
        .add("numpy.average", WIDE, "a b, positive b", (x, w) -> Numpy.average(x, w, 1))
        .add("numpy.norm", WIDE, ONE, x -> Numpy.norm(x))
        .add("numpy.nansum:rows", FLOAT, "gaps a b", x -> Numpy.nansum(x, 1))
        .add("numpy.nanmean:rows", FLOAT, "gaps a b", x -> Numpy.nanmean(x, 1))
        .add("numpy.cov", WIDE, "a:1-300 b:2-6000", x -> Numpy.cov(x))
        .add("numpy.corrcoef", WIDE, "a:1-300 b:3-6000", x -> Numpy.corrcoef(x))
        .add("numpy.trapezoid", WIDE, "a b:2-6000", x -> Numpy.trapezoid(x))
        .add("nn.logsumexp", FLOAT, ONE, x -> Activations.logsumexp(x, 1))
        .add("nn.logmeanexp", WIDE, ONE, x -> Activations.logmeanexp(x, 1));
  }

  private static Family running() {
    return new Family("running", MOST, true)
        .add("lax.cumsum:rows", REAL, ONE, x -> Lax.cumsum(x, 1, false))
        .add("lax.cumsum:columns", REAL, ONE, x -> Lax.cumsum(x, 0, false))
        .add("lax.cumprod:rows", FLOAT, "share a b:1-500", x -> Lax.cumprod(x, 1, false))
        .add("lax.cummax:rows", FLOAT, ONE, x -> Lax.cummax(x, 1, false))
        .add("lax.cummin:columns", FLOAT, ONE, x -> Lax.cummin(x, 0, false))
        .add("lax.cumlogsumexp:rows", FLOAT, ONE, x -> Lax.cumlogsumexp(x, 1, false))
        .add("numpy.cumsum", FLOAT, ONE, x -> Numpy.cumsum(x, 1))
        .add("numpy.cumprod", WIDE, "share a b:1-500", x -> Numpy.cumprod(x, 0))
        .add("numpy.diff", FLOAT, "a b:2-6000", x -> Numpy.diff(x));
  }
}
