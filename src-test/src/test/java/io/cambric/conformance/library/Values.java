package io.cambric.conformance.library;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.python.PythonException;
import io.cambric.conformance.python.TypeRefusal;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.numpy.Key;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conversions between Python's values and the library's. */
public final class Values {

  private Values() {}

  /** {@return an array; a number becomes a weakly typed scalar as in JAX} */
  public static Array array(@Nullable Object value) {
    return switch (value) {
      case Array array -> array;
      case Boolean truth -> NdArray.scalar(DType.BOOL, truth ? 1 : 0);
      case Integer number -> NdArray.weakScalar(number.intValue());
      case Long number -> weak(DType.defaultInt(), DType.x64() ? number : fits(number));
      case Number number -> weak(DType.defaultFloat(), number.doubleValue());
      case null, default ->
          throw new TypeRefusal("an array is needed, but came " + describe(value));
    };
  }

  private static NdArray weak(DType dtype, double value) {
    return NdArray.scalar(new ShapedArray(Shape.scalar(), dtype, true), value);
  }

  private static int fits(long number) {
    if (number != (int) number) {
      throw new PythonException("%d is too large for int32".formatted(number));
    }
    return (int) number;
  }

  /** {@return a tree in which random keys are their words, as golden files hold them} */
  public static @Nullable Object toArrays(@Nullable Object tree) {
    return tree == null ? null : tree instanceof Key key ? key.data() : tree;
  }

  /** {@return the random key of two words} */
  public static Object key(@Nullable Object words) {
    return new Key(array(words));
  }

  /** {@return whether {@link #array} takes this} */
  static boolean isArrayLike(@Nullable Object value) {
    return value instanceof Array || value instanceof Number || value instanceof Boolean;
  }

  /** {@return an array of numbers in nested lists, of a dtype or of the one that suits them} */
  public static NdArray ofNested(@Nullable Object nested, @Nullable DType dtype) {
    if (nested instanceof Array array) {
      return array.concrete("a literal");
    }
    var dims = new ArrayList<Integer>();
    for (var at = nested;
        at instanceof List<?> list;
        at = list.isEmpty() ? null : list.getFirst()) {
      dims.add(list.size());
    }
    var leaves = new ArrayList<Object>();
    collect(nested, leaves);
    var chosen = dtype == null ? suiting(leaves) : dtype;
    var shape = Shape.of(dims.stream().mapToInt(Integer::intValue).toArray());
    if (shape.size() != leaves.size()) {
      throw new PythonException("the lists of a literal array differ in length");
    }
    var buffer = Buffer.allocate(chosen, leaves.size());
    for (int i = 0; i < leaves.size(); i++) {
      store(buffer, i, leaves.get(i));
    }
    return NdArray.of(new ShapedArray(shape, chosen), buffer);
  }

  private static void collect(@Nullable Object nested, List<Object> leaves) {
    if (nested instanceof List<?> list) {
      list.forEach(item -> collect(item, leaves));
    } else if (nested != null) {
      leaves.add(nested instanceof Array array ? array.item() : nested);
    }
  }

  private static DType suiting(List<Object> leaves) {
    if (leaves.isEmpty() || leaves.stream().anyMatch(leaf -> leaf instanceof Double)) {
      return DType.defaultFloat();
    }
    return leaves.stream().allMatch(leaf -> leaf instanceof Boolean)
        ? DType.BOOL
        : DType.defaultInt();
  }

  private static void store(Buffer buffer, int i, Object value) {
    switch (value) {
      case Boolean truth -> buffer.setDouble(i, truth ? 1 : 0);
      case Double number -> buffer.setDouble(i, number);
      case Number number -> buffer.setLong(i, number.longValue());
      default -> throw new PythonException("no element of an array: " + describe(value));
    }
  }

  /** {@return a Java number} */
  static Number number(@Nullable Object value) {
    return switch (value) {
      case Number number -> number;
      case Boolean truth -> truth ? 1L : 0L;
      case Array array when array.dtype().isFloating() -> array.item();
      case Array array -> (long) array.item();
      case null, default ->
          throw new PythonException("a number is needed, but came " + describe(value));
    };
  }

  /** {@return an int; a whole number is needed} */
  public static int integer(@Nullable Object value) {
    var number = number(value);
    if (number instanceof Double) {
      throw new PythonException("an integer is needed, but came " + number);
    }
    return Math.toIntExact(number.longValue());
  }

  static boolean truth(@Nullable Object value) {
    return value instanceof Boolean truth ? truth : number(value).doubleValue() != 0;
  }

  /** {@return a number, or the numbers of a list} */
  static int[] integers(@Nullable Object value) {
    return value instanceof List<?> list
        ? list.stream().mapToInt(Values::integer).toArray()
        : new int[] {integer(value)};
  }

  static boolean isInteger(@Nullable Object value) {
    return value instanceof Long || value instanceof Integer;
  }

  static DType dtype(@Nullable Object value) {
    return switch (value) {
      case DType dtype -> dtype;
      case DTypeName name -> name.dtype();
      case String name -> GoldenCase.dtype(name);
      case PyFunction builtin when builtin.toString().equals("bool") -> DType.BOOL;
      case null, default ->
          throw new PythonException("a dtype is needed, but came " + describe(value));
    };
  }

  static String describe(@Nullable Object value) {
    return value == null ? "None" : value.getClass().getSimpleName() + " " + value;
  }
}
