package io.cambric.conformance.library;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.python.Tuple;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conversions of functions and results between Python and Java. */
final class Functions {

  private Functions() {}

  /** {@return a Python function as a functional interface of Java's library} */
  @SuppressWarnings("unchecked")
  static <F> F of(PyFunction function, Class<?> type) {
    return (F) as(function, type);
  }

  /** {@return a Python function as an object of a functional interface} */
  static Object as(PyFunction function, Class<?> type) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> {
          if (method.isDefault()) {
            return InvocationHandler.invokeDefault(proxy, method, arguments);
          }
          if (method.getDeclaringClass() == Object.class) {
            return ofObject(proxy, method, arguments);
          }
          var result = function.call(arguments == null ? new Object[0] : arguments);
          if (method.getReturnType() == Array.class && result instanceof List<?>) {
            throw new UnsupportedFeature("returns:" + type.getSimpleName() + "=tuple");
          }
          return method.getReturnType() == Array.class ? Values.array(result) : result;
        });
  }

  private static Object ofObject(Object proxy, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> "a function of Python";
    };
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
