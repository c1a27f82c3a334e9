package io.cambric.conformance.library;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Calls of Java methods with Python's values, converted to the types of the parameters. */
public final class Binder {

  private Binder() {}

  /**
   * {@return what a method gives for one value a parameter, or empty if one cannot be converted}
   *
   * @param receiver null for a static method
   */
  public static Optional<Object> call(
      Method method, @Nullable Object receiver, List<? extends @Nullable Object> values) {
    var arguments = convert(method, values);
    return arguments == null
        ? Optional.empty()
        : Optional.ofNullable(invoke(method, receiver, arguments));
  }

  /** {@return whether all values can be converted} */
  public static boolean takes(Method method, List<? extends @Nullable Object> values) {
    return convert(method, values) != null;
  }

  private static @Nullable Object @Nullable [] convert(
      Method method, List<? extends @Nullable Object> values) {
    var types = method.getGenericParameterTypes();
    if (types.length != values.size()) {
      return null;
    }
    var arguments = new ArrayList<@Nullable Object>();
    for (int i = 0; i < types.length; i++) {
      var conversion = Conversion.of(values.get(i), types[i]);
      if (conversion.isEmpty() && values.get(i) != null) {
        return null;
      }
      if (conversion.isEmpty() && method.getParameterTypes()[i].isPrimitive()) {
        return null;
      }
      arguments.add(conversion.map(Conversion::value).orElse(null));
    }
    return arguments.toArray();
  }

  private static @Nullable Object invoke(
      Method method, @Nullable Object receiver, @Nullable Object[] arguments) {
    try {
      return method.invoke(receiver, arguments);
    } catch (InvocationTargetException e) {
      throw Functions.unchecked(e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
