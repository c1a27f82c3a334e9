package io.cambric.conformance.library;

import io.cambric.core.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A call of one of several Java methods with arguments by name. An argument that no parameter takes
 * goes to a wither: of the parameter {@code options}, else of the result.
 *
 * @param overloads the methods
 * @param defaults values of parameters that need not be given
 */
public record NamedCall(List<Method> overloads, Map<String, @Nullable Object> defaults) {

  /** {@return the public static methods of a class that have one name} */
  public static NamedCall of(Class<?> type, String name, Map<String, @Nullable Object> defaults) {
    var methods =
        Arrays.stream(type.getMethods())
            .filter(each -> Conversion.plain(each.getName()).equals(Conversion.plain(name)))
            .toList();
    return new NamedCall(methods, defaults);
  }

  /** {@return whether there is such a method} */
  public boolean exists() {
    return !overloads.isEmpty();
  }

  /** {@return whether a parameter or a wither has a name, in Java's spelling} */
  public boolean takes(String name) {
    return overloads.stream()
        .anyMatch(method ->
            Arrays.stream(method.getParameters()).anyMatch(each -> each.getName().equals(name))
                || !withers(method.getReturnType(), name).isEmpty()
                || options(method).filter(type -> !withers(type, name).isEmpty()).isPresent());
  }

  /** {@return what the best fitting method gives, or empty if none takes all arguments} */
  public Optional<Object> call(Map<String, @Nullable Object> arguments) {
    return overloads.stream()
        .sorted(
            Comparator.<Method>comparingInt(method -> -given(method, arguments))
                .thenComparingInt(NamedCall::generality))
        .flatMap(method -> call(method, arguments).stream())
        .findFirst();
  }

  private static int given(Method method, Map<String, @Nullable Object> arguments) {
    int given = 0;
    for (var parameter : method.getParameters()) {
      given += arguments.containsKey(parameter.getName()) ? 2 : -1;
    }
    return given;
  }

  private Optional<Object> call(Method method, Map<String, @Nullable Object> arguments) {
    var left = new LinkedHashMap<>(arguments);
    var values = new ArrayList<@Nullable Object>();
    var options = options(method);
    for (var parameter : method.getParameters()) {
      if (left.containsKey(parameter.getName())) {
        values.add(left.remove(parameter.getName()));
      } else if (options.isPresent() && isOptions(parameter)) {
        values.add(null);
      } else if (defaults.containsKey(parameter.getName())) {
        values.add(defaults.get(parameter.getName()));
      } else {
        return Optional.empty();
      }
    }
    var target = options.isPresent() ? options.get() : method.getReturnType();
    if (left.keySet().stream().anyMatch(name -> withers(target, name).isEmpty())) {
      return Optional.empty();
    }
    if (options.isPresent()) {
      UnaryOperator<Object> change = object -> withAll(object, left);
      values.set(values.lastIndexOf(null), change);
      return Binder.call(method, null, values);
    }
    return Binder.call(method, null, values).map(made -> withAll(made, left));
  }

  private static boolean isOptions(Parameter parameter) {
    return parameter.getType() == UnaryOperator.class;
  }

  /** {@return the type whose withers a parameter {@code options} calls} */
  private static Optional<Class<?>> options(Method method) {
    return Arrays.stream(method.getParameters())
        .filter(NamedCall::isOptions)
        .map(Parameter::getParameterizedType)
        .map(type -> (Class<?>) ((ParameterizedType) type).getActualTypeArguments()[0])
        .<Class<?>>map(type -> type)
        .findFirst();
  }

  /** {@return the withers of a name, those of plain values first} */
  private static List<Method> withers(Class<?> type, String name) {
    var wither = "with" + capitalised(name);
    return Arrays.stream(type.getMethods())
        .filter(each -> each.getName().equals(wither) && each.getParameterCount() == 1)
        .sorted(Comparator.comparingInt(NamedCall::generality))
        .toList();
  }

  /** {@return the method that unsets a component, if one of its withers converts} */
  private static Optional<Method> without(Class<?> type, String name) {
    var method = "without" + capitalised(name);
    return Arrays.stream(type.getMethods())
        .filter(each -> each.getName().equals(method) && each.getParameterCount() == 0)
        .findFirst();
  }

  private static String capitalised(String name) {
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  /** A number fits an array, too, and anything an object: such overloads come last. */
  private static int generality(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .mapToInt(type -> type == Object.class ? 2 : type == Array.class ? 1 : 0)
        .sum();
  }

  private static Object withAll(Object object, Map<String, @Nullable Object> values) {
    var changed = object;
    for (var each : values.entrySet()) {
      changed = with(changed, each.getKey(), each.getValue());
    }
    return changed;
  }

  private static Object with(Object object, String name, @Nullable Object value) {
    if (value == null) {
      var unset = without(object.getClass(), name);
      if (unset.isPresent()) {
        return Binder.call(unset.get(), object, List.of()).orElseThrow();
      }
    }
    return withers(object.getClass(), name).stream()
        .flatMap(method -> Binder.call(method, object, Collections.singletonList(value)).stream())
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no wither of %s takes %s for %s".formatted(object.getClass(), value, name)));
  }
}
