package io.cambric.core;

import io.cambric.array.DType;

/**
 * Prints concrete arrays as nested brackets. As in NumPy, arrays of more than a thousand elements
 * are printed without the middle of their long axes. Arrays without elements are printed as {@code
 * []}, however long their axes are.
 */
final class ArrayText {

  private static final int WHOLE = 1000;
  private static final int EDGE = 3;
  private static final int LONG_AXIS = 2 * EDGE + 1;

  private ArrayText() {}

  static String of(NdArray array) {
    return array.aval().toText() + " " + values(array);
  }

  static String values(NdArray array) {
    if (array.size() == 0) {
      return "[]";
    }
    var text = new StringBuilder();
    append(array, 0, 0, text);
    return text.toString();
  }

  private static void append(NdArray array, int axis, int start, StringBuilder text) {
    if (axis == array.rank()) {
      text.append(element(array, start));
      return;
    }
    int count = array.dim(axis);
    int stride = array.shape().slice(axis + 1, array.rank()).size();
    text.append('[');
    for (int i = 0; i < count; i++) {
      if (array.size() > WHOLE && count > LONG_AXIS && i == EDGE) {
        text.append(", ...");
        i = count - EDGE;
      }
      text.append(i == 0 ? "" : ", ");
      append(array, axis + 1, start + i * stride, text);
    }
    text.append(']');
  }

  private static String element(NdArray array, int i) {
    DType dtype = array.dtype();
    if (dtype == DType.BOOL) {
      return array.getDouble(i) != 0 ? "true" : "false";
    }
    if (dtype == DType.F64) {
      return Double.toString(array.getDouble(i));
    }
    if (dtype.isFloating()) {
      return Float.toString((float) array.getDouble(i));
    }
    return dtype == DType.U64
        ? Long.toUnsignedString(array.getLong(i))
        : Long.toString(array.getLong(i));
  }
}
