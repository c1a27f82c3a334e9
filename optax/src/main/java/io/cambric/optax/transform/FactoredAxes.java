package io.cambric.optax.transform;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The two axes of a parameter over which Adafactor factors its average of squares.
 *
 * @param row the second largest axis
 * @param column the largest axis; the last one of equal axes
 */
record FactoredAxes(int row, int column) {

  /** {@return the two largest axes, or nothing unless both have a least size} */
  static Optional<FactoredAxes> of(Array param, int minSize) {
    int rank = param.rank();
    if (rank < 2) {
      return Optional.empty();
    }
    var bySize =
        IntStream.range(0, rank).boxed().sorted(Comparator.comparingInt(param::dim)).toList();
    var axes = new FactoredAxes(bySize.get(rank - 2), bySize.get(rank - 1));
    return param.dim(axes.row) < minSize ? Optional.empty() : Optional.of(axes);
  }

  /** {@return the mean of each row} */
  Array rows(Array x) {
    return x.mean(column);
  }

  /** {@return the mean of each column} */
  Array columns(Array x) {
    return x.mean(row);
  }

  Array rowZeros(Array param) {
    return zeros(param, column);
  }

  Array columnZeros(Array param) {
    return zeros(param, row);
  }

  private static Array zeros(Array param, int without) {
    return Lax.zeros(param.aval().withShape(param.shape().without(Axes.of(without))).strong());
  }

  /**
   * {@return updates divided by the root of the outer product of rows and columns over their mean}
   */
  Array scaled(Array update, Array rows, Array columns) {
    int reduced = row > column ? row - 1 : row;
    var shares = rows.div(rows.mean(Axes.of(reduced), true));
    return update.mul(Lax.rsqrt(shares).expandDims(column)).mul(Lax.rsqrt(columns).expandDims(row));
  }
}
