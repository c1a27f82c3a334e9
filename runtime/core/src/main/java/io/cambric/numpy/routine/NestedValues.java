package io.cambric.numpy.routine;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.HeapRoom;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.dtype.Promotion;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Nested Java lists and arrays of numbers, booleans and arrays, as one array. */
final class NestedValues {

  private final String function;

  /** One array of each element type that occurs, to find the common dtype. */
  private final Map<ShapedArray, Array> types = new LinkedHashMap<>();

  private boolean holdsArrays;

  private NestedValues(String function) {
    this.function = function;
  }

  /** The elements of a Java array. */
  private static final class JavaArray extends AbstractList<@Nullable Object> {

    private final Object array;

    JavaArray(Object array) {
      this.array = array;
    }

    @Override
    public @Nullable Object get(int index) {
      return java.lang.reflect.Array.get(array, index);
    }

    @Override
    public int size() {
      return java.lang.reflect.Array.getLength(array);
    }
  }

  /**
   * {@return the values as one array}
   *
   * @param function the name of the caller, for messages
   * @param asked the dtype; null for the common dtype of all values
   */
  static Array of(String function, @Nullable Object nested, @Nullable DType asked) {
    var values = new NestedValues(function);
    var shape = values.shapeOf(nested, List.of());
    var dtype = asked == null ? values.dtype() : asked;
    boolean weak = asked == null && isWeak(nested);
    var aval = new ShapedArray(shape, dtype, weak);
    if (values.holdsArrays) {
      return values.stacked(nested, dtype, weak);
    }
    var array = NdArray.of(aval, HeapRoom.allocate(aval));
    values.fill(array, nested, 0);
    return array;
  }

  private static @Nullable List<?> childrenOf(@Nullable Object node) {
    if (node instanceof List<?> list) {
      return list;
    }
    return node != null && node.getClass().isArray() ? new JavaArray(node) : null;
  }

  private Shape shapeOf(@Nullable Object node, List<Integer> place) {
    var children = childrenOf(node);
    if (children == null) {
      var aval = leaf(node, place);
      return aval.shape();
    }
    if (children.isEmpty()) {
      return Shape.of(0);
    }
    Shape first = null;
    for (int i = 0; i < children.size(); i++) {
      var shape = shapeOf(children.get(i), below(place, i));
      if (first == null) {
        first = shape;
      } else if (!shape.equals(first)) {
        throw new ShapeException(
            "%s needs parts of equal shape, but the part at %s has shape %s and the part at %s has shape %s. Pad the smaller one, or keep the parts in a list."
                .formatted(function, below(place, 0), first, below(place, i), shape));
      }
    }
    return first == null ? Shape.of(0) : first.insert(0, children.size());
  }

  private static List<Integer> below(List<Integer> place, int i) {
    var longer = new ArrayList<>(place);
    longer.add(i);
    return longer;
  }

  private ShapedArray leaf(@Nullable Object value, List<Integer> place) {
    if (value instanceof Array array) {
      holdsArrays = true;
      types.putIfAbsent(array.aval().withShape(Shape.of()), array);
      return array.aval();
    }
    var aval = typeOf(value);
    if (aval == null) {
      throw new DTypeException(
          "%s needs numbers, booleans and arrays in nested lists, but %s is %s. Convert the value first."
              .formatted(
                  function,
                  place.isEmpty() ? "the value" : "the value at " + place,
                  value == null ? "null" : "of type " + value.getClass().getSimpleName()));
    }
    types.computeIfAbsent(aval, type -> NdArray.of(type, HeapRoom.allocate(type)));
    return aval;
  }

  /** Java's int and double are weak, like numbers in Python. */
  private static @Nullable ShapedArray typeOf(@Nullable Object value) {
    return switch (value) {
      case Boolean _ -> new ShapedArray(Shape.of(), DType.BOOL);
      case Byte _ -> new ShapedArray(Shape.of(), DType.I8);
      case Short _ -> new ShapedArray(Shape.of(), DType.I16);
      case Integer _ -> new ShapedArray(Shape.of(), DType.defaultInt(), true);
      case Long _ -> new ShapedArray(Shape.of(), DType.I64);
      case Float _ -> new ShapedArray(Shape.of(), DType.F32);
      case Double _ -> new ShapedArray(Shape.of(), DType.defaultFloat(), true);
      case null, default -> null;
    };
  }

  private static boolean isWeak(@Nullable Object value) {
    var type = value instanceof Array array ? array.aval() : typeOf(value);
    return type != null && type.weak();
  }

  private DType dtype() {
    return types.isEmpty()
        ? DType.defaultFloat()
        : Promotion.resultType(List.copyOf(types.values())).dtype();
  }

  private Array stacked(@Nullable Object node, DType dtype, boolean weak) {
    if (node instanceof Array array) {
      return Operands.converted(array, new Promotion.Type(dtype, weak));
    }
    var children = childrenOf(node);
    if (children == null || children.isEmpty()) {
      var aval = new ShapedArray(Shape.of(children == null ? new int[0] : new int[1]), dtype);
      var array = NdArray.of(aval, HeapRoom.allocate(aval));
      fill(array, node, 0);
      return array;
    }
    var parts = new ArrayList<Array>(children.size());
    for (var child : children) {
      parts.add(stacked(child, dtype, false));
    }
    var shape = parts.getFirst().shape().insert(0, 1);
    return Lax.concatenate(parts.stream().map(part -> Lax.reshape(part, shape)).toList(), 0);
  }

  /** {@return the number of elements before the next part} */
  private int fill(NdArray into, @Nullable Object node, int at) {
    var children = childrenOf(node);
    if (children != null) {
      int next = at;
      for (var child : children) {
        next = fill(into, child, next);
      }
      return next;
    }
    switch (node) {
      case Boolean truth -> into.buffer().setLong(at, truth ? 1 : 0);
      case Float number -> setFraction(into, at, number);
      case Double number -> setFraction(into, at, number);
      case Number number -> setWhole(into, at, number.longValue());
      case null, default -> throw new IllegalStateException("leaves were checked");
    }
    return at + 1;
  }

  private void setFraction(NdArray into, int at, double value) {
    var dtype = into.dtype();
    if (dtype.isInteger() && !(value > dtype.lowest() - 1 && value < dtype.highest() + 1)) {
      throw outside(dtype, value);
    }
    into.buffer().setDouble(at, value);
  }

  private void setWhole(NdArray into, int at, long value) {
    var dtype = into.dtype();
    if (dtype.isInteger()
        && (dtype.is64Bit()
            ? dtype == DType.U64 && value < 0
            : value < dtype.lowest() || value > dtype.highest())) {
      throw outside(dtype, value);
    }
    into.buffer().setLong(at, value);
  }

  private DTypeException outside(DType dtype, Object value) {
    return new DTypeException(
        "%s needs numbers that %s holds, from %s, but got %s. Choose a wider dtype."
            .formatted(function, dtype, DTypeInfo.range(dtype), value));
  }
}
