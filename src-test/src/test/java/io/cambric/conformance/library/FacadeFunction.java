package io.cambric.conformance.library;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.python.TypeRefusal;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The public static methods of one name in a class of the library, called as Python calls them. */
final class FacadeFunction implements PyFunction {

  private final String name;
  private final List<Method> overloads;
  private final Map<String, @Nullable Object> defaults;

  FacadeFunction(String name, List<Method> overloads) {
    this.name = name;
    this.overloads = overloads;
    this.defaults = Defaults.of(name);
  }

  /** {@return whether an overload has a parameter that Python calls so} */
  boolean takes(String parameter) {
    return overloads.stream()
        .flatMap(method -> Arrays.stream(method.getParameters()))
        .anyMatch(each -> isNamed(each, parameter));
  }

  /** {@return whether an overload has a parameter that Python calls so of a type} */
  boolean takes(String parameter, String type) {
    return overloads.stream()
        .flatMap(method -> Arrays.stream(method.getParameters()))
        .anyMatch(each -> isNamed(each, parameter) && each.getType().getSimpleName().equals(type));
  }

  /**
   * {@return whether an overload takes this number of positional arguments and these named ones}
   */
  boolean takes(int positional, List<String> named) {
    return overloads.stream().anyMatch(method -> places(method, positional, named) != null);
  }

  @Override
  public @Nullable Object call(List<@Nullable Object> args, Map<String, @Nullable Object> kwargs) {
    var best = best(args, kwargs);
    if (best == null) {
      // None for what may be left out stands for its absence, but where it has another meaning.
      kwargs = new LinkedHashMap<>(kwargs);
      kwargs.entrySet().removeIf(each -> each.getValue() == null && !isDefault(each.getKey()));
      best = best(args, kwargs);
    }
    if (best == null) {
      throw missing(args, kwargs);
    }
    return Functions.toPython(best.invoke());
  }

  private @Nullable Call best(List<@Nullable Object> args, Map<String, @Nullable Object> kwargs) {
    Call best = null;
    for (var method : overloads) {
      var call = bind(method, args, kwargs);
      if (call != null && (best == null || call.cost() < best.cost())) {
        best = call;
      }
    }
    return best;
  }

  @Override
  public String toString() {
    return name;
  }

  private record Call(Method method, @Nullable Object[] arguments, int cost) {

    @Nullable Object invoke() {
      try {
        return method.invoke(null, arguments);
      } catch (InvocationTargetException e) {
        throw Functions.unchecked(e.getCause());
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private boolean isDefault(String parameter) {
    return defaults.containsKey(parameter);
  }

  private RuntimeException missing(
      List<@Nullable Object> args, Map<String, @Nullable Object> kwargs) {
    var features = new TreeSet<String>();
    kwargs.keySet().stream()
        .filter(each -> !takes(each))
        .forEach(each -> features.add("param:" + name + "." + each));
    kwargs.entrySet().stream()
        .filter(each -> each.getValue() == null)
        .forEach(each -> features.add("type:" + name + "." + each.getKey() + "=None"));
    if (features.isEmpty() && takes(args.size(), List.copyOf(kwargs.keySet()))) {
      return new TypeRefusal("no %s takes %s and %s".formatted(name, args, kwargs));
    }
    if (features.isEmpty()) {
      var text = new StringBuilder("args:").append(name).append('/').append(args.size());
      kwargs.keySet().stream().sorted().forEach(each -> text.append('+').append(each));
      features.add(text.toString());
    }
    return new UnsupportedFeature(features);
  }

  private @Nullable Call bind(
      Method method, List<@Nullable Object> args, Map<String, @Nullable Object> kwargs) {
    var names = List.copyOf(kwargs.keySet());
    var places = places(method, args.size(), names);
    if (places == null) {
      return null;
    }
    var given = new LinkedHashMap<Integer, @Nullable Object>();
    for (int i = 0; i < args.size(); i++) {
      given.put(i, args.get(i));
    }
    names.forEach(each -> given.put(places.get(each), kwargs.get(each)));
    int left = 0;
    int fixed = method.getParameterCount() - (method.isVarArgs() ? 1 : 0);
    for (int i = 0; i < fixed; i++) {
      if (!given.containsKey(i)) {
        given.put(i, defaults.get(method.getParameters()[i].getName()));
        left++;
      }
    }
    var call = convert(method, given);
    return call == null ? null : new Call(method, call.arguments(), call.cost() + left);
  }

  /** {@return which parameter each named argument is, or null if the overload is not meant} */
  private @Nullable Map<String, Integer> places(Method method, int positional, List<String> named) {
    var parameters = method.getParameters();
    int fixed = parameters.length - (method.isVarArgs() ? 1 : 0);
    if (positional > parameters.length && !method.isVarArgs()) {
      return null;
    }
    var places = new LinkedHashMap<String, Integer>();
    for (var name : named) {
      int place = -1;
      for (int i = positional; i < parameters.length; i++) {
        if (isNamed(parameters[i], name)) {
          place = i;
        }
      }
      if (place < 0) {
        return null;
      }
      places.put(name, place);
    }
    for (int i = positional; i < fixed; i++) {
      if (!places.containsValue(i) && !defaults.containsKey(parameters[i].getName())) {
        return null;
      }
    }
    return places;
  }

  private static boolean isNamed(Parameter parameter, String python) {
    var java = Conversion.plain(parameter.getName());
    var plain = Conversion.plain(python);
    return java.equals(plain)
        || java.equals(Conversion.ALIASES.get(plain))
        || (plain.length() > 2 && java.equals(plain + "s"));
  }

  private static @Nullable Call convert(Method method, Map<Integer, @Nullable Object> given) {
    var types = method.getGenericParameterTypes();
    var arguments = new @Nullable Object[types.length];
    int cost = 0;
    for (int i = 0; i < types.length; i++) {
      boolean last = i == types.length - 1;
      if (method.isVarArgs() && last) {
        var rest = new ArrayList<@Nullable Object>();
        for (int j = i; given.containsKey(j); j++) {
          rest.add(given.get(j));
        }
        var conversion = varArgs(rest, method.getParameterTypes()[i]);
        if (conversion == null) {
          return null;
        }
        arguments[i] = conversion.value();
        cost += conversion.cost() + 3;
        continue;
      }
      var conversion = Conversion.of(given.get(i), types[i]);
      if (conversion.isEmpty() && !(given.get(i) == null && takesNull(method, i))) {
        return null;
      }
      arguments[i] = conversion.map(Conversion::value).orElse(null);
      cost += conversion.map(Conversion::cost).orElse(1);
    }
    return new Call(method, arguments, cost);
  }

  private static boolean takesNull(Method method, int parameter) {
    return method.getAnnotatedParameterTypes()[parameter].isAnnotationPresent(Nullable.class);
  }

  /** Takes the arguments one by one, or one list of them. */
  private static @Nullable Conversion varArgs(List<@Nullable Object> rest, Class<?> arrayType) {
    if (rest.size() == 1 && rest.getFirst() instanceof List<?> none && none.isEmpty()) {
      return null;
    }
    var items =
        rest.size() == 1
                && rest.getFirst() instanceof List<?> list
                && !arrayType.getComponentType().isArray()
            ? list
            : rest.size() == 1 && rest.getFirst() == null ? List.of() : rest;
    var array = java.lang.reflect.Array.newInstance(arrayType.getComponentType(), items.size());
    int cost = 0;
    for (int i = 0; i < items.size(); i++) {
      var conversion = Conversion.of(items.get(i), arrayType.getComponentType());
      if (conversion.isEmpty()) {
        return null;
      }
      java.lang.reflect.Array.set(array, i, conversion.get().value());
      cost += conversion.get().cost();
    }
    return new Conversion(array, cost);
  }
}
