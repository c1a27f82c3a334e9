package io.cambric.conformance.library;

import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.python.Tuple;
import io.cambric.core.Array;
import io.cambric.random.Key;
import io.cambric.transform.ArrayFn;
import io.cambric.transform.ArrayFn2;
import io.cambric.transform.Fn;
import io.cambric.transform.Fn2;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Functions and results on their way between Python and Java. */
final class Functions {

  private Functions() {}

  static Object one(PyFunction function, Class<?> type) {
    return type == ArrayFn.class
        ? (ArrayFn) x -> Values.array(function.call(x))
        : (Fn<@Nullable Object, @Nullable Object>) x -> function.call(x);
  }

  static Object two(PyFunction function, Class<?> type) {
    return type == ArrayFn2.class
        ? (ArrayFn2) (x, y) -> Values.array(function.call(x, y))
        : (Fn2<@Nullable Object, @Nullable Object, @Nullable Object>) (x, y) -> function.call(x, y);
  }

  /** {@return a result as Python sees it: integers long, arrays of arrays and records tuples} */
  static @Nullable Object toPython(@Nullable Object result) {
    return switch (result) {
      case Integer number -> number.longValue();
      case Float number -> number.doubleValue();
      case Array[] arrays -> Tuple.of((Object[]) arrays);
      case int[] numbers ->
          Tuple.of(Arrays.stream(numbers).mapToObj(i -> (Object) (long) i).toArray());
      case Record record when !(record instanceof Key) && holdsArrays(record) ->
          Tuple.of(
              Arrays.stream(record.getClass().getRecordComponents())
                  .map(component -> toPython(read(component, record)))
                  .toArray());
      case null, default -> result;
    };
  }

  private static boolean holdsArrays(Record record) {
    return Arrays.stream(record.getClass().getRecordComponents())
        .allMatch(component -> component.getType() == Array.class);
  }

  private static @Nullable Object read(RecordComponent component, Record record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (InvocationTargetException e) {
      throw unchecked(e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** {@return the exception to throw for what a method threw} */
  static RuntimeException unchecked(Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException(cause);
  }
}
