package io.cambric.module.config;

import io.cambric.errors.DataException;
import io.cambric.module.Module;
import io.cambric.module.ModuleConfig;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The names that a text may use: of module classes with a module of each, of classes of records and
 * enums, and of functions and other values; immutable.
 *
 * <p>Nothing is loaded or made by a name that is not here.
 */
record JsonNames(
    Map<String, ModuleConfig> modules, Map<String, Class<?>> types, Map<String, Object> values) {

  JsonNames {
    modules = Map.copyOf(modules);
    types = Map.copyOf(types);
    values = Map.copyOf(values);
  }

  /** {@return the name of a class without its package, with the names of enclosing classes} */
  static String name(Class<?> type) {
    var name = type.getName();
    return name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
  }

  JsonNames withModule(Module<?> prototype) {
    var changed = new HashMap<>(modules);
    var config = ModuleConfig.of(prototype);
    var other = changed.put(name(config.type()), config);
    requireSame(other == null ? null : other.type(), config.type());
    return new JsonNames(changed, types, values);
  }

  JsonNames withType(Class<?> type) {
    var changed = new HashMap<>(types);
    requireSame(changed.put(name(type), type), type);
    return new JsonNames(modules, changed, values);
  }

  private static void requireSame(@Nullable Class<?> other, Class<?> type) {
    if (other != null && other != type) {
      throw new DataException(
          "A JSON format needs one class for each name, but %s names both %s and %s. Use a separate format for each."
              .formatted(name(type), other.getName(), type.getName()));
    }
  }

  JsonNames withValue(String name, Object value) {
    var changed = new HashMap<>(values);
    var other = changed.put(name, value);
    if (other != null && !other.equals(value)) {
      throw new DataException(
          "A JSON format needs one value for each name, but \"%s\" has two. Rename one of them."
              .formatted(name));
    }
    return new JsonNames(modules, types, changed);
  }

  /** {@return the first name of a value in alphabetical order} */
  Optional<String> nameOf(Object value) {
    return values.entrySet().stream()
        .filter(entry -> entry.getValue().equals(value))
        .map(Map.Entry::getKey)
        .min(String::compareTo);
  }

  /** {@return whether a value is a function without a name, which has no form in JSON} */
  boolean isNameless(@Nullable Object value) {
    return value != null && value.getClass().isHidden() && nameOf(value).isEmpty();
  }
}
