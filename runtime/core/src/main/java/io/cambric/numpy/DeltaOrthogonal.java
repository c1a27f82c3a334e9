package io.cambric.numpy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;

/**
 * The delta orthogonal initializer: convolution kernels that are orthogonal in their centre and
 * zero elsewhere.
 *
 * @param scale a factor
 * @param columnAxis the axis of the centre with the columns
 */
record DeltaOrthogonal(double scale, int columnAxis) implements Initializer {

  @Override
  public Array init(Key key, Shape shape, DType dtype) {
    int rank = shape.rank();
    if (rank < 3 || rank > 5 || shape.dim(-1) < shape.dim(-2)) {
      throw new ShapeException(
          "%s needs a kernel shape [space..., in, out] of 3 to 5 axes, out not below in, but got %s."
              .formatted(this, shape));
    }
    var centre = new Orthogonal(scale, columnAxis).init(key, shape.slice(rank - 2, rank), dtype);
    int[][] widths = new int[rank][2];
    for (int axis = rank - 3; axis >= 0; axis--) {
      int before = (shape.dim(axis) - 1) / 2;
      widths[axis] = new int[] {before, shape.dim(axis) - 1 - before};
      centre = Numpy.expandDims(centre, 0);
    }
    return Numpy.pad(centre, widths);
  }

  @Override
  public String toString() {
    return scale == 1 && columnAxis == -1
        ? "delta_orthogonal()"
        : "delta_orthogonal(%s, %s)".formatted(scale, columnAxis);
  }
}
