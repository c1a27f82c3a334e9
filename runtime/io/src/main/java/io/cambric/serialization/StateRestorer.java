package io.cambric.serialization;

import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.tree.Level;
import io.cambric.tree.NamedNode;
import io.cambric.tree.TreeKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Restores trees from a target and a state dict. The target gives the structure, the state dict the
 * leaves.
 *
 * <p>As in Flax, a map of the state may have keys that a map of the target lacks. Lists need equal
 * lengths, records equal fields. Shapes and dtypes of arrays are not compared.
 */
final class StateRestorer {

  /** The path of the running registered function, for messages. */
  private static final ScopedValue<StatePath> AROUND = ScopedValue.newInstance();

  /** The keys of a named tuple in files of old versions of Flax. */
  private static final Set<String> LEGACY = Set.of("name", "fields", "values");

  /** The kind of a node for Flax: a list or tuple, a dict, or a named tuple or dataclass. */
  private enum Kind {
    LIST,
    MAP,
    RECORD;

    static Kind of(Object target, Level level) {
      if (target instanceof List || target instanceof StateTuple) {
        return LIST;
      }
      if (target instanceof NamedNode) {
        return MAP;
      }
      return level.keys().stream()
          .findFirst()
          .map(key ->
              switch (key) {
                case TreeKey.SequenceKey _, TreeKey.FlattenedIndexKey _ -> LIST;
                case TreeKey.DictKey _ -> MAP;
                case TreeKey.GetAttrKey _ -> RECORD;
              })
          .orElse(RECORD);
    }
  }

  private StateRestorer() {}

  /** {@return a tree at the root} */
  static @Nullable Object root(@Nullable Object target, @Nullable Object state) {
    return restored(target, state, StatePath.ROOT);
  }

  /** {@return a tree below the target of the running registered function} */
  static @Nullable Object nested(@Nullable Object target, @Nullable Object state, String name) {
    var path = AROUND.isBound() ? AROUND.get().child(name) : new StatePath(null, name, 0);
    return restored(target, state, path);
  }

  private static @Nullable Object restored(
      @Nullable Object target, @Nullable Object state, StatePath path) {
    if (target == null) {
      return state;
    }
    var handler = StateHandlers.find(target.getClass());
    return switch (handler) {
      case StateHandler.Functions functions ->
          ScopedValue.where(AROUND, path)
              .call(() -> functions.fromStateDict().apply(target, state));
      case StateHandler.Fields fields -> fields(fields, target, state, path);
      case null -> unregistered(target, state, path);
    };
  }

  private static Object fields(
      StateHandler.Fields handler, Object target, @Nullable Object state, StatePath path) {
    var fields = PythonOrder.kept(handler.fields().apply(target));
    var names = fields.keySet().stream().map(String::valueOf).toList();
    var what = target.getClass().getSimpleName();
    var states = current(requireMap(what, state, path));
    requireFields(what, names, states, path);
    var restored = new LinkedHashMap<String, @Nullable Object>();
    for (var name : names) {
      restored.put(name, restored(fields.get(name), states.get(name), path.child(name)));
    }
    return handler.withFields().apply(target, restored);
  }

  private static @Nullable Object unregistered(
      Object target, @Nullable Object state, StatePath path) {
    return switch (target) {
      case Array _, NumpyScalar _ -> LeafRestorer.restored(target, state, path);
      case Map<?, ?> map -> map(map, state, path);
      case Optional<?> optional -> optional(optional, state, path);
      default -> {
        var level = Level.of(target);
        if (level == null) {
          yield LeafRestorer.restored(target, state, path);
        }
        yield switch (Kind.of(target, level)) {
          case LIST -> list(target, level, state, path);
          case MAP -> keyed(target, level, state, path);
          case RECORD -> record(target, level, state, path);
        };
      }
    };
  }

  private static Object optional(Optional<?> target, @Nullable Object state, StatePath path) {
    return state == null
        ? Optional.empty()
        : Optional.ofNullable(restored(target.orElse(null), state, path));
  }

  private static Object map(Map<?, ?> target, @Nullable Object state, StatePath path) {
    var names = new ArrayList<String>();
    target.keySet().forEach(key -> names.add(String.valueOf(key)));
    var states = requireKeys("A map", names, state, path);
    var entries = new LinkedHashMap<Object, @Nullable Object>();
    target.forEach((key, value) -> {
      var name = String.valueOf(key);
      entries.put(key, restored(value, states.get(name), path.child(name)));
    });
    return Level.mapLike(target, entries);
  }

  /** {@return the states by name, which must include all names} */
  private static Map<?, ?> requireKeys(
      String what, List<String> names, @Nullable Object state, StatePath path) {
    var states = requireMap(what, state, path);
    var missing = new LinkedHashSet<>(names);
    missing.removeAll(states.keySet());
    if (!missing.isEmpty()) {
      throw new DataException(
          "%s at path %s needs the keys %s, but the state dict has %s: %s are missing. Restore into a target with the keys that were saved."
              .formatted(
                  what, path, Quoted.of(names), Quoted.of(states.keySet()), Quoted.of(missing)));
    }
    return states;
  }

  private static Map<?, ?> requireMap(String what, @Nullable Object state, StatePath path) {
    if (state instanceof Map<?, ?> map) {
      return map;
    }
    if (state instanceof NamedNode node) {
      return node.entries();
    }
    throw new DataException(
        "%s at path %s needs a map in the state dict, but there is %s. Restore into a target like the saved tree."
            .formatted(what, path, LeafRestorer.text(state)));
  }

  private static Object list(Object target, Level level, @Nullable Object state, StatePath path) {
    int size = level.children().size();
    var states = requireMap("A list", state, path);
    if (states.size() != size) {
      throw new DataException(
          "A list at path %s needs %d elements, but the state dict has %d. Restore into a list of that length."
              .formatted(path, size, states.size()));
    }
    var names = StateDicts.names(target, level);
    return rebuilt(level, names, requireKeys("A list", names, state, path), path);
  }

  private static Object keyed(Object target, Level level, @Nullable Object state, StatePath path) {
    var names = StateDicts.names(target, level);
    return rebuilt(level, names, requireKeys("A map", names, state, path), path);
  }

  private static Object record(Object target, Level level, @Nullable Object state, StatePath path) {
    var names = StateDicts.names(target, level);
    var what = target.getClass().getSimpleName();
    var states = current(requireMap(what, state, path));
    requireFields(what, names, states, path);
    return rebuilt(level, names, states, path);
  }

  private static void requireFields(
      String what, List<String> names, Map<?, ?> states, StatePath path) {
    var missing = new LinkedHashSet<Object>(names);
    missing.removeAll(states.keySet());
    var unknown = new LinkedHashSet<Object>(states.keySet());
    unknown.removeAll(new HashSet<>(names));
    if (missing.isEmpty() && unknown.isEmpty()) {
      return;
    }
    var differences = new ArrayList<String>();
    if (!missing.isEmpty()) {
      differences.add("missing are %s".formatted(Quoted.of(missing)));
    }
    if (!unknown.isEmpty()) {
      differences.add("unknown are %s".formatted(Quoted.of(unknown)));
    }
    throw new DataException(
        "%s at path %s needs the fields %s, but the state dict has %s: %s. Restore into a target of the class that was saved."
            .formatted(
                what,
                path,
                Quoted.of(names),
                Quoted.of(states.keySet()),
                String.join(", ", differences)));
  }

  /** {@return the states by name, also for a named tuple from old versions of Flax} */
  private static Map<?, ?> current(Map<?, ?> states) {
    if (!states.keySet().equals(LEGACY)
        || !(states.get("fields") instanceof Map<?, ?> fields)
        || !(states.get("values") instanceof Map<?, ?> values)) {
      return states;
    }
    var byName = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    fields.forEach((index, name) -> byName.put(name, values.get(index)));
    return byName;
  }

  private static Object rebuilt(Level level, List<String> names, Map<?, ?> states, StatePath path) {
    var children = new ArrayList<@Nullable Object>();
    for (int i = 0; i < names.size(); i++) {
      var name = names.get(i);
      var below = path.child(name);
      var child = restored(level.children().get(i), states.get(name), below);
      if (child != null && !level.type().accepts(i, child.getClass())) {
        throw new DataException(
            "The component at path %s cannot hold %s. Restore into a target that has a value there, like the saved tree."
                .formatted(below, LeafRestorer.text(child)));
      }
      children.add(child);
    }
    return level.type().rebuild(children);
  }
}
