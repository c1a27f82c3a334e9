package io.cambric.frameworks.torch;

import io.cambric.errors.DataException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/** Makes views, all of which are in their storages. */
final class TorchViews {

  /** More axes than tensors of PyTorch have. */
  private static final int MAX_RANK = 64;

  private final Function<String, DataException> malformed;

  /** Makes views for one file, with its exception for impossible ones. */
  TorchViews(Function<String, DataException> malformed) {
    this.malformed = malformed;
  }

  /**
   * {@return a view of a storage}
   *
   * @param available elements in the storage
   * @param width bytes of an element
   */
  TorchView view(List<Long> sizes, List<Long> strides, long offset, long available, int width) {
    if (sizes.size() != strides.size()) {
      throw malformed.apply(
          "a tensor of sizes %s needs as many strides, but has %s".formatted(sizes, strides));
    }
    long elements = elements(sizes, width);
    if (offset < 0 || strides.stream().anyMatch(stride -> stride < 0)) {
      throw malformed.apply(
          "a tensor of sizes %s has a negative stride or offset: %s and %d"
              .formatted(sizes, strides, offset));
    }
    if (elements > 0 && !fits(sizes, strides, offset, available)) {
      throw malformed.apply(
          "a tensor of sizes %s, strides %s and offset %d reaches beyond its storage of %d elements"
              .formatted(sizes, strides, offset, available));
    }
    return new TorchView(List.copyOf(sizes), List.copyOf(strides), offset, elements);
  }

  /** {@return a view of all of a storage} */
  TorchView dense(List<Long> sizes, boolean firstAxisFastest, long available, int width) {
    elements(sizes, width);
    var strides = new ArrayList<>(Collections.nCopies(sizes.size(), 0L));
    long stride = 1;
    for (int i = 0; i < sizes.size(); i++) {
      int axis = firstAxisFastest ? i : sizes.size() - 1 - i;
      strides.set(axis, stride);
      stride *= sizes.get(axis);
    }
    if (stride != available) {
      throw malformed.apply(
          "an array of NumPy with sizes %s needs %d elements, but has %d"
              .formatted(sizes, stride, available));
    }
    return view(sizes, strides, 0, available, width);
  }

  /** {@return the product of the sizes, whose bytes can be counted} */
  private long elements(List<Long> sizes, int width) {
    if (sizes.size() > MAX_RANK) {
      throw malformed.apply(
          "a tensor has %d axes, but at most %d are possible".formatted(sizes.size(), MAX_RANK));
    }
    long elements = 1;
    long product = width;
    for (long size : sizes) {
      if (size < 0 || Math.multiplyHigh(product, size) != 0 || product * size < 0) {
        throw malformed.apply("a tensor has impossible sizes: %s".formatted(sizes));
      }
      elements *= size;
      product *= size;
    }
    return elements;
  }

  private static boolean fits(List<Long> sizes, List<Long> strides, long offset, long available) {
    long last = offset;
    for (int i = 0; i < sizes.size(); i++) {
      long steps = sizes.get(i) - 1;
      long stride = strides.get(i);
      if (last >= available || (stride > 0 && steps > (available - 1 - last) / stride)) {
        return false;
      }
      last += steps * stride;
    }
    return last < available;
  }
}
