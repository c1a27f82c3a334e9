package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.GatherMode;
import io.cambric.numpy.option.QuantileMethod;
import org.jspecify.annotations.Nullable;

/** Medians, quantiles and spreads of sorted elements. */
public final class Quantiles {

  private Quantiles() {}

  /**
   * {@return the middle of the sorted elements, or the mean of the middle two; NaN if an element is
   * NaN}
   */
  public static Array median(Array x, int... axes) {
    return median(x, ReductionOperands.axesOrAll(x, axes), false);
  }

  /**
   * {@return the middle of the sorted elements, or the mean of the middle two; NaN if an element is
   * NaN}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.median.html">jnp.median</a>
   */
  public static Array median(Array x, @Nullable Axes axes, boolean keepDims) {
    return quantiles(
        "median", x, Creation.scalar(0.5), axes, keepDims, QuantileMethod.MIDPOINT, false);
  }

  /** {@return the median of the elements that are not NaN; NaN without such elements} */
  public static Array nanmedian(Array x, int... axes) {
    return nanmedian(x, ReductionOperands.axesOrAll(x, axes), false);
  }

  /** {@return the median of the elements that are not NaN; NaN without such elements} */
  public static Array nanmedian(Array x, @Nullable Axes axes, boolean keepDims) {
    return quantiles(
        "nanmedian", x, Creation.scalar(0.5), axes, keepDims, QuantileMethod.MIDPOINT, true);
  }

  /** {@return the quantile of all elements, linear between neighbours} */
  public static Array quantile(Array x, double q) {
    return quantile(x, Creation.scalar(q));
  }

  /** {@return the quantile of all elements at each of q, linear between neighbours} */
  public static Array quantile(Array x, Array q) {
    return quantile(x, q, null);
  }

  /** {@return the quantile along axes, linear between neighbours} */
  public static Array quantile(Array x, double q, @Nullable Axes axes) {
    return quantile(x, Creation.scalar(q), axes);
  }

  /** {@return the quantile along axes at each of q, linear between neighbours} */
  public static Array quantile(Array x, Array q, @Nullable Axes axes) {
    return quantile(x, q, axes, false, QuantileMethod.LINEAR);
  }

  /**
   * {@return the quantile along axes: the value with a fraction of the elements below it, linear
   * between two elements}
   *
   * @param q the fraction, in {@code [0, 1]}
   */
  public static Array quantile(Array x, double q, @Nullable Axes axes, boolean keepDims) {
    return quantile(x, Creation.scalar(q), axes, keepDims, QuantileMethod.LINEAR);
  }

  /**
   * {@return the quantiles along axes: the values with fractions of the elements below them; NaN if
   * an element is NaN}
   *
   * @param q the fractions, in {@code [0, 1]}: a scalar, or a vector that becomes the first axis
   * @param method the interpolation between two elements
   * @throws ShapeException if q has more axes, or there is no element
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.quantile.html">jnp.quantile</a>
   */
  public static Array quantile(
      Array x, Array q, @Nullable Axes axes, boolean keepDims, QuantileMethod method) {
    return quantiles("quantile", x, q, axes, keepDims, method, false);
  }

  /** {@return the quantile without NaN of all elements, linear between neighbours} */
  public static Array nanquantile(Array x, double q) {
    return nanquantile(x, Creation.scalar(q));
  }

  /** {@return the quantile without NaN of all elements at each of q, linear between neighbours} */
  public static Array nanquantile(Array x, Array q) {
    return nanquantile(x, q, null);
  }

  /** {@return the quantile without NaN along axes, linear between neighbours} */
  public static Array nanquantile(Array x, double q, @Nullable Axes axes) {
    return nanquantile(x, Creation.scalar(q), axes);
  }

  /** {@return the quantile without NaN along axes at each of q, linear between neighbours} */
  public static Array nanquantile(Array x, Array q, @Nullable Axes axes) {
    return nanquantile(x, q, axes, false, QuantileMethod.LINEAR);
  }

  /** {@return the quantiles of the elements that are not NaN; NaN without such elements} */
  public static Array nanquantile(
      Array x, Array q, @Nullable Axes axes, boolean keepDims, QuantileMethod method) {
    return quantiles("nanquantile", x, q, axes, keepDims, method, true);
  }

  /** {@return the percentile of all elements, linear between neighbours} */
  public static Array percentile(Array x, double q) {
    return percentile(x, Creation.scalar(q));
  }

  /** {@return the percentile of all elements at each of q, linear between neighbours} */
  public static Array percentile(Array x, Array q) {
    return percentile(x, q, null);
  }

  /** {@return the percentile along axes, linear between neighbours} */
  public static Array percentile(Array x, double q, @Nullable Axes axes) {
    return percentile(x, Creation.scalar(q), axes);
  }

  /** {@return the percentile along axes at each of q, linear between neighbours} */
  public static Array percentile(Array x, Array q, @Nullable Axes axes) {
    return percentile(x, q, axes, false, QuantileMethod.LINEAR);
  }

  /**
   * {@return the quantiles at percentages}
   *
   * @param q in {@code [0, 100]}: a scalar, or a vector that becomes the first axis
   */
  public static Array percentile(
      Array x, Array q, @Nullable Axes axes, boolean keepDims, QuantileMethod method) {
    return quantiles("percentile", x, shares(q), axes, keepDims, method, false);
  }

  /** {@return the percentile without NaN of all elements, linear between neighbours} */
  public static Array nanpercentile(Array x, double q) {
    return nanpercentile(x, Creation.scalar(q));
  }

  /**
   * {@return the percentile without NaN of all elements at each of q, linear between neighbours}
   */
  public static Array nanpercentile(Array x, Array q) {
    return nanpercentile(x, q, null);
  }

  /** {@return the percentile without NaN along axes, linear between neighbours} */
  public static Array nanpercentile(Array x, double q, @Nullable Axes axes) {
    return nanpercentile(x, Creation.scalar(q), axes);
  }

  /** {@return the percentile without NaN along axes at each of q, linear between neighbours} */
  public static Array nanpercentile(Array x, Array q, @Nullable Axes axes) {
    return nanpercentile(x, q, axes, false, QuantileMethod.LINEAR);
  }

  /**
   * {@return the quantiles at percentages of the elements that are not NaN; NaN without such
   * elements}
   */
  public static Array nanpercentile(
      Array x, Array q, @Nullable Axes axes, boolean keepDims, QuantileMethod method) {
    return quantiles("nanpercentile", x, shares(q), axes, keepDims, method, true);
  }

  /**
   * {@return the largest minus the smallest element along these axes, or along all if none is
   * given}
   */
  public static Array ptp(Array x, int... axes) {
    return ptp(x, ReductionOperands.axesOrAll(x, axes), false);
  }

  /** {@return the largest minus the smallest element} */
  public static Array ptp(Array x, @Nullable Axes axes, boolean keepDims) {
    ReductionOperands.requireElements("ptp", x, axes);
    return Lax.sub(Extrema.max(x, axes, keepDims), Extrema.min(x, axes, keepDims));
  }

  private static Array shares(Array percentages) {
    var real = Operands.inexact(percentages);
    return Lax.div(real, Operands.constant(real, 100));
  }

  private static Array quantiles(
      String name,
      Array x,
      Array q,
      @Nullable Axes axes,
      boolean keepDims,
      QuantileMethod method,
      boolean skipNan) {
    if (q.rank() > 1) {
      throw new ShapeException(
          "%s needs a scalar or a vector of probabilities, but got %s.".formatted(name, q.aval()));
    }
    var sorted = sortedLast(x, axes, name, skipNan);
    var share = Operands.inexact(q);
    int lanes = sorted.rank() - 1;
    var spread =
        q.rank() == 0 ? share : Shapes.expandDims(share, Axes.range(1, lanes + 1).toArray());
    var counts =
        skipNan
            ? Lax.convertElementType(
                Sums.sum(Logic.logicalNot(FloatParts.isnan(sorted)), -1), share.dtype())
            : Operands.constant(share, sorted.dim(-1));
    var last = Arithmetic.subtract(counts, Operands.constant(counts, 1));
    var place =
        method == QuantileMethod.INVERTED_CDF
            ? Arithmetic.subtract(
                Roundings.ceil(Arithmetic.multiply(spread, counts)), Operands.constant(counts, 1))
            : Arithmetic.multiply(spread, last);
    var below = Roundings.floor(place);
    var low = elements(sorted, within(below, last), q.rank(), skipNan);
    var high = elements(sorted, within(Roundings.ceil(place), last), q.rank(), skipNan);
    var ofHigh = Arithmetic.subtract(place, below);
    var ofLow = Arithmetic.subtract(Operands.constant(ofHigh, 1), ofHigh);
    var value =
        switch (method) {
          case LINEAR ->
              Arithmetic.add(
                  Arithmetic.multiply(low.astype(share.dtype()), ofLow),
                  Arithmetic.multiply(high.astype(share.dtype()), ofHigh));
          case LOWER, INVERTED_CDF -> low;
          case HIGHER -> high;
          case NEAREST ->
              ElementSelection.where(
                  Comparisons.lessEqual(ofHigh, Operands.constant(ofHigh, 0.5)), low, high);
          case MIDPOINT ->
              Arithmetic.multiply(Arithmetic.add(low, high), Operands.constant(low, 0.5));
        };
    var result = Lax.convertElementType(value, sorted.dtype());
    var kept = ReductionOperands.keptShape(x.shape(), ReductionOperands.reducedAxes(name, x, axes));
    return keepDims ? Lax.reshape(result, q.shape().concat(kept)) : result;
  }

  private static Array within(Array place, Array last) {
    return Extrema.maximum(Extrema.minimum(place, last), Operands.constant(place, 0));
  }

  /** {@return the sorted elements at positions, with several fractions along a first axis} */
  private static Array elements(Array sorted, Array places, int shares, boolean byLane) {
    var index = Lax.convertElementType(places, DType.I32);
    if (byLane) {
      var along = shares == 1 ? Shapes.moveaxis(index, 0, -1) : Shapes.expandDims(index, -1);
      var values = ElementSelection.takeAlongAxis(sorted, along, -1);
      return shares == 1 ? Shapes.moveaxis(values, -1, 0) : Shapes.squeeze(values, -1);
    }
    var values =
        ElementSelection.take(sorted, Shapes.ravel(index), -1, GatherMode.PROMISE_IN_BOUNDS);
    return shares == 1 ? Shapes.moveaxis(values, -1, 0) : Shapes.squeeze(values, -1);
  }

  /** Flattens the reduced axes into the last axis and sorts along it. */
  private static Array sortedLast(Array x, @Nullable Axes axes, String name, boolean skipNan) {
    var real = Operands.inexact(x);
    var reduced = ReductionOperands.reducedAxes(name, x, axes);
    var kept = reduced.complement(x.rank());
    var flat =
        Lax.reshape(
            Lax.transpose(real, kept.concat(reduced)),
            x.shape().select(kept).insert(kept.size(), x.shape().select(reduced).size()));
    if (flat.dim(-1) == 0) {
      throw new ShapeException(
          "%s over axes %s of %s needs at least one element, but got none."
              .formatted(name, reduced, x.aval()));
    }
    var unknown = FloatParts.isnan(flat);
    var spoiled = skipNan ? unknown : Logic.any(unknown, Axes.of(-1), true);
    return Lax.sort(
        ElementSelection.where(spoiled, Operands.constant(flat, Double.NaN), flat),
        flat.rank() - 1);
  }
}
