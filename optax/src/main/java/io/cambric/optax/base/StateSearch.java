package io.cambric.optax.base;

import io.cambric.errors.TreeStructureException;
import io.cambric.tree.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The search for states, and for values inside of states, by type and name. */
final class StateSearch {

  private StateSearch() {}

  /** A value inside of a state, with its path. */
  record Hit<T>(String path, T value) {}

  static <T> List<Hit<T>> ofType(OptState state, Class<T> type) {
    return hits(state, type, (_, value) -> type.isInstance(value));
  }

  static <T> List<Hit<T>> named(OptState state, String name, Class<T> type) {
    return hits(state, type, (own, value) -> own.equals(name) && type.isInstance(value));
  }

  private static <T> List<Hit<T>> hits(
      OptState state, Class<T> type, BiPredicate<String, Object> isHit) {
    var hits = new ArrayList<Hit<T>>();
    collect(new Hit<>("", state), "", type, isHit, hits);
    return hits;
  }

  private static <T> void collect(
      Hit<?> node,
      String name,
      Class<T> type,
      BiPredicate<String, Object> isHit,
      List<Hit<T>> hits) {
    if (isHit.test(name, node.value())) {
      hits.add(new Hit<>(node.path(), type.cast(node.value())));
    }
    var level = Level.of(node.value());
    if (level == null) {
      return;
    }
    for (int i = 0; i < level.children().size(); i++) {
      var child = level.children().get(i);
      if (child != null) {
        var below = level.type().childName(i);
        var path = node.path().isEmpty() ? below : node.path() + "/" + below;
        collect(new Hit<>(path, child), below, type, isHit, hits);
      }
    }
  }

  /** {@return the value of one hit or of none} */
  static <T> Optional<T> only(List<Hit<T>> hits, String sought) {
    if (hits.size() > 1) {
      throw new TreeStructureException(
          "find of %s needs one in the state, but there are %d: %s. Find the state around it first, or call findAll."
              .formatted(
                  sought,
                  hits.size(),
                  hits.stream().map(Hit::path).collect(Collectors.joining(", "))));
    }
    return hits.stream().map(Hit::value).findFirst();
  }

  static <T> List<T> values(List<Hit<T>> hits) {
    return hits.stream().map(Hit::value).toList();
  }

  /** {@return the name of a type with the types it is nested in, such as ScaleByAdam.State} */
  static String text(Class<?> type) {
    var around = type.getDeclaringClass();
    return around == null ? type.getSimpleName() : text(around) + "." + type.getSimpleName();
  }

  /** {@return the name of the type of a value} */
  static String textOf(@Nullable Object value) {
    return value == null ? "null" : text(value.getClass());
  }
}
