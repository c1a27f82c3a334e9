package io.cambric.optax.assignment;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import java.util.function.Function;

/** The cost matrix of an algorithm: at least one row, and at most as many rows as columns. */
final class CostMatrix {

  private CostMatrix() {}

  /**
   * {@return the assignment by an algorithm for matrices with at most as many rows as columns}
   *
   * @param algorithm from a cost matrix of a floating dtype to its assignment
   * @throws ShapeException if the costs are not a matrix
   */
  static Assignment assigned(
      String where, Array costMatrix, Function<Array, Assignment> algorithm) {
    if (costMatrix.rank() != 2) {
      throw new ShapeException(
          "%s needs a matrix of costs, but got %s. Map it over several matrices with vmap."
              .formatted(where, costMatrix.aval()));
    }
    if (costMatrix.size() == 0) {
      return new Assignment(integers(0, 0), integers(0, 0));
    }
    var dtype = Numpy.promoteTypes(costMatrix.dtype(), DType.defaultFloat());
    // Numbers of rows and columns have no derivative, so the loops need none.
    var costs = Lax.stopGradient(costMatrix.astype(dtype));
    return costs.dim(0) > costs.dim(1)
        ? algorithm.apply(costs.transpose()).transposed()
        : algorithm.apply(costs);
  }

  /** {@return a row of one integer} */
  static Array integers(int size, int value) {
    return Numpy.full(Shape.of(size), value, DType.defaultInt());
  }

  /** {@return a row of infinities in the dtype of costs} */
  static Array infinities(int size, Array costs) {
    return Numpy.full(Shape.of(size), Double.POSITIVE_INFINITY, costs.dtype());
  }

  /** {@return a row of one bool} */
  static Array falses(int size) {
    return Numpy.zeros(Shape.of(size), DType.BOOL);
  }
}
