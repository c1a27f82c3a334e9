package io.cambric.serialization;

import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.tree.Level;
import io.cambric.tree.NamedNode;
import io.cambric.tree.TreeKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** State dicts of trees: maps from the names in Flax to the states of the children. */
final class StateDicts {

  /**
   * The maximum depth, which stops at a container that contains itself before the stack overflows.
   */
  private static final int MAX_DEPTH = 1000;

  private StateDicts() {}

  static @Nullable Object of(@Nullable Object target) {
    return of(target, StatePath.ROOT);
  }

  private static @Nullable Object of(@Nullable Object target, StatePath path) {
    if (path.depth() > MAX_DEPTH) {
      throw new DataException(
          "A state dict needs a tree of at most %d levels, but %s is deeper. Look for a container that contains itself."
              .formatted(MAX_DEPTH, path.above()));
    }
    if (target == null) {
      return null;
    }
    var handler = StateHandlers.find(target.getClass());
    return switch (handler) {
      case StateHandler.Functions functions -> functions.toStateDict().apply(target);
      case StateHandler.Fields fields ->
          ofMap(PythonOrder.kept(fields.fields().apply(target)), path);
      case null -> ofUnregistered(target, path);
    };
  }

  private static @Nullable Object ofUnregistered(Object target, StatePath path) {
    return switch (target) {
      case Array _, NumpyScalar _ -> target;
      case Map<?, ?> map -> ofMap(PythonOrder.kept(map), path);
      case NamedNode node -> ofMap(node.entries(), path);
      case List<?> list -> {
        var state = new LinkedHashMap<String, @Nullable Object>();
        for (int i = 0; i < list.size(); i++) {
          var name = Integer.toString(i);
          state.put(name, of(list.get(i), path.child(name)));
        }
        yield Collections.unmodifiableMap(state);
      }
      case Optional<?> optional -> of(optional.orElse(null), path);
      default -> {
        var level = Level.of(target);
        yield level == null ? target : ofNode(target, level, path);
      }
    };
  }

  private static Object ofMap(Map<?, ?> map, StatePath path) {
    var state = new LinkedHashMap<String, @Nullable Object>();
    map.forEach((key, value) -> {
      var name = String.valueOf(key);
      if (state.containsKey(name)) {
        throw new DataException(
            "A state dict needs keys that differ as strings, but the map at %s has %s twice. Rename a key."
                .formatted(path, Quoted.of(name)));
      }
      state.put(name, of(value, path.child(name)));
    });
    return Collections.unmodifiableMap(state);
  }

  private static Object ofNode(Object target, Level level, StatePath path) {
    var names = names(target, level);
    var state = new LinkedHashMap<String, @Nullable Object>();
    for (int i = 0; i < names.size(); i++) {
      var name = names.get(i);
      if (state.containsKey(name)) {
        throw new DataException(
            "A state dict needs fields that differ in snake case, but %s has two named %s. Rename a component."
                .formatted(path, Quoted.of(name)));
      }
      state.put(name, of(level.children().get(i), path.child(name)));
    }
    return Collections.unmodifiableMap(state);
  }

  /** {@return the names of the children in Flax} */
  static List<String> names(Object target, Level level) {
    var names = new ArrayList<String>();
    for (var key : level.keys()) {
      names.add(
          target instanceof StateTuple
              ? Integer.toString(names.size())
              : key instanceof TreeKey.GetAttrKey(var name) ? snake(name) : key.simple());
    }
    return names;
  }

  /** {@return a name in snake case, as in {@code opt_state} for {@code optState}} */
  private static String snake(String camel) {
    var snake = new StringBuilder();
    for (int i = 0; i < camel.length(); i++) {
      char c = camel.charAt(i);
      if (Character.isUpperCase(c) && i > 0) {
        snake.append('_');
      }
      snake.append(c);
    }
    return snake.toString().toLowerCase(Locale.ROOT);
  }
}
