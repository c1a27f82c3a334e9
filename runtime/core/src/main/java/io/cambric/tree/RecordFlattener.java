package io.cambric.tree;

import io.cambric.annotations.Static;
import io.cambric.errors.TreeStructureException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The flattening of plain records by reflection, for classes without a generated flattener. */
final class RecordFlattener implements Flattener<Object> {

  private final Class<?> type;
  private final Constructor<?> constructor;
  private final Method[] accessors;
  private final boolean[] isStatic;
  private final List<String> childNames;
  private final int staticCount;

  RecordFlattener(Class<?> type) {
    this.type = type;
    var components = type.getRecordComponents();
    this.accessors = new Method[components.length];
    this.isStatic = new boolean[components.length];
    int statics = 0;
    for (int i = 0; i < components.length; i++) {
      accessors[i] = components[i].getAccessor();
      isStatic[i] = components[i].isAnnotationPresent(Static.class);
      statics += isStatic[i] ? 1 : 0;
    }
    this.staticCount = statics;
    this.childNames =
        Arrays.stream(components)
            .filter(component -> !component.isAnnotationPresent(Static.class))
            .map(RecordComponent::getName)
            .toList();
    var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      this.constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      for (var accessor : accessors) {
        accessor.setAccessible(true);
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw failure(e);
    }
  }

  @Override
  public List<String> childNames() {
    return childNames;
  }

  @Override
  public @Nullable Object[] children(Object node) {
    return read(node, false, accessors.length - staticCount);
  }

  @Override
  public @Nullable Object[] statics(Object node) {
    return read(node, true, staticCount);
  }

  private @Nullable Object[] read(Object node, boolean statics, int count) {
    var values = new @Nullable Object[count];
    int k = 0;
    try {
      for (int i = 0; i < accessors.length; i++) {
        if (isStatic[i] == statics) {
          values[k++] = accessors[i].invoke(node);
        }
      }
      return values;
    } catch (ReflectiveOperationException e) {
      throw failure(e);
    }
  }

  @Override
  public Object rebuild(@Nullable Object[] children, @Nullable Object[] statics) {
    var arguments = new @Nullable Object[accessors.length];
    int child = 0;
    int metadata = 0;
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = isStatic[i] ? statics[metadata++] : children[child++];
    }
    try {
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw failure(e);
    } catch (IllegalArgumentException e) {
      throw unfit(type, arguments, e);
    } catch (ReflectiveOperationException e) {
      throw failure(e);
    }
  }

  /** {@return the error for components of a record that cannot hold their new values} */
  static TreeStructureException unfit(
      Class<?> type, @Nullable Object[] values, RuntimeException cause) {
    return new TreeStructureException(
        "A record %s cannot be rebuilt from %s, because its components have other types. Return leaves of their types, or map over the list Trees.leaves(tree)."
            .formatted(type.getSimpleName(), typesOf(values)),
        cause);
  }

  private static String typesOf(@Nullable Object[] arguments) {
    return Arrays.stream(arguments)
        .map(each -> each == null ? "null" : each.getClass().getSimpleName())
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private TreeStructureException failure(Exception cause) {
    return new TreeStructureException(
        "Record %s cannot be flattened or rebuilt as a pytree: %s. Annotate it with @PyTree, or open package %s to module io.cambric.core. Mark components that are not arrays @Static."
            .formatted(type.getName(), cause, type.getPackageName()),
        cause);
  }
}
