package io.cambric.frameworks.torch;

import java.util.List;

/**
 * The part of a storage that a tensor views. The whole view is in the storage.
 *
 * @param elements the product of the sizes
 */
record TorchView(List<Long> sizes, List<Long> strides, long offset, long elements) {

  /** {@return how many elements of the storage there are from its first to its last one} */
  long span() {
    if (elements == 0) {
      return 0;
    }
    long last = 0;
    for (int i = 0; i < sizes.size(); i++) {
      last += (sizes.get(i) - 1) * strides.get(i);
    }
    return last + 1;
  }

  /** {@return whether the elements are in row-major order without gaps} */
  boolean isDense() {
    long expected = 1;
    for (int i = sizes.size() - 1; i >= 0; i--) {
      if (sizes.get(i) != 1 && strides.get(i) != expected) {
        return false;
      }
      expected *= sizes.get(i);
    }
    return true;
  }
}
