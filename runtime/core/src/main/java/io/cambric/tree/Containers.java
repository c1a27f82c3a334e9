package io.cambric.tree;

import io.cambric.errors.TreeStructureException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.TreeMap;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The classes of lists and maps that can be unflattened. An {@code ArrayList} is rebuilt as an
 * {@code ArrayList}, because a Java variable may be declared with its class.
 *
 * <p>Non-public classes of the JDK, such as those of {@code List.of}, are rebuilt as unmodifiable
 * lists and maps. Other classes must be registered.
 */
final class Containers {

  /** Mutable lists, by class. */
  private static final Map<Class<?>, Supplier<List<@Nullable Object>>> LISTS =
      Map.of(
          ArrayList.class, ArrayList::new,
          LinkedList.class, LinkedList::new,
          Vector.class, Vector::new,
          Stack.class, Stack::new,
          CopyOnWriteArrayList.class, CopyOnWriteArrayList::new);

  /** Mutable maps without a comparator, by class. */
  private static final Map<Class<?>, Supplier<Map<Object, @Nullable Object>>> MAPS =
      Map.of(
          HashMap.class, HashMap::new,
          LinkedHashMap.class, LinkedHashMap::new,
          WeakHashMap.class, WeakHashMap::new,
          IdentityHashMap.class, IdentityHashMap::new,
          Hashtable.class, Hashtable::new,
          ConcurrentHashMap.class, ConcurrentHashMap::new);

  private Containers() {}

  /** Makes a list of elements. */
  interface ListMaker {

    List<?> make(List<? extends @Nullable Object> elements);
  }

  /** Makes a map from entries in the order of their keys. */
  interface MapMaker {

    Map<?, ?> make(LinkedHashMap<Object, @Nullable Object> entries);
  }

  /** {@return the constructor of lists of the same class} */
  static ListMaker makerOf(List<?> list) {
    var empty = LISTS.get(list.getClass());
    if (empty != null) {
      return elements -> {
        var made = empty.get();
        made.addAll(elements);
        return made;
      };
    }
    return isUnnamed(list.getClass())
        ? elements -> Collections.unmodifiableList(new ArrayList<>(elements))
        : _ -> {
          throw failure(list.getClass(), "list", "List");
        };
  }

  /**
   * {@return the constructor of maps of the same class, with the same comparator if there is one}
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // keys return to the map type that held them
  static MapMaker makerOf(Map<?, ?> map) {
    var empty = MAPS.get(map.getClass());
    if (empty != null) {
      return (LinkedHashMap<Object, @Nullable Object> entries) -> filled(empty.get(), entries);
    }
    return switch (map) {
      case TreeMap tree when tree.getClass() == TreeMap.class -> {
        var order = tree.comparator();
        yield (LinkedHashMap<Object, @Nullable Object> entries) ->
            filled(new TreeMap<>(order), entries);
      }
      case ConcurrentSkipListMap skip when skip.getClass() == ConcurrentSkipListMap.class -> {
        var order = skip.comparator();
        yield (LinkedHashMap<Object, @Nullable Object> entries) ->
            filled(new ConcurrentSkipListMap<>(order), entries);
      }
      case EnumMap enums -> {
        var none = enums.clone();
        none.clear();
        yield (LinkedHashMap<Object, @Nullable Object> entries) -> filled(none.clone(), entries);
      }
      default ->
          isUnnamed(map.getClass())
              ? Collections::unmodifiableMap
              : _ -> {
                throw failure(map.getClass(), "map", "Map");
              };
    };
  }

  private static Map<?, ?> filled(
      Map<Object, @Nullable Object> map, LinkedHashMap<Object, @Nullable Object> entries) {
    try {
      map.putAll(entries);
    } catch (NullPointerException e) {
      throw new TreeStructureException(
          "A %s cannot be rebuilt with null as a value, which it cannot hold. Use a HashMap."
              .formatted(map.getClass().getSimpleName()),
          e);
    }
    return map;
  }

  /**
   * {@return whether a class is a non-public class of the JDK, which no variable can be declared
   * with}
   */
  private static boolean isUnnamed(Class<?> type) {
    return JdkClasses.contain(type) && !Modifier.isPublic(type.getModifiers());
  }

  private static TreeStructureException failure(Class<?> type, String kind, String java) {
    return new TreeStructureException(
        "A pytree contains a %s of class %s, which cannot be rebuilt with other leaves. Pass %s.copyOf(%s), register the class with Trees.register%s, or make it implement TreeNode."
            .formatted(kind, type.getTypeName(), java, kind, java));
  }
}
