package io.cambric.tree;

import io.cambric.errors.TreeStructureException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Static values: immutable values that are part of a traced program. A program traced for one value
 * serves all equal values.
 *
 * <p>Strings, booleans, numbers, enums, classes, functions and modules are static. So are immutable
 * values of the JDK, unmodifiable lists, sets and maps of static values, records of static values,
 * and {@link Opaque} types. A Java array is not static. It compares by identity, so a program would
 * return its old result after the array was refilled.
 */
public final class StaticValues {

  private static final String LEAVES = "arrays, numbers and immutable values as leaves";
  private static final String STATICS = "immutable values";
  private static final String STATIC_COMPONENTS = STATICS + " as static components";

  private StaticValues() {}

  /** A value that is not static, with its path. */
  private record Culprit(String path, Object value) {

    Culprit below(String name) {
      return new Culprit(name + (path.isEmpty() ? "" : "/" + path), value);
    }
  }

  /**
   * Checks a static argument.
   *
   * @param what a noun for the value, for the message
   * @throws TreeStructureException if it is not a static value
   */
  public static void require(String what, @Nullable Object value) {
    var culprit = culprit(value);
    if (culprit != null) {
      throw failure(what, STATICS, culprit);
    }
  }

  /**
   * Checks leaves and static components of a tree.
   *
   * @param what a noun for the tree, for the message
   * @param leaves the leaves of the tree, with {@code null} for leaves that need not be static
   * @throws TreeStructureException if one is not a static value, with the path to it
   */
  public static void requireAll(
      String what, TreeDef structure, List<? extends @Nullable Object> leaves) {
    for (int i = 0; i < leaves.size(); i++) {
      var leaf = leaves.get(i);
      var culprit = culprit(leaf);
      if (culprit != null) {
        // A set is not a node, so its elements have no paths.
        var shown = leaf instanceof Collection<?> ? new Culprit("", leaf) : culprit;
        var path = structure.paths().get(i);
        throw failure(what, LEAVES, path.isEmpty() ? shown : shown.below(path));
      }
    }
    var culprit = amongComponents(structure);
    if (culprit != null) {
      throw failure(what, STATIC_COMPONENTS, culprit);
    }
  }

  /**
   * {@return the first value that is not static among the static components of records; null if
   * none}
   */
  private static @Nullable Culprit amongComponents(TreeDef structure) {
    if (!(structure instanceof TreeDef.Node node)) {
      return null;
    }
    var type = node.type();
    if (type instanceof RegisteredClass.RegisteredType registered) {
      var culprit = culprit(registered.statics());
      if (culprit != null) {
        return culprit.below("statics");
      }
    }
    if (type instanceof NodeTypes.RecordType record && !record.statics().isEmpty()) {
      var culprit = first(NodeTypes.RecordType.staticNames(record.type()), record.statics());
      if (culprit != null) {
        return culprit;
      }
    }
    for (int i = 0; i < node.children().size(); i++) {
      var culprit = amongComponents(node.children().get(i));
      if (culprit != null) {
        return culprit.below(type.childName(i));
      }
    }
    return null;
  }

  private static @Nullable Culprit culprit(@Nullable Object value) {
    if (value == null || NodeRegistry.isStatic(value.getClass())) {
      return null;
    }
    return switch (StaticKind.of(value.getClass())) {
      case VALUE -> null;
      case ELEMENTS -> amongElements(value);
      case RECORD -> {
        var flattener = Flatteners.of(value.getClass());
        var children = first(flattener.childNames(), Arrays.asList(flattener.children(value)));
        yield children == null
            ? first(
                NodeTypes.RecordType.staticNames(value.getClass()),
                Arrays.asList(flattener.statics(value)))
            : children;
      }
      case OTHER -> new Culprit("", value);
    };
  }

  private static @Nullable Culprit amongElements(Object value) {
    return switch (value) {
      case Optional<?> optional -> optional.isEmpty() ? null : culprit(optional.get());
      case Map.Entry<?, ?> entry ->
          first(List.of("key", "value"), Arrays.asList(entry.getKey(), entry.getValue()));
      case Map<?, ?> map -> {
        var keys = new ArrayList<@Nullable Object>(map.keySet());
        var culprit = first(names(keys), keys);
        yield culprit == null ? first(names(keys), new ArrayList<>(map.values())) : culprit;
      }
      case Collection<?> elements -> {
        var all = new ArrayList<@Nullable Object>(elements);
        var places = new ArrayList<String>();
        for (int i = 0; i < all.size(); i++) {
          places.add(Integer.toString(i));
        }
        yield first(places, all);
      }
      default -> new Culprit("", value);
    };
  }

  private static List<String> names(List<? extends @Nullable Object> keys) {
    return keys.stream().map(String::valueOf).toList();
  }

  private static @Nullable Culprit first(
      List<String> names, List<? extends @Nullable Object> values) {
    for (int i = 0; i < values.size(); i++) {
      var culprit = culprit(values.get(i));
      if (culprit != null) {
        return culprit.below(names.get(i));
      }
    }
    return null;
  }

  private static TreeStructureException failure(String what, String needed, Culprit culprit) {
    var type = culprit.value().getClass().getTypeName();
    return new TreeStructureException(
        "%s needs %s, but %s is of type %s. %s"
            .formatted(
                what,
                needed,
                culprit.path().isEmpty() ? "it" : "\"" + culprit.path() + "\"",
                type.substring(type.lastIndexOf('.') + 1),
                mend(culprit.value(), needed.equals(LEAVES))));
  }

  private static String mend(Object value, boolean isLeaf) {
    return switch (value) {
      case Object array when array.getClass().isArray() && !isLeaf ->
          "Use a List of its elements, or pass it as an array outside the static values.";
      case Object[] _ -> "Pass List.of(...) of its elements, or one array that stacks them.";
      case Object array when array.getClass().isArray() ->
          "Pass array(...) of it, which copies its elements.";
      case Map<?, ?> _ -> "Pass Map.copyOf(...) of it.";
      case Set<?> _ when !isLeaf -> "Pass Set.copyOf(...) of it.";
      case Collection<?> _ -> "Pass List.copyOf(...) of it.";
      case CharSequence _ -> "Pass its toString().";
      default -> mendOfObject(NodeRegistry.mayRegister(value.getClass()), isLeaf);
    };
  }

  private static String mendOfObject(boolean mayRegister, boolean isLeaf) {
    var array = isLeaf ? "arrays and numbers" : "arrays, which are not static";
    var register = mayRegister && isLeaf ? ", or register the class with Trees.register" : "";
    var registerStatic =
        mayRegister && !isLeaf ? ", or be registered with Trees.registerStatic" : "";
    return "Pass its contents as %s%s. An immutable class that defines equals may implement Opaque%s."
        .formatted(array, register, registerStatic);
  }
}
