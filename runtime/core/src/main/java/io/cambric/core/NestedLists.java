package io.cambric.core;

import java.util.ArrayList;
import java.util.Collections;

/** Concrete arrays as nested Java lists. */
final class NestedLists {

  private NestedLists() {}

  /** {@return lists of lists of elements; the element of a scalar} */
  static Object of(NdArray array) {
    return of(array, 0, 0);
  }

  private static Object of(NdArray array, int axis, int start) {
    if (axis == array.rank()) {
      return element(array, start);
    }
    int count = array.dim(axis);
    int stride = array.shape().slice(axis + 1, array.rank()).size();
    var list = new ArrayList<Object>(count);
    for (int i = 0; i < count; i++) {
      list.add(of(array, axis + 1, start + i * stride));
    }
    return Collections.unmodifiableList(list);
  }

  /** The Java types that {@code array(...)} accepts for the dtype. */
  private static Object element(NdArray array, int i) {
    return switch (array.dtype()) {
      case BOOL -> array.getDouble(i) != 0;
      case BF16, F16, F32, F64 -> array.getDouble(i);
      case I8, U8, I16, U16, I32 -> (int) array.getLong(i);
      case U32, I64, U64 -> array.getLong(i);
    };
  }
}
