package io.cambric.numpy.routine;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.core.Index;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.GatherMode;
import io.cambric.numpy.result.HistogramResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts of elements and of points in bins. */
public final class Histograms {

  private Histograms() {}

  /**
   * {@return the edges of bins of one width}
   *
   * @param low the lowest edge; {@code null} for the smallest element
   * @param high the highest edge; {@code null} for the largest element
   */
  public static Array histogramBinEdges(
      Array x, int bins, @Nullable Double low, @Nullable Double high) {
    var real = Operands.inexact(x);
    var first = low == null ? Extrema.min(real) : Lax.fullLike(real, low);
    var last = high == null ? Extrema.max(real) : Lax.fullLike(real, high);
    var flat = Lax.eq(first, last);
    var half = Lax.fullLike(first, 0.5);
    return Ranges.linspace(
        Lax.select(flat, Lax.sub(first, half), first),
        Lax.select(flat, Lax.add(last, half), last),
        bins + 1,
        true);
  }

  /** {@return the number of elements in each of ten bins, and the edges of the bins} */
  public static List<Array> histogram(Array x) {
    return histogram(x, 10);
  }

  /** {@return the counts of the elements in bins of one width over their range, and the edges} */
  public static List<Array> histogram(Array x, int bins) {
    return histogram(x, histogramBinEdges(x, bins, null, null), null, false);
  }

  /**
   * {@return the weight of the elements in each bin, and the edges}
   *
   * <p>A bin contains its lower edge; the last bin contains both edges.
   *
   * @param edges ascending
   * @param weights of the elements; {@code null} for 1 each
   * @param density whether the weights are divided by the width of the bin and their sum
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.histogram.html">jnp.histogram</a>
   */
  public static List<Array> histogram(
      Array x, Array edges, @Nullable Array weights, boolean density) {
    if (weights != null && !weights.shape().equals(x.shape())) {
      throw new ShapeException(
          "histogram needs one weight for each element of %s, but got %s."
              .formatted(x.aval(), weights.aval()));
    }
    var operands = weights == null ? List.of(Operands.inexact(x)) : Operands.inexact(x, weights);
    var values = Shapes.ravel(operands.getFirst());
    var ends = Lax.convertElementType(edges, values.dtype());
    var share = weights == null ? Creation.onesLike(values) : Shapes.ravel(operands.get(1));
    int last = edges.size() - 1;
    var bin =
        ElementSelection.where(
            Comparisons.equal(values, ends.get(-1)),
            last,
            Searching.searchsorted(ends, values, true));
    var counts =
        ElementSelection.at(Creation.zeros(Shape.of(edges.size()), share.dtype()), Index.of(bin))
            .add(share)
            .slice(0, 1, last + 1);
    if (density) {
      counts = Lax.div(Lax.div(counts, Differences.diff(ends, 1, 0)), Sums.sum(counts));
    }
    return List.of(counts, ends);
  }

  /** {@return the counts of points in a grid of 10 by 10 bins over their range, and its edges} */
  public static HistogramResult histogram2d(Array x, Array y) {
    return histogram2d(x, y, 10, 10);
  }

  /** {@return the counts of points in a grid of bins over their range, and its edges} */
  public static HistogramResult histogram2d(Array x, Array y, int xBins, int yBins) {
    return histogramdd(points("histogram2d", x, y), xBins, yBins);
  }

  /**
   * {@return the weight of points in each bin of a grid, and its edges}
   *
   * <p>Shapes: {@code x: [n], y: [n] -> [xBins, yBins]}; otherwise like {@link #histogramdd(Array,
   * List, Array, boolean)}.
   *
   * @throws ShapeException if x and y are not vectors of one size
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.histogram2d.html">jnp.histogram2d</a>
   */
  public static HistogramResult histogram2d(
      Array x, Array y, Array xEdges, Array yEdges, @Nullable Array weights, boolean density) {
    return histogramdd(points("histogram2d", x, y), List.of(xEdges, yEdges), weights, density);
  }

  /** {@return the counts of points in ten bins along each axis, over their range, and the edges} */
  public static HistogramResult histogramdd(Array sample) {
    return histogramdd(sample, 10);
  }

  /**
   * {@return the counts of points in bins of one width over their range, and the edges}
   *
   * @param bins number of bins along each axis, or one number for all axes
   * @throws ShapeException if there is neither one number nor one for each axis
   */
  public static HistogramResult histogramdd(Array sample, int... bins) {
    requirePoints(sample);
    int axes = sample.dim(1);
    if (bins.length != 1 && bins.length != axes) {
      throw new ShapeException(
          "histogramdd of points with %d coordinates needs one number of bins, or one for each coordinate, but got %s."
              .formatted(axes, Arrays.toString(bins)));
    }
    var edges = new ArrayList<Array>();
    for (int axis = 0; axis < axes; axis++) {
      int count =
          Sizes.atLeast("histogramdd", "number of bins", bins[bins.length == 1 ? 0 : axis], 1);
      edges.add(histogramBinEdges(column(sample, axis), count, null, null));
    }
    return histogramdd(sample, edges, null, false);
  }

  /**
   * {@return the weight of points in each bin of a grid, and its edges}
   *
   * <p>Shapes: {@code sample: [points, axes] -> [bins0, bins1, ...]}. Without weights the counts
   * are integers. A bin contains its lower edges; the last bin along an axis contains both. Points
   * outside all bins are ignored.
   *
   * @param edges ascending, one vector for each axis; {@link #histogramBinEdges} makes evenly
   *     spaced edges
   * @param weights of the points; {@code null} for 1 each
   * @param density whether the weights are divided by their sum and the volume of the bin
   * @throws ShapeException unless there is one vector of edges for each axis, and one weight for
   *     each point
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.histogramdd.html">jnp.histogramdd</a>
   */
  public static HistogramResult histogramdd(
      Array sample, List<? extends Array> edges, @Nullable Array weights, boolean density) {
    requirePoints(sample);
    int axes = sample.dim(1);
    boolean weighted = weights == null || weights.shape().equals(Shape.of(sample.dim(0)));
    if (edges.size() != axes || edges.stream().anyMatch(edge -> edge.rank() != 1) || !weighted) {
      throw new ShapeException(
          "histogramdd needs a vector of edges for each of %d coordinates and a weight for each point, but got edges %s and weights %s for points %s."
              .formatted(
                  axes,
                  ShapedArray.ofAll(edges),
                  weights == null ? "of 1" : weights.aval(),
                  sample.aval()));
    }
    var operands =
        weights == null ? List.of(Operands.inexact(sample)) : Operands.inexact(sample, weights);
    var points = operands.getFirst();
    var places = new ArrayList<Array>();
    var ends = new ArrayList<Array>();
    int[] dims = new int[axes];
    for (int axis = 0; axis < axes; axis++) {
      var end = Lax.convertElementType(edges.get(axis), points.dtype());
      ends.add(end);
      dims[axis] = end.size() + 1;
      places.add(place(column(points, axis), end));
    }
    var grid = Shape.of(dims);
    var counts =
        bincount(
                IndexGrids.ravelMultiIndex(places, grid, GatherMode.CLIP),
                weights == null ? null : operands.get(1),
                grid.size())
            .reshape(grid);
    for (int axis = 0; axis < axes; axis++) {
      counts = Lax.sliceInDim(counts, 1, dims[axis] - 1, 1, axis);
    }
    return new HistogramResult(density ? density(counts, ends, points.dtype()) : counts, ends);
  }

  /** {@return the index of the bin of each element; a bin contains its left edge} */
  public static Array digitize(Array x, Array bins) {
    return digitize(x, bins, false);
  }

  /**
   * {@return the index of the bin of each value; values before the first edge are in bin 0}
   *
   * @param bins edges, ascending or descending
   * @param right whether a bin contains its upper edge instead of its lower edge
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.digitize.html">jnp.digitize</a>
   */
  public static Array digitize(Array x, Array bins, boolean right) {
    Operands.requireVector("digitize", bins);
    if (bins.size() == 0) {
      return Creation.zeros(x.shape(), DType.I32);
    }
    var ascending = Comparisons.greaterEqual(bins.get(-1), bins.get(0));
    var edges = ElementSelection.where(ascending, bins, Rearranging.flip(bins));
    var place = Searching.searchsorted(edges, x, !right);
    return ElementSelection.where(ascending, place, Arithmetic.subtract(bins.size(), place));
  }

  /**
   * {@return the number of occurrences of each number from 0}
   *
   * @param x a vector of integers with known values; negative ones count as 0
   */
  public static Array bincount(Array x) {
    return bincount(x, null, countsOf(x, 0));
  }

  /**
   * {@return the weight of each number from 0 to below a length}
   *
   * @param x a vector of integers; negative integers count as 0, and integers not below the length
   *     are ignored
   * @param weights of the elements; {@code null} for 1 each
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.bincount.html">jnp.bincount</a>
   */
  public static Array bincount(Array x, @Nullable Array weights, int length) {
    Operands.requireVector("bincount", x);
    if (x.dtype().isFloating()) {
      throw new DTypeException(
          "bincount needs integers, but got %s. Convert them with astype(DType.I32)."
              .formatted(x.aval()));
    }
    if (weights != null && !weights.shape().equals(x.shape())) {
      throw new ShapeException(
          "bincount needs one weight for each element of %s, but got %s."
              .formatted(x.aval(), weights.aval()));
    }
    var numbers = x.dtype() == DType.BOOL ? x.astype(DType.I32) : x;
    var share = weights == null ? Creation.scalar(1) : weights;
    return ElementSelection.at(
            Creation.zeros(Shape.of(length), share.dtype()), Index.of(Extrema.maximum(numbers, 0)))
        .drop()
        .add(share);
  }

  private static Array points(String name, Array x, Array y) {
    if (x.rank() != 1 || !x.shape().equals(y.shape())) {
      throw new ShapeException(
          "%s needs the coordinates of points as two vectors of equal size, but got %s and %s."
              .formatted(name, x.aval(), y.aval()));
    }
    return Joining.stack(Operands.promoted(x, y), 1);
  }

  /** {@return indices of bins: 0 below all edges, and the number of edges above all edges} */
  private static Array place(Array values, Array edges) {
    var place = Searching.searchsorted(edges, values, true);
    return ElementSelection.where(Comparisons.equal(values, edges.get(-1)), place.sub(1), place);
  }

  private static Array density(Array counts, List<Array> edges, DType dtype) {
    var real = Lax.convertElementType(counts, dtype);
    var share = real.div(Sums.sum(real));
    var widths = edges.stream().map(edge -> Differences.diff(edge, 1, 0)).toArray(Array[]::new);
    for (var width : IndexGrids.ix(widths)) {
      share = Arithmetic.divide(share, width);
    }
    return share;
  }

  private static Array column(Array sample, int axis) {
    return Lax.indexInDim(sample, axis, 1, false);
  }

  private static void requirePoints(Array sample) {
    if (sample.rank() != 2) {
      throw new ShapeException(
          "histogramdd needs points, [points, coordinates], but got %s.".formatted(sample.aval()));
    }
  }

  private static int countsOf(Array x, int least) {
    Operands.requireVector("bincount", x);
    int longest = least;
    for (int number : x.concrete("bincount without a length").toInts()) {
      longest = Math.max(longest, number + 1);
    }
    return longest;
  }
}
