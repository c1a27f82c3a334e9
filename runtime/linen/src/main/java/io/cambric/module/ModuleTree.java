package io.cambric.module;

import io.cambric.annotations.Named;
import io.cambric.annotations.PyTree;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The modules in a value: the value itself, or modules in lists, maps (keys sorted), optionals and
 * {@code @PyTree} records at any depth. Other values hold none.
 *
 * <p>The name of a module begins with the name of the value. For each container around the module,
 * {@code _} and the index, key or component follow.
 */
final class ModuleTree {

  private ModuleTree() {}

  /** Calls back for each module with its name, in the order in which names are given. */
  static void walk(@Nullable Object value, String name, BiConsumer<Module<?>, String> found) {
    switch (value) {
      case Module<?> module -> found.accept(module, name);
      case Collection<?> items -> {
        int i = 0;
        for (var item : items) {
          walk(item, name + "_" + i, found);
          i++;
        }
      }
      case Map<?, ?> map ->
          map.entrySet().stream()
              .sorted(Comparator.comparing(entry -> String.valueOf(entry.getKey())))
              .forEach(entry -> walk(entry.getValue(), name + "_" + entry.getKey(), found));
      case Optional<?> optional -> walk(optional.orElse(null), name, found);
      case Record record when record.getClass().isAnnotationPresent(PyTree.class) ->
          components(record, (item, inner) -> walk(item, name + "_" + inner, found));
      case null, default -> {}
    }
  }

  /** Calls back for each component of a record with its value and its scope name. */
  static void components(Record record, BiConsumer<@Nullable Object, String> found) {
    var flattener = Trees.flattener(record.getClass());
    var names = flattener.childNames();
    var values = flattener.children(record);
    var scopeNames = SCOPE_NAMES.get(record.getClass());
    for (int i = 0; i < values.length; i++) {
      var name = names.get(i);
      found.accept(values[i], scopeNames.getOrDefault(name, name));
    }
  }

  /** The components of a record class that have another name by annotation. */
  private static final ClassValue<Map<String, String>> SCOPE_NAMES =
      new ClassValue<>() {
        @Override
        protected Map<String, String> computeValue(Class<?> type) {
          var named = new LinkedHashMap<String, String>();
          for (var component : type.getRecordComponents()) {
            var annotation = component.getAnnotation(Named.class);
            if (annotation != null) {
              named.put(component.getName(), annotation.value());
            }
          }
          return Map.copyOf(named);
        }
      };

  /**
   * {@return the record with each module in its components replaced, at any depth; lists and maps
   * are unmodifiable copies}
   *
   * <p>Components declared as a mutable class, such as {@code ArrayList}, are not replaced.
   */
  static Record mapComponents(Record record, UnaryOperator<Module<?>> f) {
    var flattener = Trees.flattener(record.getClass());
    var children = flattener.children(record);
    boolean changed = false;
    for (int i = 0; i < children.length; i++) {
      var mapped = map(children[i], f);
      if (mapped != children[i]
          && declared(record.getClass(), flattener.childNames().get(i)).isInstance(mapped)) {
        children[i] = mapped;
        changed = true;
      }
    }
    return changed ? (Record) flattener.rebuild(children, flattener.statics(record)) : record;
  }

  private static Class<?> declared(Class<?> type, String component) {
    return Arrays.stream(type.getRecordComponents())
        .filter(each -> each.getName().equals(component))
        .findAny()
        .orElseThrow()
        .getType();
  }

  /** {@return the value with each module in lists, maps, optionals and pytree records replaced} */
  static @Nullable Object map(@Nullable Object value, UnaryOperator<Module<?>> f) {
    return switch (value) {
      case Module<?> module -> f.apply(module);
      case List<?> list -> {
        var mapped = new ArrayList<@Nullable Object>(list.size());
        list.forEach(item -> mapped.add(map(item, f)));
        yield Collections.unmodifiableList(mapped);
      }
      case Map<?, ?> map -> {
        var mapped = new LinkedHashMap<Object, @Nullable Object>();
        map.forEach((key, item) -> mapped.put(key, map(item, f)));
        yield Collections.unmodifiableMap(mapped);
      }
      case Optional<?> optional -> optional.map(item -> map(item, f));
      case Record record when record.getClass().isAnnotationPresent(PyTree.class) ->
          mapComponents(record, f);
      case null -> null;
      default -> value;
    };
  }
}
