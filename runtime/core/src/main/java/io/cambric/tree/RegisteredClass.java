package io.cambric.tree;

import io.cambric.errors.TreeStructureException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A registered pytree class, with the functions that flatten its objects. */
sealed interface RegisteredClass {

  /** {@return the class} */
  Class<?> type();

  /** {@return the line of the registration} */
  String place();

  /** {@return an object of the class as a level} */
  Level level(Object node);

  /** A class with functions for flattening and unflattening. */
  record Node(
      Class<?> type,
      String place,
      Function<Object, NodeParts<?>> flatten,
      BiFunction<Object, List<Object>, ?> unflatten)
      implements RegisteredClass {

    @Override
    public Level level(Object node) {
      var parts = flatten.apply(node);
      if (parts.keys().size() != parts.children().size()) {
        throw new TreeStructureException(
            "The flatten function of %s, registered at %s, must return one key for each child, but returned %d keys for %d children. Pass as many to withNames or withKeys."
                .formatted(
                    type.getTypeName(), place, parts.keys().size(), parts.children().size()));
      }
      return new Level(
          new RegisteredType(this, parts.statics(), List.copyOf(parts.keys())), parts.children());
    }
  }

  /** A class of lists, flattened like lists of the JDK. */
  record Lists(Class<?> type, String place, Containers.ListMaker maker) implements RegisteredClass {

    @Override
    public Level level(Object node) {
      var list = (List<?>) node;
      return new Level(new NodeTypes.ListType(list.size(), maker), list);
    }
  }

  /** A class of maps, flattened like maps of the JDK. */
  record Maps(Class<?> type, String place, Containers.MapMaker maker) implements RegisteredClass {

    @Override
    public Level level(Object node) {
      return Level.ofMap((Map<?, ?>) node, maker);
    }
  }

  /** A class of static values: nodes without children. */
  record Statics(Class<?> type, String place) implements RegisteredClass {

    @Override
    public Level level(Object node) {
      return new Level(new StaticType(node), List.of());
    }
  }

  /** The type of a node of a class with functions for flattening. */
  record RegisteredType(Node registered, Object statics, List<TreeKey> keys) implements NodeType {

    @Override
    public Object rebuild(List<? extends @Nullable Object> children) {
      try {
        return build(children);
      } catch (ClassCastException e) {
        throw new TreeStructureException(
            "A %s, registered at %s, cannot be rebuilt from (%s), because its unflatten function cannot cast them. Return leaves of the types it casts to."
                .formatted(
                    registered.type.getSimpleName(),
                    registered.place,
                    children.stream()
                        .map(child -> child == null ? "null" : child.getClass().getSimpleName())
                        .collect(Collectors.joining(", "))),
            e);
      }
    }

    @SuppressWarnings("NullAway") // a child is null if the tree has null
    private Object build(List<? extends @Nullable Object> children) {
      return registered.unflatten.apply(statics, new ArrayList<>(children));
    }

    /** Tries the unflatten function; a failed cast means that it does not accept the children. */
    @Override
    public boolean acceptsAll(List<? extends @Nullable Object> children) {
      try {
        build(children);
        return true;
      } catch (ClassCastException _) {
        return false;
      }
    }

    @Override
    public String childName(int i) {
      return keys.get(i).simple();
    }

    @Override
    public TreeKey childKey(int i) {
      return keys.get(i);
    }

    @Override
    public String label() {
      return "%s[%s]".formatted(registered.type.getSimpleName(), statics);
    }
  }

  /** The type of a static value. */
  record StaticType(Object value) implements NodeType {

    @Override
    public Object rebuild(List<? extends @Nullable Object> children) {
      return value;
    }

    @Override
    public String childName(int i) {
      throw new IndexOutOfBoundsException(i);
    }

    @Override
    public String label() {
      return value.toString();
    }
  }
}
