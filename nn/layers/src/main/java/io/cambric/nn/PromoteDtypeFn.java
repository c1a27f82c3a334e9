package io.cambric.nn;

import io.cambric.array.DType;
import io.cambric.core.Array;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A choice of the dtypes that a layer computes in, instead of {@link LayerDtypes#promoteDtype}.
 *
 * <p>It sees the input and the parameters of one call. Example: a layer that computes in bf16 but
 * adds its bias in f32.
 *
 * {@snippet :
 * Dense.of(64)
 *     .withPromoteDtype(
 *         (arrays, dtype, inexact) ->
 *             List.of(
 *                 arrays.get(0).astype(DType.BF16),
 *                 arrays.get(1).astype(DType.BF16),
 *                 arrays.get(2).astype(DType.F32)));
 * }
 *
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/_autosummary/flax.linen.dtypes.promote_dtype.html">flax.linen.dtypes.promote_dtype</a>
 */
@FunctionalInterface
public interface PromoteDtypeFn {

  /**
   * {@return the arrays in the dtypes to compute in, in the same order and shapes}
   *
   * @param arrays the input, then the parameters; {@code null} for an absent bias, which stays
   *     {@code null}
   * @param dtype the dtype of the layer, or {@code null} if it has none
   * @param inexact whether the layer needs floating dtypes
   */
  List<? extends @Nullable Array> apply(
      List<@Nullable Array> arrays, @Nullable DType dtype, boolean inexact);
}
