package io.cambric.benchmarks.sweep;

import static io.cambric.benchmarks.sweep.Family.FLOAT;
import static io.cambric.benchmarks.sweep.Family.WHOLE;
import static io.cambric.benchmarks.sweep.Family.WIDE;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.dims.ScatterDims;
import io.cambric.lax.dims.ScatterKind;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Segments;
import java.util.List;

/** Functions that read and write at places that other arrays hold. */
final class IndexingRows {

  private static final long MOST = 8_000_000;

  /** Rows of a table by numbers, as an embedding reads them. */
  private static final String ROWS = "v:1-40000 d:1-512, ids(v) n:1-20000";

  /** The same, and as many rows to write. */
  private static final String UPDATES = ROWS + ", n d";

  private static final GatherDims OF_ROWS = new GatherDims(Axes.of(1), Axes.of(0), Axes.of(0));
  private static final ScatterDims INTO_ROWS = new ScatterDims(Axes.of(1), Axes.of(0), Axes.of(0));

  private IndexingRows() {}

  static List<Family> families() {
    return List.of(gathers(), scatters(), segments(), dynamic());
  }

  private static Family gathers() {
    return new Family("gathers", MOST, true)
        .add(
            "lax.gather",
            FLOAT,
            ROWS,
            (x, i) ->
                Lax.gather(
                    x, i.reshape(-1, 1), OF_ROWS, Shape.of(1, x.dim(1)), GatherMode.CLIP, null))
        .add("lax.indexTake", FLOAT, ROWS, (x, i) -> Lax.indexTake(x, List.of(i), Axes.of(0)))
        .add(
            "lax.takeAlongAxis",
            FLOAT,
            "a b:1-5000, ids(b) a c:1-5000",
            (x, i) -> Lax.takeAlongAxis(x, i, 1, GatherMode.CLIP))
        .add("numpy.take", FLOAT, ROWS, (x, i) -> Numpy.take(x, i, 0))
        .add("numpy.take:columns", FLOAT, "n v, ids(v) m", (x, i) -> Numpy.take(x, i, 1))
        .add(
            "numpy.takeAlongAxis",
            FLOAT,
            "a b:1-5000, ids(b) a c:1-5000",
            (x, i) -> Numpy.takeAlongAxis(x, i, 1))
        .add("numpy.get", FLOAT, ROWS, (x, i) -> x.get(i))
        .add(
            "numpy.get:points", FLOAT, "v w, ids(v) n:1-100000, ids(w) n", (x, i, j) -> x.get(i, j))
        .forwardSized("nn.oneHot", WHOLE, "ids(k) n; k:1-2000", IndexingRows::oneHot)
        .forward(
            "numpy.searchsorted",
            WIDE,
            "sorted n:1-100000, positive m:1-100000",
            (x, v) -> Numpy.searchsorted(x, v))
        .forward(
            "numpy.digitize",
            WIDE,
            "positive m:1-100000, sorted n:1-1000",
            (v, x) -> Numpy.digitize(v, x))
        .forwardSized(
            "numpy.bincount", WHOLE, "ids(k) n:1-100000; k:1-5000", IndexingRows::bincount)
        .forward(
            "numpy.isin",
            WHOLE,
            "ids(1000) n:1-20000, ids(1000) m:1-500",
            (x, y) -> Numpy.isin(x, y));
  }

  private static Object oneHot(Case of, List<Array> x) {
    return Activations.oneHot(x.getFirst(), of.size("k"));
  }

  private static Object bincount(Case of, List<Array> x) {
    return Numpy.bincount(x.getFirst(), Numpy.onesLike(x.getFirst()), of.size("k"));
  }

  private static Family scatters() {
    return new Family("scatters", MOST, true)
        .add(
            "lax.scatter",
            FLOAT,
            UPDATES,
            (x, i, u) -> Lax.scatter(x, i.reshape(-1, 1), u, INTO_ROWS, GatherMode.CLIP))
        .add(
            "lax.scatter:max",
            FLOAT,
            UPDATES,
            (x, i, u) ->
                Lax.scatter(
                    ScatterKind.MAX, x, i.reshape(-1, 1), u, INTO_ROWS, GatherMode.CLIP, false))
        .add(
            "lax.scatterAdd",
            FLOAT,
            UPDATES,
            (x, i, u) -> Lax.scatterAdd(x, i.reshape(-1, 1), u, INTO_ROWS, GatherMode.CLIP))
        .add("numpy.at:add", FLOAT, UPDATES, (x, i, u) -> x.at(i).add(u))
        .add("numpy.at:set", FLOAT, UPDATES, (x, i, u) -> x.at(i).set(u));
  }

  private static Family segments() {
    var spec = "n:1-50000 d:1-256, ids(s) n; s:1-5000";
    return new Family("segments", MOST, false)
        .addSized(
            "segments.segmentSum",
            FLOAT,
            spec,
            (c, x) -> Segments.segmentSum(x.get(0), x.get(1), c.size("s")))
        .addSized(
            "segments.segmentProd",
            WIDE,
            spec,
            (c, x) -> Segments.segmentProd(x.get(0), x.get(1), c.size("s")))
        .addSized(
            "segments.segmentMax",
            FLOAT,
            spec,
            (c, x) -> Segments.segmentMax(x.get(0), x.get(1), c.size("s")))
        .addSized(
            "segments.segmentMin",
            FLOAT,
            spec,
            (c, x) -> Segments.segmentMin(x.get(0), x.get(1), c.size("s")));
  }

  /** Parts whose place an operand holds. */
  private static Family dynamic() {
    return new Family("dynamic slices", 2_000_000, true)
        .addSized(
            "lax.dynamicSlice",
            FLOAT,
            "a+p b+q, ids(p), ids(q)",
            (c, x) -> Lax.dynamicSlice(x.get(0), List.of(x.get(1), x.get(2)), c.shape("a", "b")))
        .addSized(
            "lax.dynamicSliceInDim",
            FLOAT,
            "a+p b, ids(p)",
            (c, x) -> Lax.dynamicSliceInDim(x.get(0), x.get(1), c.size("a"), 0))
        .add(
            "lax.dynamicIndexInDim", FLOAT, "a b, ids(a)", (x, i) -> Lax.dynamicIndexInDim(x, i, 0))
        .add("lax.indexInDim", FLOAT, "a b", x -> Lax.indexInDim(x, -1, 0, false).mul(2))
        .add(
            "lax.dynamicUpdateSlice",
            FLOAT,
            "a+p b, a b, ids(p)",
            (x, u, i) -> Lax.dynamicUpdateSlice(x, u, List.of(i, Numpy.scalar(0, DType.I32))))
        .add(
            "lax.dynamicUpdateSliceInDim",
            FLOAT,
            "a+p b, a b, ids(p)",
            (x, u, i) -> Lax.dynamicUpdateSliceInDim(x, u, i, 0))
        .add(
            "lax.dynamicUpdateIndexInDim",
            FLOAT,
            "a b, b, ids(a)",
            (x, u, i) -> Lax.dynamicUpdateIndexInDim(x, u, i, 0));
  }
}
