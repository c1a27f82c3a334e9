package io.cambric.tree;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import io.cambric.annotations.Static;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The built-in node types: lists, maps, optionals, and records by flattener. */
final class NodeTypes {

  private NodeTypes() {}

  /**
   * A list. Its class is not part of the structure; an {@code ArrayList} and a {@code List.of} of
   * one length are equal.
   */
  record ListType(int size, Containers.ListMaker maker) implements NodeType {

    @Override
    public Object rebuild(List<? extends @Nullable Object> children) {
      return maker.make(children);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof ListType type && type.size == size;
    }

    @Override
    public int hashCode() {
      return size;
    }

    @Override
    public boolean holdsAnyTree() {
      return true;
    }

    @Override
    public String childName(int i) {
      return Integer.toString(i);
    }

    @Override
    public TreeKey childKey(int i) {
      return new TreeKey.SequenceKey(i);
    }

    @Override
    public String label() {
      return "list";
    }
  }

  /** A map with these keys, sorted like dicts in JAX. Its class is not part of the structure. */
  record MapType(List<Object> keys, Containers.MapMaker maker) implements NodeType {

    @Override
    public Object rebuild(List<? extends @Nullable Object> children) {
      var map = new LinkedHashMap<Object, @Nullable Object>();
      for (int i = 0; i < keys.size(); i++) {
        map.put(keys.get(i), children.get(i));
      }
      return maker.make(map);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof MapType type && type.keys.equals(keys);
    }

    @Override
    public int hashCode() {
      return keys.hashCode();
    }

    @Override
    public boolean holdsAnyTree() {
      return true;
    }

    @Override
    public String childName(int i) {
      return keys.get(i).toString();
    }

    @Override
    public TreeKey childKey(int i) {
      return new TreeKey.DictKey(keys.get(i));
    }

    @Override
    public String label() {
      return "map";
    }
  }

  /** An optional: one child, or none. */
  record OptionalType(boolean isPresent) implements NodeType {

    @Override
    public Object rebuild(List<? extends @Nullable Object> children) {
      return children.isEmpty() ? Optional.empty() : Optional.ofNullable(children.getFirst());
    }

    @Override
    public boolean holdsAnyTree() {
      return true;
    }

    @Override
    public String childName(int i) {
      return "value";
    }

    @Override
    public String label() {
      return "optional";
    }
  }

  /** A record of a class with these static components. */
  record RecordType(Class<?> type, List<@Nullable Object> statics) implements NodeType {

    /** The classes of the components of a record, by name. */
    private static final ClassValue<Map<String, Class<?>>> COMPONENTS =
        new ClassValue<>() {
          @Override
          protected Map<String, Class<?>> computeValue(Class<?> type) {
            return Arrays.stream(type.getRecordComponents())
                .collect(toMap(RecordComponent::getName, RecordType::boxed));
          }
        };

    /** {@return the names of the static components of a record class, in order} */
    static List<String> staticNames(Class<?> type) {
      return Arrays.stream(type.getRecordComponents())
          .filter(component -> component.isAnnotationPresent(Static.class))
          .map(RecordComponent::getName)
          .toList();
    }

    private static Class<?> boxed(RecordComponent component) {
      return MethodType.methodType(component.getType()).wrap().returnType();
    }

    @Override
    public Object rebuild(List<? extends @Nullable Object> children) {
      try {
        return Flatteners.of(type).rebuild(children.toArray(), statics.toArray());
      } catch (ClassCastException e) {
        throw acceptsAll(children) ? e : RecordFlattener.unfit(type, children.toArray(), e);
      }
    }

    @Override
    public boolean accepts(int i, Class<?> value) {
      var component = COMPONENTS.get(type).get(childName(i));
      return component != null && component.isAssignableFrom(value);
    }

    @Override
    public String childName(int i) {
      return Flatteners.of(type).childNames().get(i);
    }

    @Override
    public String label() {
      if (statics.isEmpty()) {
        return type.getSimpleName();
      }
      var names = staticNames(type);
      return IntStream.range(0, names.size())
          .mapToObj(i -> names.get(i) + "=" + statics.get(i))
          .collect(joining(", ", type.getSimpleName() + "[", "]"));
    }
  }
}
