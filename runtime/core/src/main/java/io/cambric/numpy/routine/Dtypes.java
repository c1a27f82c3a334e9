package io.cambric.numpy.routine;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.dtype.Casting;
import io.cambric.numpy.dtype.Finfo;
import io.cambric.numpy.dtype.Iinfo;
import io.cambric.numpy.dtype.Promotion;
import java.util.ArrayList;
import java.util.List;

/** Dtypes of results, conversions between dtypes, and limits of dtypes. */
public final class Dtypes {

  private Dtypes() {}

  /** {@return x in another dtype; floating to integer truncates and saturates} */
  public static Array astype(Array x, DType dtype) {
    return Lax.convertElementType(x, dtype);
  }

  /**
   * {@return the common dtype of two dtypes}
   *
   * @see <a href="https://docs.jax.dev/en/latest/jep/9407-type-promotion.html">type promotion</a>
   */
  public static DType promoteTypes(DType a, DType b) {
    return Promotion.promoteTypes(a, b);
  }

  /** {@return the dtype of a result of these operands, some of which may be weakly typed} */
  public static DType resultType(Array first, Array... others) {
    var operands = new ArrayList<Array>(List.of(others));
    operands.addFirst(first);
    return Promotion.resultType(operands).dtype();
  }

  /**
   * {@return the limits of a floating dtype}
   *
   * @throws io.cambric.errors.DTypeException if the dtype is not floating
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.finfo.html">jnp.finfo</a>
   */
  public static Finfo finfo(DType dtype) {
    return DTypeInfo.finfo(dtype);
  }

  /**
   * {@return the limits of an integer dtype}
   *
   * @throws io.cambric.errors.DTypeException if the dtype is not an integer
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.iinfo.html">jnp.iinfo</a>
   */
  public static Iinfo iinfo(DType dtype) {
    return DTypeInfo.iinfo(dtype);
  }

  /** {@return whether a conversion between dtypes preserves all values} */
  public static boolean canCast(DType from, DType to) {
    return canCast(from, to, Casting.SAFE);
  }

  /**
   * {@return whether a conversion between dtypes is permitted}
   *
   * @param casting the changes that the conversion may make
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.can_cast.html">jnp.can_cast</a>
   */
  public static boolean canCast(DType from, DType to, Casting casting) {
    return DTypeCasts.permitted(from, to, casting);
  }
}
