package io.cambric.nn;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.dtype.Promotion;
import org.jspecify.annotations.Nullable;

/**
 * Mean and variance over some axes, which are dropped; the variance is the biased one.
 *
 * @param mean {@code E[x]}, or 0 if deviations are taken from 0
 * @param variance {@code E[(x - mean)^2]}
 */
record Statistics(Array mean, Array variance) {

  /**
   * The method by which statistics are computed.
   *
   * @param dtype dtype to compute in, or {@code null} for the dtype of the input
   * @param fast whether the variance is {@code E[x^2] - E[x]^2}, in one pass
   * @param atLeastF32 whether halves are converted to f32 first
   * @param lanes over which means are taken, too, or {@code null} for none
   */
  record Method(
      @Nullable DType dtype, boolean fast, boolean atLeastF32, @Nullable StatisticsLanes lanes) {

    /**
     * {@return mean and variance over axes}
     *
     * @param mask bool, where elements count; or {@code null} for everywhere
     */
    Statistics of(Array x, Axes axes, @Nullable Array mask) {
      var converted = x.astype(type(x));
      var where = mask == null ? null : mask.astype(DType.BOOL);
      var mean = mean(converted, axes, where);
      if (fast) {
        var variance = mean(converted.square(), axes, where).sub(mean.square());
        return new Statistics(mean, Numpy.maximum(variance, 0));
      }
      var centred = converted.sub(Lax.expandDims(mean, axes));
      return new Statistics(mean, mean(centred.square(), axes, where));
    }

    /** {@return the mean of squares as variance, and 0 as mean} */
    Statistics aroundZero(Array x, Axes axes, @Nullable Array mask) {
      var where = mask == null ? null : mask.astype(DType.BOOL);
      var squares = mean(x.astype(type(x)).square(), axes, where);
      return new Statistics(Numpy.zerosLike(squares), squares);
    }

    private DType type(Array x) {
      var own = dtype == null ? x.dtype() : dtype;
      return atLeastF32 ? Promotion.promoteTypes(own, DType.F32) : own;
    }

    private Array mean(Array x, Axes axes, @Nullable Array where) {
      var mean = Numpy.mean(x, axes, false, where);
      return lanes == null ? mean : lanes.mean(mean);
    }
  }
}
