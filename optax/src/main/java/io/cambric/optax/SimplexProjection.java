package io.cambric.optax;

import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;

/**
 * The nearest points of the simplex: {@code max(x - t, 0)}, with t such that the elements sum to 1.
 *
 * @see <a href="https://doi.org/10.1145/1390156.1390191">Duchi et al., Efficient projections onto
 *     the l1-ball for learning in high dimensions, 2008</a>
 */
final class SimplexProjection {

  private SimplexProjection() {}

  /** {@return the points nearest to rows along the last axis} */
  static Array ofRows(Array x) {
    var support = support(Lax.stopGradient(x));
    // With the support fixed, the derivative is that of a mean over it.
    var inside = Numpy.where(support, x, Numpy.zerosLike(x)).sum(-1);
    var size = Numpy.countNonzero(support, -1).astype(x.dtype());
    var threshold = inside.sub(1).div(size).expandDims(-1);
    return Activations.relu(Numpy.where(support, x.sub(threshold), Numpy.zerosLike(x)));
  }

  /** Where the nearest point is above 0: the largest elements, as many as stay above the mean. */
  private static Array support(Array x) {
    var sorted = Numpy.flip(Numpy.sort(x, -1), -1);
    var sums = Numpy.cumsum(sorted, -1);
    var counts = Numpy.arange(1, x.dim(-1) + 1).astype(x.dtype());
    var above = Numpy.divide(1, counts).add(sorted.sub(sums.div(counts))).gt(0);
    var size = Numpy.countNonzero(above, -1).expandDims(-1);
    var last = Numpy.takeAlongAxis(sums, size.sub(1), -1);
    var scale = size.astype(x.dtype());
    return Numpy.divide(1, scale).add(x.sub(last.div(scale))).gt(0);
  }
}
