package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;

/**
 * The orthogonal initializer: matrices with orthonormal columns, or orthonormal rows if there are
 * fewer rows.
 *
 * @param scale a factor
 * @param columnAxis the axis of the columns; the other axes together are the rows
 */
record Orthogonal(double scale, int columnAxis) implements Initializer {

  @Override
  public Array init(Key key, Shape shape, DType dtype) {
    if (shape.rank() < 2) {
      throw new ShapeException(
          "%s needs a shape of at least two axes, rows and columns, but got %s."
              .formatted(this, shape));
    }
    if (shape.size() == 0) {
      return Numpy.zeros(shape, dtype);
    }
    int axis = Axes.normalize(columnAxis, shape.rank(), "orthogonal");
    int columns = shape.dim(axis);
    var matrix =
        MatrixSamplers.orthogonal(key, shape.size() / columns, Shape.scalar(), dtype, columns);
    var rows = shape.without(Axes.of(axis));
    var spread = Lax.reshape(matrix, rows.insert(rows.rank(), columns));
    return Lax.mul(NdArray.scalar(dtype, scale), Numpy.moveaxis(spread, -1, axis));
  }

  @Override
  public String toString() {
    return scale == 1 && columnAxis == -1
        ? "orthogonal()"
        : "orthogonal(%s, %s)".formatted(scale, columnAxis);
  }
}
