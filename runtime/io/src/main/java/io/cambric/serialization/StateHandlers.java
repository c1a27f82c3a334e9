package io.cambric.serialization;

import io.cambric.core.Array;
import io.cambric.errors.TreeStructureException;
import io.cambric.numpy.Key;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The registry of classes with custom functions. The registration of the nearest superclass
 * applies.
 */
final class StateHandlers {

  private static final Map<Class<?>, StateHandler> BY_CLASS = new ConcurrentHashMap<>();

  static {
    // In Flax, a key is its array of words.
    BY_CLASS.put(
        Key.class,
        new StateHandler.Functions(key -> ((Key) key).data(), StateHandlers::restoredKey));
  }

  private StateHandlers() {}

  private static Key restoredKey(Object target, @Nullable Object state) {
    var words = StateRestorer.nested(((Key) target).data(), state, "data");
    return new Key((Array) Objects.requireNonNull(words));
  }

  static void add(Class<?> type, StateHandler handler, boolean override) {
    if (override) {
      BY_CLASS.put(type, handler);
    } else if (BY_CLASS.putIfAbsent(type, handler) != null) {
      throw new TreeStructureException(
          "Serialization.register needs a class that is not registered yet, but %s is. Register it once, for example in a static initializer, or pass true for override."
              .formatted(type.getTypeName()));
    }
  }

  /** {@return the functions for objects of a class; null if there are none} */
  static @Nullable StateHandler find(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      var handler = BY_CLASS.get(at);
      if (handler != null) {
        return handler;
      }
    }
    return null;
  }
}
