package io.cambric.optax.base;

import io.cambric.errors.TreeStructureException;
import io.cambric.tree.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The search for states, and for values inside of states or other trees, by type and name.
 *
 * <p>Values are found from left to right, each before the values inside of it. A name is the name
 * of a record component or a key of a map.
 */
public final class StateSearch {

  private StateSearch() {}

  static <T> List<Found<T>> ofType(OptState state, Class<T> type) {
    return hits(state, type, (_, value) -> type.isInstance(value));
  }

  static <T> List<Found<T>> named(OptState state, String name, Class<T> type) {
    return hits(state, type, (own, value) -> own.equals(name) && type.isInstance(value));
  }

  /**
   * {@return the values with a name, or with a class name such as {@code "ScaleByAdam.State"}}
   *
   * @param accept further conditions on a value
   */
  public static List<Found<Object>> keyed(
      Object tree, String key, Predicate<Found<Object>> accept) {
    return hits(tree, Object.class, (own, value) -> hasKey(own, value, key)).stream()
        .filter(accept)
        .toList();
  }

  private static boolean hasKey(String own, Object value, String key) {
    return own.equals(key) || text(value.getClass()).equals(key);
  }

  private static <T> List<Found<T>> hits(
      Object tree, Class<T> type, BiPredicate<String, Object> isHit) {
    var hits = new ArrayList<Found<T>>();
    collect(new Found<>("", null, tree), "", type, isHit, hits);
    return hits;
  }

  private static <T> void collect(
      Found<?> node,
      String name,
      Class<T> type,
      BiPredicate<String, Object> isHit,
      List<Found<T>> hits) {
    if (isHit.test(name, node.value())) {
      hits.add(new Found<>(node.path(), node.holder(), type.cast(node.value())));
    }
    var level = Level.of(node.value());
    if (level == null) {
      return;
    }
    for (int i = 0; i < level.children().size(); i++) {
      var child = level.children().get(i);
      if (child != null) {
        var below = level.type().childName(i);
        collect(new Found<>(join(node, below), node.value(), child), below, type, isHit, hits);
      }
    }
  }

  private static String join(Found<?> node, String below) {
    return node.path().isEmpty() ? below : node.path() + "/" + below;
  }

  /**
   * {@return a tree with values replaced; the search does not enter a replaced value}
   *
   * @param values new values by key, as in {@link #keyed}
   * @param accept further conditions on a value that is replaced
   */
  public static Object replaced(
      Object tree, Map<String, ?> values, Predicate<Found<Object>> accept) {
    return replaced(new Found<>("", null, tree), "", values, accept);
  }

  private static Object replaced(
      Found<Object> node, String name, Map<String, ?> values, Predicate<Found<Object>> accept) {
    for (var each : values.entrySet()) {
      if (hasKey(name, node.value(), each.getKey()) && accept.test(node)) {
        return each.getValue();
      }
    }
    var level = Level.of(node.value());
    if (level == null) {
      return node.value();
    }
    var children = new ArrayList<@Nullable Object>(level.children());
    for (int i = 0; i < children.size(); i++) {
      var child = children.get(i);
      if (child != null) {
        var below = level.type().childName(i);
        var place = new Found<Object>(join(node, below), node.value(), child);
        children.set(i, requireFitting(level, i, place, replaced(place, below, values, accept)));
      }
    }
    return level.type().rebuild(children);
  }

  private static Object requireFitting(Level level, int i, Found<Object> place, Object value) {
    if (!level.type().accepts(i, value.getClass())) {
      throw new TreeStructureException(
          "tree.set needs a value of the component's type, but for %s, of %s, got %s. Pass a value like the existing one."
              .formatted(place.path(), textOf(place.value()), textOf(value)));
    }
    return value;
  }

  /** {@return the value of a single hit, or none} */
  static <T> Optional<T> only(List<Found<T>> hits, String sought) {
    if (hits.size() > 1) {
      throw new TreeStructureException(
          "find of %s needs exactly one in the state, but there are %d: %s. Find the enclosing state first, or call findAll."
              .formatted(
                  sought,
                  hits.size(),
                  hits.stream().map(Found::path).collect(Collectors.joining(", "))));
    }
    return hits.stream().map(Found::value).findFirst();
  }

  static <T> List<T> values(List<Found<T>> hits) {
    return hits.stream().map(Found::value).toList();
  }

  /** {@return the name of a type with its enclosing types, such as ScaleByAdam.State} */
  static String text(Class<?> type) {
    var around = type.getDeclaringClass();
    return around == null ? type.getSimpleName() : text(around) + "." + type.getSimpleName();
  }

  /** {@return the name of the type of a value} */
  static String textOf(@Nullable Object value) {
    return value == null ? "null" : text(value.getClass());
  }
}
