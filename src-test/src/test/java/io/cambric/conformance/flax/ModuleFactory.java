package io.cambric.conformance.flax;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.library.Binder;
import io.cambric.module.Module;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Makes modules of a name and attributes, through {@code of} and the withers of the class. */
final class ModuleFactory {

  private final Function<String, Optional<Class<?>>> classes;
  private final Attributes attributes = new Attributes(this);

  /** Makes a factory over the classes that names stand for. */
  ModuleFactory(Function<String, Optional<Class<?>>> classes) {
    this.classes = classes;
  }

  /**
   * {@return a module}
   *
   * @throws UnsupportedFeature naming the class or the attributes that Cambric lacks
   */
  Module<?> build(String name, JsonNode described) {
    return build(name, attributes.of(described));
  }

  /** {@return the class of a Flax name} */
  Class<?> type(String name) {
    return classes.apply(name).orElseThrow(() -> new UnsupportedFeature("module:" + name));
  }

  /** {@return the attributes of a description, for a caller that takes some away} */
  Map<String, @Nullable Object> attributes(JsonNode described) {
    return attributes.of(described);
  }

  Module<?> build(String name, Map<String, @Nullable Object> given) {
    var type = classes.apply(name).orElseThrow(() -> new UnsupportedFeature("module:" + name));
    var values = new LinkedHashMap<String, @Nullable Object>();
    given.forEach((key, value) -> values.put(JavaNames.member(key), value));
    var missing = new TreeSet<String>();
    given.keySet().stream()
        .filter(key -> !hasAttribute(type, key))
        .forEach(key -> missing.add("attribute:" + name + "." + key));
    if (!missing.isEmpty()) {
      throw new UnsupportedFeature(missing);
    }
    var module = construct(name, type, values);
    for (var each : values.entrySet()) {
      module = with(name, module, each.getKey(), each.getValue());
    }
    return module;
  }

  /** {@return whether modules of a class have an attribute of Flax's name} */
  static boolean hasAttribute(Class<?> type, String flaxName) {
    var java = JavaNames.member(flaxName);
    return factories(type)
            .flatMap(method -> Arrays.stream(method.getParameters()))
            .anyMatch(parameter -> parameter.getName().equals(java))
        || withers(type, java).findAny().isPresent();
  }

  private static Stream<Method> factories(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> Modifier.isStatic(method.getModifiers()))
        .filter(method -> method.getName().equals("of"));
  }

  /** {@return the methods that set an attribute, each from another type} */
  private static Stream<Method> withers(Class<?> type, String attribute) {
    var name = "with" + Character.toUpperCase(attribute.charAt(0)) + attribute.substring(1);
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getName().equals(name) && method.getParameterCount() == 1);
  }

  /** Uses the factory with the fewest parameters that the values give, and takes those away. */
  private static Module<?> construct(
      String name, Class<?> type, Map<String, @Nullable Object> values) {
    var candidates =
        factories(type)
            .filter(method ->
                Arrays.stream(method.getParameters())
                    .allMatch(parameter -> values.containsKey(parameter.getName())))
            .sorted((a, b) -> Integer.compare(a.getParameterCount(), b.getParameterCount()))
            .toList();
    for (var method : candidates) {
      var arguments =
          Arrays.stream(method.getParameters()).map(each -> values.get(each.getName())).toList();
      var made = Binder.call(method, null, arguments);
      if (made.isPresent()) {
        Arrays.stream(method.getParameters()).forEach(each -> values.remove(each.getName()));
        return (Module<?>) made.get();
      }
    }
    throw new UnsupportedFeature("factory:" + name + values.keySet());
  }

  private static Module<?> with(
      String name, Module<?> module, String attribute, @Nullable Object value) {
    return (Module<?>)
        withers(module.getClass(), attribute)
            .flatMap(
                wither -> Binder.call(wither, module, Collections.singletonList(value)).stream())
            .findFirst()
            .orElseThrow(() ->
                new UnsupportedFeature("attribute:%s.%s=%s".formatted(name, attribute, value)));
  }
}
