package io.cambric.conformance.flax;

import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.library.Binder;
import io.cambric.numpy.Key;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A call of a module's method.
 *
 * @param method Java's name
 * @param args positional arguments, by Flax's names for reports
 * @param kwargs named arguments, by Java's names
 */
record ModuleCall(
    String method, Map<String, @Nullable Object> args, Map<String, @Nullable Object> kwargs) {

  /** {@return the call that a node describes} */
  static ModuleCall of(GoldenCase golden, JsonNode node) {
    return new ModuleCall(
        JavaNames.member(node.path("method").asString("__call__")),
        named(golden, node.path("args"), false),
        named(golden, node.path("kwargs"), true));
  }

  private static Map<String, @Nullable Object> named(
      GoldenCase golden, JsonNode list, boolean javaNames) {
    var all = new LinkedHashMap<String, @Nullable Object>();
    for (var each : list) {
      var name = each.get("name").asString();
      var value = each.get("value");
      all.put(
          javaNames ? JavaNames.member(name) : name,
          value.has("seed") ? Key.of(value.get("seed").longValue()) : golden.tree(value));
    }
    return all;
  }

  /** {@return the same call with other values for its positional arguments; flags stay} */
  ModuleCall withArgs(Map<String, @Nullable Object> other) {
    var all = new LinkedHashMap<>(args);
    // A tree that was mapped has its names sorted, and its flags as arrays.
    all.replaceAll((name, value) -> value instanceof Boolean ? value : other.get(name));
    return new ModuleCall(method, all, kwargs);
  }

  /**
   * {@return the same call of the method that gives the last carry, too, if that is asked for}
   *
   * @param ofModule what the attribute {@code return_carry} says
   */
  ModuleCall returningCarry(boolean ofModule) {
    var all = new LinkedHashMap<>(kwargs);
    var ofCall = all.remove("returnCarry");
    boolean returnsCarry = ofCall == null ? ofModule : (boolean) ofCall;
    return new ModuleCall(returnsCarry ? method + "WithCarry" : method, args, all);
  }

  /** {@return the same call with more named arguments} */
  ModuleCall withKwargs(Map<String, @Nullable Object> more) {
    var all = new LinkedHashMap<>(kwargs);
    all.putAll(more);
    return new ModuleCall(method, args, all);
  }

  /** {@return whether a class has a method that takes exactly these arguments} */
  boolean fits(Class<?> type) {
    return find(type).isPresent() || withOptions(type).isPresent();
  }

  /**
   * {@return this call with its named arguments in one record of options, if a method takes one
   * that has them all}
   */
  private Optional<ModuleCall> withOptions(Class<?> type) {
    if (kwargs.isEmpty()) {
      return Optional.empty();
    }
    return methods(type, method)
        .filter(each -> each.getParameterCount() == args.size() + 1)
        .flatMap(each -> OptionRecord.of(each.getParameterTypes()[args.size()], kwargs).stream())
        .map(options -> {
          var all = new LinkedHashMap<>(args);
          all.put("options", options);
          return new ModuleCall(method, all, Map.of());
        })
        .findFirst();
  }

  /**
   * {@return names of attributes that have to be given in the call, if that makes it fit}
   *
   * @param names Java's names of the attributes
   */
  Optional<List<String>> completedBy(Class<?> type, Map<String, @Nullable Object> names) {
    return methods(type, method)
        .map(each -> missing(each, names))
        .filter(missing -> !missing.contains(""))
        .findFirst();
  }

  /** The parameters that neither this call nor the attributes give are the empty name. */
  private List<String> missing(Method candidate, Map<String, @Nullable Object> attributes) {
    var names = new ArrayList<String>();
    var parameters = candidate.getParameters();
    for (int i = args.size(); i < parameters.length; i++) {
      var name = parameters[i].getName();
      if (!kwargs.containsKey(name)) {
        names.add(attributes.containsKey(name) ? name : "");
      }
    }
    boolean takesAll =
        parameters.length == args.size() + kwargs.size() + names.size()
            && kwargs.keySet().stream()
                .allMatch(name ->
                    Arrays.stream(parameters).anyMatch(each -> each.getName().equals(name)));
    return takesAll ? names : List.of("");
  }

  /** {@return whether a method of a name has a parameter of Flax's name} */
  static boolean hasParameter(Class<?> type, String method, String flaxName) {
    return methods(type, method)
        .flatMap(each -> Arrays.stream(each.getParameters()))
        .anyMatch(parameter -> parameter.getName().equals(JavaNames.member(flaxName)));
  }

  private static Stream<Method> methods(Class<?> type, String name) {
    return Arrays.stream(type.getMethods())
        .filter(each -> each.getName().equals(name))
        .filter(each -> !Modifier.isStatic(each.getModifiers()) && !each.isBridge());
  }

  private Optional<Method> find(Class<?> type) {
    return methods(type, method)
        .filter(candidate -> missing(candidate, Map.of()).isEmpty())
        .filter(candidate -> Binder.takes(candidate, values(candidate)))
        .findFirst();
  }

  private List<@Nullable Object> values(Method candidate) {
    var values = new ArrayList<@Nullable Object>(args.values());
    var parameters = candidate.getParameters();
    for (int i = args.size(); i < parameters.length; i++) {
      values.add(kwargs.get(parameters[i].getName()));
    }
    return values;
  }

  /**
   * {@return what the method of a module gives}
   *
   * @throws UnsupportedFeature if no method takes these arguments
   */
  @Nullable Object on(Object module) {
    var found = find(module.getClass());
    if (found.isPresent()) {
      return Binder.call(found.get(), module, values(found.get())).orElse(null);
    }
    var withOptions = withOptions(module.getClass());
    if (withOptions.isPresent()) {
      return withOptions.get().on(module);
    }
    // A method that is named like an attribute calls the module there.
    var attribute =
        methods(module.getClass(), method)
            .filter(each -> each.getParameterCount() == 0)
            .findFirst()
            .flatMap(each -> Binder.call(each, module, List.of()))
            .orElseThrow(() -> missing(module.getClass().getSimpleName()));
    return new ModuleCall("call", args, kwargs).on(attribute);
  }

  private UnsupportedFeature missing(String type) {
    var text = new StringBuilder("call:%s.%s/%d".formatted(type, method, args.size()));
    kwargs.keySet().forEach(name -> text.append('+').append(name));
    return new UnsupportedFeature(text.toString());
  }

  /** {@return whether the feature {@code TYPE.METHOD/COUNT+NAME} exists on a class} */
  static boolean exists(Class<?> type, String method, int count, List<String> named) {
    return methods(type, method)
        .anyMatch(each -> {
          var parameters = each.getParameters();
          return parameters.length == count + named.size()
              && Arrays.stream(parameters)
                  .skip(count)
                  .allMatch(parameter -> named.contains(parameter.getName()));
        });
  }
}
