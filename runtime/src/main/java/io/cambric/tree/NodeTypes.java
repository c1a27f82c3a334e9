package io.cambric.tree;

import static java.util.stream.Collectors.toMap;

import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The node types that need no declaration: lists, maps, optionals, and records by flattener. */
final class NodeTypes {

  private NodeTypes() {}

  /** A list; rebuilt unmodifiable. */
  record ListType(int size) implements NodeType {

    @Override
    public Object rebuild(List<? extends @Nullable Object> children) {
      return Collections.unmodifiableList(new ArrayList<>(children));
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
    public String label() {
      return "list";
    }
  }

  /** A map with these keys, sorted; rebuilt unmodifiable in that order, as JAX does with dicts. */
  record MapType(List<Object> keys) implements NodeType {

    @Override
    public Object rebuild(List<? extends @Nullable Object> children) {
      var map = new LinkedHashMap<Object, @Nullable Object>();
      for (int i = 0; i < keys.size(); i++) {
        map.put(keys.get(i), children.get(i));
      }
      return Collections.unmodifiableMap(map);
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
    public String label() {
      return "map";
    }
  }

  /** A present optional; an empty one is absent. */
  record OptionalType() implements NodeType {

    @Override
    public Object rebuild(List<? extends @Nullable Object> children) {
      return Optional.ofNullable(children.getFirst());
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

    /** The classes of the values of a record's components, by name. */
    private static final ClassValue<Map<String, Class<?>>> COMPONENTS =
        new ClassValue<>() {
          @Override
          protected Map<String, Class<?>> computeValue(Class<?> type) {
            return Arrays.stream(type.getRecordComponents())
                .collect(toMap(RecordComponent::getName, RecordType::boxed));
          }
        };

    private static Class<?> boxed(RecordComponent component) {
      return MethodType.methodType(component.getType()).wrap().returnType();
    }

    @Override
    public Object rebuild(List<? extends @Nullable Object> children) {
      return Flatteners.of(type).rebuild(children.toArray(), statics.toArray());
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
      return type.getSimpleName() + (statics.isEmpty() ? "" : Arrays.toString(statics.toArray()));
    }
  }
}
