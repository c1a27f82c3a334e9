package io.cambric.numpy.routine;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.HeapRoom;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import java.util.ArrayList;
import java.util.List;

/** The positions of the nonzero elements of an array of known values. */
final class NonzeroIndices {

  private NonzeroIndices() {}

  /**
   * {@return one vector of the default integer dtype for each axis, with indices in row-major
   * order}
   */
  static List<Array> of(NdArray x) {
    int count = 0;
    for (int i = 0; i < x.size(); i++) {
      count += isTrue(x, i) ? 1 : 0;
    }
    int[] strides = x.shape().strides();
    var aval = new ShapedArray(Shape.of(count), DType.defaultInt());
    var places = new ArrayList<Array>();
    for (int axis = 0; axis < x.rank(); axis++) {
      var buffer = HeapRoom.allocate(aval);
      int next = 0;
      for (int i = 0; i < x.size(); i++) {
        if (isTrue(x, i)) {
          buffer.setLong(next++, i / strides[axis] % x.dim(axis));
        }
      }
      places.add(NdArray.of(aval, buffer));
    }
    return places;
  }

  /** A condition on the row and column of an element of a matrix. */
  interface Condition {
    boolean holds(int row, int column);
  }

  /** {@return the row and column indices of a matrix where a condition holds} */
  static List<Array> where(Shape matrix, Condition condition) {
    var aval = new ShapedArray(matrix, DType.BOOL);
    var mask = HeapRoom.allocate(aval);
    int columns = matrix.dim(1);
    for (int i = 0; i < mask.length(); i++) {
      mask.setLong(i, condition.holds(i / columns, i % columns) ? 1 : 0);
    }
    return of(NdArray.of(aval, mask));
  }

  private static boolean isTrue(NdArray x, int i) {
    return x.dtype().isFloating() ? x.getDouble(i) != 0 : x.getLong(i) != 0;
  }
}
