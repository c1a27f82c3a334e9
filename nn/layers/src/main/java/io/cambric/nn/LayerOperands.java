package io.cambric.nn;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.DotDims;
import io.cambric.numpy.dtype.Promotion;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The operands of a linear layer in the dtypes that it computes in.
 *
 * @param bias {@code null} without one
 */
record LayerOperands(Array input, Array kernel, @Nullable Array bias) {

  /**
   * {@return the operands of a layer, promoted}
   *
   * @param layer names the caller in messages
   * @param promote the choice of the dtypes; {@code null} for the usual one
   */
  static LayerOperands of(
      String layer,
      @Nullable PromoteDtypeFn promote,
      @Nullable DType dtype,
      Array input,
      Array kernel,
      @Nullable Array bias) {
    var all = promoted(layer, promote, dtype, true, input, kernel, bias);
    return new LayerOperands(
        Objects.requireNonNull(all.get(0)), Objects.requireNonNull(all.get(1)), all.get(2));
  }

  /** {@return arrays of a layer in the dtypes to compute in; absent ones stay absent} */
  static List<? extends @Nullable Array> promoted(
      String layer,
      @Nullable PromoteDtypeFn promote,
      @Nullable DType dtype,
      boolean inexact,
      @Nullable Array... arrays) {
    if (promote == null) {
      return inexact
          ? LayerDtypes.promoteDtype(dtype, arrays)
          : LayerDtypes.promoteAny(dtype, arrays);
    }
    var given = Arrays.asList(arrays);
    var promoted = promote.apply(given, dtype, inexact);
    requireLike(layer, given, promoted);
    return promoted;
  }

  /**
   * {@return the product over the last axis of the input and one of the kernel}
   *
   * @param axis of the kernel
   */
  Array product(@Nullable DotGeneralFn product, int axis) {
    var dims = new DotDims(Axes.of(input.rank() - 1), Axes.of(axis), Axes.of(), Axes.of());
    return product(product, dims);
  }

  /**
   * {@return the product of the input and the kernel}
   *
   * <p>The layer has already chosen their dtype. Only a choice of the user may leave two dtypes,
   * which are promoted as in {@code jax.lax.dot_general}.
   *
   * @param product the user's product; {@code null} for {@code Lax.dotGeneral}
   */
  Array product(@Nullable DotGeneralFn product, DotDims dims) {
    if (product != null) {
      return product.apply(input, kernel, dims);
    }
    if (input.dtype() == kernel.dtype()) {
      return Lax.dotGeneral(input, kernel, dims);
    }
    var type = Promotion.promoteTypes(input.dtype(), kernel.dtype());
    return Lax.dotGeneral(input.astype(type), kernel.astype(type), dims);
  }

  private static void requireLike(
      String layer, List<@Nullable Array> given, List<? extends @Nullable Array> promoted) {
    var expected = shapes(given);
    var came = shapes(promoted);
    if (!came.equals(expected)) {
      throw new HyperparameterException(
          "%s needs promoteDtype to return arrays of the shapes %s, but got %s. Only convert them, as astype does."
              .formatted(layer, expected, came));
    }
  }

  private static List<String> shapes(List<? extends @Nullable Array> arrays) {
    return arrays.stream().map(array -> array == null ? "none" : array.shape().toString()).toList();
  }
}
