package io.cambric.tree;

import static java.util.stream.Collectors.joining;

import io.cambric.errors.TreeStructureException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The registry of pytree node classes. The registration of the nearest superclass applies.
 *
 * <p>Reads take no lock. Each registration makes a new table, which caches results by class.
 */
final class NodeRegistry {

  private static final StackWalker WALKER = StackWalker.getInstance();

  private static volatile Table table = new Table(List.of());

  private NodeRegistry() {}

  /** All registrations at one time. */
  private static final class Table {

    private final List<RegisteredClass> all;

    private final ClassValue<Optional<RegisteredClass>> byClass =
        new ClassValue<>() {
          @Override
          protected Optional<RegisteredClass> computeValue(Class<?> type) {
            return nearest(type);
          }
        };

    Table(List<RegisteredClass> all) {
      this.all = all;
    }

    private Optional<RegisteredClass> nearest(Class<?> type) {
      var above = all.stream().filter(one -> one.type().isAssignableFrom(type)).toList();
      var nearest =
          above.stream()
              .filter(one ->
                  above.stream()
                      .noneMatch(
                          other -> other != one && one.type().isAssignableFrom(other.type())))
              .toList();
      if (nearest.size() > 1) {
        throw new TreeStructureException(
            "A pytree contains an object of class %s, which must have one nearest registration, but has %s. Register the class itself."
                .formatted(
                    type.getTypeName(),
                    nearest.stream()
                        .map(one -> one.type().getTypeName() + " at " + one.place())
                        .sorted()
                        .collect(joining(" and "))));
      }
      return nearest.stream().findFirst();
    }
  }

  /** {@return the registration for objects of a class; null if there is none} */
  static @Nullable RegisteredClass find(Class<?> type) {
    var now = table;
    return now.all.isEmpty() ? null : now.byClass.get(type).orElse(null);
  }

  /** {@return whether objects of a class were registered as static} */
  static boolean isStatic(Class<?> type) {
    return find(type) instanceof RegisteredClass.Statics;
  }

  /**
   * Adds a registration.
   *
   * @param make makes the registration, given the line of the call
   */
  static void add(Class<?> type, Function<String, RegisteredClass> make) {
    requireForeign(type);
    var place = place();
    synchronized (NodeRegistry.class) {
      var all = table.all;
      for (var one : all) {
        if (one.type() == type) {
          throw new TreeStructureException(
              "%s is registered as a pytree node at %s and again at %s. Register a class once, for example in a static initializer."
                  .formatted(type.getTypeName(), one.place(), place));
        }
      }
      var more = new ArrayList<>(all);
      more.add(make.apply(place));
      table = new Table(List.copyOf(more));
    }
  }

  /** Adds the registration of a class of lists. */
  @SuppressWarnings({"unchecked", "NullAway"}) // an element is null if the tree has null
  static void addList(Class<?> type, Function<? super List<Object>, ? extends List<?>> copy) {
    add(
        type,
        place ->
            new RegisteredClass.Lists(
                type, place, elements -> copy.apply((List<Object>) (List<?>) elements)));
  }

  /** Adds the registration of a class of maps. */
  @SuppressWarnings("NullAway") // a value is null if the tree has null
  static void addMap(
      Class<?> type, Function<? super Map<Object, Object>, ? extends Map<?, ?>> copy) {
    add(type, place -> new RegisteredClass.Maps(type, place, copy::apply));
  }

  /** {@return whether a class may be registered; classes of Java and Cambric may not} */
  static boolean mayRegister(Class<?> type) {
    return refusal(type) == null;
  }

  private static void requireForeign(Class<?> type) {
    var refusal = refusal(type);
    if (refusal != null) {
      throw new TreeStructureException(type.getTypeName() + refusal);
    }
  }

  private static @Nullable String refusal(Class<?> type) {
    for (var own : List.of(TreeNode.class, Opaque.class, ArrayLeaf.class)) {
      if (own.isAssignableFrom(type)) {
        return " implements %s, which already defines its role in pytrees. Remove its registration."
            .formatted(own.getSimpleName());
      }
    }
    return type.isArray() || type.isPrimitive() || JdkClasses.contain(type)
        ? " belongs to Java, and is already a leaf or node of pytrees. Register a class that contains it instead."
        : null;
  }

  private static String place() {
    return WALKER.walk(frames ->
        frames
            .filter(frame ->
                !frame.getClassName().equals(NodeRegistry.class.getName())
                    && !frame.getClassName().equals(Trees.class.getName()))
            .findFirst()
            .map(frame ->
                "%s(%s:%d)"
                    .formatted(frame.getClassName(), frame.getFileName(), frame.getLineNumber()))
            .orElse("an unknown line"));
  }
}
