package io.cambric.optax.projection;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.result.Jvp;

/**
 * The projection onto the simplex: {@code max(x - t, 0)}, with the t for which the elements sum to
 * 1.
 *
 * <p>At an element above 0, the tangent is its own minus the mean of the tangents above 0;
 * elsewhere it is 0.
 *
 * @see <a href="https://doi.org/10.1145/1390156.1390191">Duchi et al., Efficient projections onto
 *     the l1-ball for learning in high dimensions, 2008</a>
 */
public final class SimplexProjection {

  private static final ArrayFn FUNCTION =
      Transforms.customJvp((ArrayFn) SimplexProjection::value, SimplexProjection::rule);

  private SimplexProjection() {}

  /** {@return the points nearest to rows along the last axis} */
  public static Array ofRows(Array x) {
    return FUNCTION.apply(x);
  }

  private static Array value(Array x) {
    // Elements are relative to the largest one, so sums do not lose digits. This does not change
    // the point.
    var shifted = x.sub(Numpy.max(x, Axes.of(x.rank() - 1), true));
    var sorted = Numpy.flip(Numpy.sort(shifted, -1), -1);
    var excess = Numpy.cumsum(sorted, -1).sub(1);
    var counts = Numpy.arange(1, x.dim(-1) + 1).astype(x.dtype());
    // The comparison avoids a quotient: its rounding would include an element exactly at the
    // threshold.
    var above = sorted.mul(counts).gt(excess);
    var size = Numpy.countNonzero(above, -1).expandDims(-1);
    var last = Numpy.takeAlongAxis(excess, size.sub(1), -1);
    return Activations.relu(shifted.sub(last.div(size.astype(x.dtype()))));
  }

  private static Jvp<Array> rule(Array x, Array tangent) {
    var nearest = ofRows(x);
    // 1 in the support and 0 outside of it; NaN where the point is NaN.
    var support = Numpy.sign(nearest);
    var size = support.sum(-1).expandDims(-1);
    var mean = support.mul(tangent).sum(-1).expandDims(-1).div(size);
    return new Jvp<>(nearest, support.mul(tangent.sub(mean)));
  }
}
