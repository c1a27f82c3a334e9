package io.cambric.benchmarks.sweep;

import static io.cambric.benchmarks.sweep.Family.FLOAT;
import static io.cambric.benchmarks.sweep.Family.REAL;
import static io.cambric.benchmarks.sweep.Family.WHOLE;
import static io.cambric.benchmarks.sweep.Family.WIDE;

import io.cambric.array.Axes;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import java.util.List;

/** Functions that need an order. */
final class SortingRows {

  private static final String ONE = "a b";
  private static final String OF_K = "a:1-2000 k+b:1-8000; k:1-64";

  private SortingRows() {}

  static List<Family> families() {
    return List.of(sorts(), ranks());
  }

  private static Family sorts() {
    return new Family("sorts", 1_000_000, true)
        .add("lax.sort:rows", REAL, ONE, x -> Lax.sort(x, 1))
        .add("lax.sort:columns", FLOAT, ONE, x -> Lax.sort(x, 0))
        .add("lax.sortKeyVal", FLOAT, "a b, a b", (x, y) -> Lax.sortKeyVal(x, y, 1))
        .add("numpy.sort", FLOAT, ONE, x -> Numpy.sort(x, 1))
        .forward("numpy.argsort", REAL, ONE, x -> Numpy.argsort(x, 1))
        .forward(
            "numpy.lexsort",
            WHOLE,
            "n:1-100000, ids(100) n",
            (x, y) -> Numpy.lexsort(List.of(x, y)))
        .forward(
            "numpy.unique",
            WHOLE,
            "ids(1000) n:1-100000",
            x -> Numpy.unique(x, Math.min(1000, x.dim(0)), 0.0))
        .add("numpy.median", WIDE, ONE, x -> Numpy.median(x, 1))
        .add("numpy.quantile", WIDE, ONE, x -> Numpy.quantile(x, 0.9, Axes.of(1)))
        .add("numpy.percentile", WIDE, ONE, x -> Numpy.percentile(x, 25, Axes.of(1)))
        .forward("numpy.histogram", WIDE, "n:1-100000", x -> Numpy.histogram(x, 20));
  }

  private static Family ranks() {
    return new Family("greatest of rows", 1_000_000, true)
        .addSized("lax.topK", FLOAT, OF_K, (c, x) -> Lax.topK(x.get(0), c.size("k")))
        .forwardSized(
            "lax.approxMaxK", FLOAT, OF_K, (c, x) -> Lax.approxMaxK(x.get(0), c.size("k"), 1))
        .forwardSized(
            "lax.approxMinK", FLOAT, OF_K, (c, x) -> Lax.approxMinK(x.get(0), c.size("k"), 1))
        .add("numpy.partition", WIDE, "a b", x -> Numpy.partition(x, x.dim(1) / 2, 1))
        .forward("numpy.argpartition", WIDE, "a b", x -> Numpy.argpartition(x, x.dim(1) / 2, 1));
  }
}
