package io.cambric.frameworks.tensorflow;

import java.util.List;

/**
 * A part of a variable that lies in several pieces.
 *
 * @param begins the first index along each axis
 * @param lengths along each axis; {@link #WHOLE} for the whole axis
 */
record TensorSlice(List<Long> begins, List<Long> lengths) {

  /** In place of a length. */
  static final long WHOLE = -1;

  TensorSlice {
    begins = List.copyOf(begins);
    lengths = List.copyOf(lengths);
  }

  /** {@return whether it lies within sizes, and has at least one element} */
  boolean fits(List<Long> sizes) {
    if (begins.size() != sizes.size()) {
      return false;
    }
    for (int axis = 0; axis < sizes.size(); axis++) {
      long begin = begins.get(axis);
      long length = length(axis, sizes);
      if (begin < 0 || length <= 0 || begin > sizes.get(axis) - length) {
        return false;
      }
    }
    return true;
  }

  /** {@return the number of indices along an axis} */
  private long length(int axis, List<Long> sizes) {
    return lengths.get(axis) == WHOLE ? sizes.get(axis) : lengths.get(axis);
  }

  /** {@return the sizes of the part} */
  List<Long> sizes(List<Long> whole) {
    var sizes = new Long[whole.size()];
    for (int axis = 0; axis < sizes.length; axis++) {
      sizes[axis] = length(axis, whole);
    }
    return List.of(sizes);
  }

  /** {@return whether both have an element of a variable with these sizes in common} */
  boolean overlaps(TensorSlice other, List<Long> whole) {
    for (int axis = 0; axis < whole.size(); axis++) {
      long begin = Math.max(begins.get(axis), other.begins.get(axis));
      long end =
          Math.min(
              begins.get(axis) + length(axis, whole),
              other.begins.get(axis) + other.length(axis, whole));
      if (begin >= end) {
        return false;
      }
    }
    return true;
  }

  /** {@return the key of the part in the index of a bundle} */
  byte[] key(byte[] name) {
    var code = new OrderedCode().number(0).bytes(name).number(begins.size());
    for (int axis = 0; axis < begins.size(); axis++) {
      code.signed(begins.get(axis)).signed(lengths.get(axis));
    }
    return code.toByteArray();
  }
}
