package io.cambric.nn;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks that the convolutions share. */
final class ConvChecks {

  private ConvChecks() {}

  /** Checks the features and the size of the kernel. */
  static void requireKernel(String layer, int features, List<Integer> kernelSize) {
    LayerChecks.requirePositive(layer, "features", features);
    kernelSize.forEach(size -> LayerChecks.requirePositive(layer, "kernel size", size));
    if (kernelSize.isEmpty()) {
      throw new HyperparameterException(
          "%s needs a kernel size for each spatial axis, but got none. Images have two, as in %s.of(%d, 3, 3)."
              .formatted(layer, layer, features));
    }
  }

  /** Checks that causal padding has one axis to look back along. */
  static void requireOneCausalAxis(String layer, Padding padding, List<Integer> kernelSize) {
    if (padding.equals(Padding.CAUSAL) && kernelSize.size() != 1) {
      throw new HyperparameterException(
          "%s needs one spatial axis for causal padding, but has %d. Pass Padding.of(...) with pairs."
              .formatted(layer, kernelSize.size()));
    }
  }

  /** Checks that a mask, if there is one, has the shape of the kernel. */
  static void requireMask(String layer, @Nullable Array mask, Shape kernel) {
    if (mask != null && !mask.shape().equals(kernel)) {
      throw new ShapeException(
          "%s needs a mask with the shape of its kernel, %s, but got %s."
              .formatted(layer, kernel, mask.aval()));
    }
  }

  /** {@return the sizes of a kernel along the spatial axes} */
  static Shape window(List<Integer> kernelSize) {
    return Shape.of(kernelSize.stream().mapToInt(Integer::intValue).toArray());
  }
}
