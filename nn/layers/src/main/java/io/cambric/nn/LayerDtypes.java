package io.cambric.nn;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.numpy.dtype.Promotion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The dtype in which a layer computes: the given one, else the floating dtype to which inputs and
 * parameters promote.
 *
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/_autosummary/flax.linen.dtypes.promote_dtype.html">flax.linen.dtypes</a>
 */
public final class LayerDtypes {

  private LayerDtypes() {}

  /**
   * {@return the floating dtype to compute in}
   *
   * @param dtype the dtype that the user asked for, or {@code null}
   * @param arrays inputs and parameters; {@code null} among them does not count
   * @throws DTypeException if {@code dtype} is not floating
   */
  public static DType canonicalize(@Nullable DType dtype, @Nullable Array... arrays) {
    if (dtype == null) {
      var common = common(arrays);
      return common.isFloating() ? common : Promotion.promoteTypes(DType.F32, common);
    }
    if (!dtype.isFloating()) {
      throw new DTypeException(
          "A layer needs a floating dtype to compute in, but got %s. Leave dtype out, or pass f32, f16 or bf16."
              .formatted(dtype));
    }
    return dtype;
  }

  /**
   * {@return the arrays in the floating dtype to compute in, with {@code null} where one is absent}
   *
   * <p>Shapes are kept. {@link #canonicalize} chooses the dtype.
   *
   * {@snippet :
   * var operands = LayerDtypes.promoteDtype(dtype, x, kernel, bias);
   * }
   *
   * @param dtype the dtype the user asked for, or {@code null}
   * @param arrays inputs and parameters; {@code null} for absent ones
   * @throws DTypeException if {@code dtype} is not floating
   * @see <a
   *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/_autosummary/flax.linen.dtypes.promote_dtype.html">flax.linen.dtypes.promote_dtype</a>
   */
  public static List<@Nullable Array> promoteDtype(
      @Nullable DType dtype, @Nullable Array... arrays) {
    return converted(canonicalize(dtype, arrays), arrays);
  }

  /**
   * {@return the arrays in the dtype to compute in, which may be an integer dtype; {@code null}
   * where one is absent}
   */
  static List<@Nullable Array> promoteAny(@Nullable DType dtype, @Nullable Array... arrays) {
    return converted(dtype == null ? common(arrays) : dtype, arrays);
  }

  private static List<@Nullable Array> converted(DType type, @Nullable Array... arrays) {
    var promoted = new ArrayList<@Nullable Array>(arrays.length);
    for (var array : arrays) {
      promoted.add(array == null ? null : array.astype(type));
    }
    return Collections.unmodifiableList(promoted);
  }

  private static DType common(@Nullable Array... arrays) {
    List<Array> present = Arrays.stream(arrays).filter(Objects::nonNull).toList();
    return Promotion.resultType(present).dtype();
  }
}
