package io.cambric.numpy;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.PrintOptions;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Arrays of nested Java values, and the limits of dtypes. */
final class ConversionFunctions {

  private ConversionFunctions() {}

  /**
   * {@return an array of nested lists and Java arrays of numbers, booleans and arrays}
   *
   * <p>Shape: the lengths of the lists, then the shape of the arrays inside. Dtype: that in which
   * all values meet; {@code int} and {@code double} give way to arrays, as Python's numbers do.
   *
   * {@snippet :
   * array(List.of(List.of(1, 2.5), List.of(x, y))); // f32[2,2] if x and y are f32[]
   * }
   *
   * @throws io.cambric.errors.ShapeException if parts have several shapes, naming two of them
   * @throws io.cambric.errors.DTypeException if a value is none of these, naming its place
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.array.html">jnp.array</a>
   */
  public static Array array(List<?> nested) {
    return NestedValues.of("array", nested, null);
  }

  /** {@return an array of nested lists and Java arrays, as {@link #array(List)}} */
  public static Array array(Object[] nested) {
    return NestedValues.of("array", nested, null);
  }

  /**
   * {@return an array of nested lists and Java arrays, of a number or of an array, in a dtype}
   *
   * @param nested as of {@link #array(List)}; fractions are cut off for integer dtypes
   * @throws io.cambric.errors.ShapeException if parts have several shapes, naming two of them
   * @throws io.cambric.errors.DTypeException if a value is none of these, or a number is outside an
   *     integer dtype
   */
  public static Array array(Object nested, DType dtype) {
    return NestedValues.of("array", nested, dtype);
  }

  /**
   * {@return a number, an array, or nested lists and Java arrays of them as an array}
   *
   * @throws io.cambric.errors.ShapeException if parts have several shapes, naming two of them
   * @throws io.cambric.errors.DTypeException if a value is none of these, naming its place
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.asarray.html">jnp.asarray</a>
   */
  public static Array asarray(Object value) {
    return NestedValues.of("asarray", value, null);
  }

  /** {@return a value as an array of a dtype, as {@link #array(Object, DType)}} */
  public static Array asarray(Object value, DType dtype) {
    return NestedValues.of("asarray", value, dtype);
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
   * @throws io.cambric.errors.DTypeException if the dtype is no integer
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.iinfo.html">jnp.iinfo</a>
   */
  public static Iinfo iinfo(DType dtype) {
    return DTypeInfo.iinfo(dtype);
  }

  /** {@return whether all values of a dtype stay when it is converted to another} */
  public static boolean canCast(DType from, DType to) {
    return canCast(from, to, Casting.SAFE);
  }

  /**
   * {@return whether a conversion between dtypes is permitted}
   *
   * @param casting how much it may change
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.can_cast.html">jnp.can_cast</a>
   */
  public static boolean canCast(DType from, DType to, Casting casting) {
    return DTypeCasts.permitted(from, to, casting);
  }

  /** {@return how arrays are printed now} */
  public static PrintOptions getPrintoptions() {
    return PrintOptions.current();
  }

  /**
   * Sets how arrays are printed in this process.
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.set_printoptions.html">jnp.set_printoptions</a>
   */
  public static void setPrintoptions(PrintOptions options) {
    PrintOptions.set(options);
  }

  /**
   * {@return the result of a call during which arrays are printed with options}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.printoptions.html">jnp.printoptions</a>
   */
  public static <T extends @Nullable Object> T printoptions(
      PrintOptions options, Supplier<T> body) {
    return options.during(body);
  }
}
