package io.cambric.serialization;

import io.cambric.array.Buffer;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.io.RawArray;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Restores a leaf from the leaf of a target and its state.
 *
 * <p>The state replaces the leaf, as in Flax. If Python has one type and Java several, a number
 * gets the type of the leaf: a count may be saved as an integer and restored as an array without
 * axes, and the other way round.
 */
final class LeafRestorer {

  private LeafRestorer() {}

  static Object restored(Object target, @Nullable Object state, StatePath path) {
    return switch (target) {
      case Array array -> array(array, state, path);
      case Boolean _ when scalar(state) instanceof Boolean truth -> truth;
      case Byte _ when scalar(state) instanceof Long number && number == (byte) (long) number ->
          (byte) (long) number;
      case Short _ when scalar(state) instanceof Long number && number == (short) (long) number ->
          (short) (long) number;
      case Integer _ when scalar(state) instanceof Long number && number == (int) (long) number ->
          (int) (long) number;
      case Long _ when scalar(state) instanceof Long number -> number;
      case BigInteger _ when scalar(state) instanceof Long number -> BigInteger.valueOf(number);
      case BigInteger _ when state instanceof BigInteger number -> number;
      case Float _ when scalar(state) instanceof Number number -> number.floatValue();
      case Double _ when scalar(state) instanceof Number number -> number.doubleValue();
      case String _ when state instanceof String text -> text;
      case Number _, Boolean _, String _ -> throw refused(target, state, path);
      default -> {
        if (state == null) {
          throw refused(target, null, path);
        }
        yield state;
      }
    };
  }

  private static Object array(Array target, @Nullable Object state, StatePath path) {
    return switch (state) {
      case Array array -> array;
      case RawArray array -> array;
      case NumpyScalar(var array) -> array;
      case null, default -> {
        var scalar = scalar(state);
        if (scalar == null || target.rank() > 0) {
          throw refused(target, state, path);
        }
        yield scalar(target, scalar, path);
      }
    };
  }

  private static NdArray scalar(Array target, Object value, StatePath path) {
    var buffer = Buffer.allocate(target.dtype(), 1);
    switch (value) {
      case Boolean truth -> buffer.setLong(0, truth ? 1 : 0);
      case Long number -> buffer.setLong(0, number);
      case Double number when target.dtype().isFloating() -> buffer.setDouble(0, number);
      default -> throw refused(target, value, path);
    }
    return NdArray.of(new ShapedArray(Shape.scalar(), target.dtype()), buffer);
  }

  /** {@return a number as Long or Double, or a Boolean, also from an array without axes} */
  private static @Nullable Object scalar(@Nullable Object state) {
    return switch (state) {
      case Boolean truth -> truth;
      case Byte number -> number.longValue();
      case Short number -> number.longValue();
      case Integer number -> number.longValue();
      case Long number -> number;
      case Float number -> number.doubleValue();
      case Double number -> number;
      case NumpyScalar(var array) -> scalar(array);
      case NdArray array when array.rank() == 0 ->
          switch (array.dtype().kind()) {
            case BOOL -> array.getLong(0) != 0;
            case SIGNED, UNSIGNED -> array.getLong(0);
            case FLOATING -> array.getDouble(0);
          };
      case null, default -> null;
    };
  }

  private static DataException refused(Object target, @Nullable Object state, StatePath path) {
    return new DataException(
        "The leaf at path %s is %s in the target, but %s in the state dict. Restore into a target like the saved tree."
            .formatted(path, text(target), text(state)));
  }

  /** {@return a phrase that describes a value of a state} */
  static String text(@Nullable Object state) {
    return switch (state) {
      case null -> "nothing";
      case Array array -> "an array " + array.aval();
      case RawArray array -> "an array " + array;
      case NumpyScalar(var array) -> "a NumPy scalar, " + text(array);
      case Map<?, ?> map -> "a map with the keys " + Quoted.of(map.keySet());
      case List<?> list -> "a list of " + list.size();
      case String text -> "the text " + Quoted.of(text);
      case Number number -> "the number " + number;
      case Boolean truth -> truth.toString();
      default -> "an object of class " + state.getClass().getTypeName();
    };
  }
}
