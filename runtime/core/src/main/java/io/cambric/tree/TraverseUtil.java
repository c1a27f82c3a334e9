package io.cambric.tree;

import io.cambric.errors.TreeStructureException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Flattening of nested dicts to flat dicts, and back.
 *
 * <p>Only maps and {@link NamedNode}s, such as {@code Params}, are flattened. Lists and records are
 * values here, unlike in {@link Trees}.
 *
 * {@snippet :
 * var flat = TraverseUtil.flattenDict(params.entries(), "/");
 * flat.get("Dense_0/kernel");
 * Params again = Params.of(TraverseUtil.unflattenDict(flat, "/"));
 * }
 *
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.traverse_util.html">flax.traverse_util</a>
 */
public final class TraverseUtil {

  /** The value for an empty map in a flat map. */
  public static final Object EMPTY_NODE = new EmptyNode();

  private TraverseUtil() {}

  /** The type of {@link #EMPTY_NODE}. */
  private record EmptyNode() implements Opaque {

    @Override
    public String toString() {
      return "empty_node";
    }
  }

  /** {@return the values of a nested map by the keys on their paths, without empty maps} */
  public static Map<List<Object>, Object> flattenDict(Map<?, ?> tree) {
    return flattenDict(tree, FlattenDictOptions.DEFAULT);
  }

  /** {@return the values of a nested map by the keys on their paths} */
  public static Map<List<Object>, Object> flattenDict(Map<?, ?> tree, FlattenDictOptions options) {
    return flatten(tree, options, path -> path);
  }

  /**
   * {@return the values of a nested map by the names on their paths, without empty maps}
   *
   * @param separator between the names
   * @throws TreeStructureException if a key is not a string
   */
  public static Map<String, Object> flattenDict(Map<?, ?> tree, String separator) {
    return flattenDict(tree, separator, FlattenDictOptions.DEFAULT);
  }

  /**
   * {@return the values of a nested map by the names on the path to them}
   *
   * @param separator between the names
   * @throws TreeStructureException if a key is not a string
   */
  public static Map<String, Object> flattenDict(
      Map<?, ?> tree, String separator, FlattenDictOptions options) {
    return flatten(tree, options, path -> joined(path, separator));
  }

  private static String joined(List<Object> path, String separator) {
    var names = new ArrayList<String>(path.size());
    for (var key : path) {
      if (!(key instanceof String name)) {
        throw new TreeStructureException(
            "flattenDict with a separator needs strings as keys, but got %s of type %s. Leave out the separator."
                .formatted(key, key.getClass().getSimpleName()));
      }
      names.add(name);
    }
    return String.join(separator, names);
  }

  private static <K> Map<K, Object> flatten(
      Map<?, ?> tree, FlattenDictOptions options, Function<List<Object>, K> key) {
    return DeepTree.walk(
        tree,
        () -> {
          var flat = new LinkedHashMap<K, Object>();
          collect(tree, List.of(), options, key, flat);
          return flat;
        });
  }

  @SuppressWarnings("NullAway") // a value is null if the tree has null
  private static <K> void collect(
      @Nullable Object tree,
      List<Object> path,
      FlattenDictOptions options,
      Function<List<Object>, K> key,
      Map<K, Object> flat) {
    var entries = entries(tree);
    if (entries == null || options.isLeaf().test(path, tree)) {
      flat.put(key.apply(path), tree);
      return;
    }
    if (entries.isEmpty() && options.keepEmptyNodes() && !path.isEmpty()) {
      flat.put(key.apply(path), EMPTY_NODE);
    }
    entries.forEach((name, value) -> {
      var longer = new ArrayList<Object>(path);
      longer.add(name);
      collect(value, List.copyOf(longer), options, key, flat);
    });
  }

  private static @Nullable Map<?, ?> entries(@Nullable Object tree) {
    return switch (tree) {
      case Map<?, ?> map -> map;
      case NamedNode node -> node.entries();
      case null, default -> null;
    };
  }

  /**
   * {@return the nested map of values with given keys on their paths}
   *
   * @throws TreeStructureException if a path has no key, or one path begins with another
   */
  public static Map<Object, Object> unflattenDict(Map<? extends List<?>, ?> flat) {
    var nesting = new Nesting<Object>();
    flat.forEach(nesting::put);
    return nesting.root;
  }

  /**
   * {@return the nested map of values with given names on their paths}
   *
   * @param separator between the names
   * @throws TreeStructureException if one path begins with another, or the separator is empty
   */
  public static Map<String, Object> unflattenDict(Map<String, ?> flat, String separator) {
    if (separator.isEmpty()) {
      throw new TreeStructureException(
          "unflattenDict needs a separator of at least one character, but got an empty one. Pass the separator of flattenDict.");
    }
    var nesting = new Nesting<String>();
    flat.forEach(
        (path, value) -> nesting.put(List.of(path.split(Pattern.quote(separator), -1)), value));
    return nesting.root;
  }

  /**
   * {@return the nested map with each value replaced by a function of its path and the value}
   *
   * <p>Empty maps stay. {@code Params} and other {@link NamedNode}s inside become maps.
   *
   * {@snippet :
   * var labels =
   *     pathAwareMap((path, x) -> path.getLast().equals("bias") ? "none" : "decay", params.entries());
   * }
   *
   * @param function from a path and a value to the new value
   * @see <a
   *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.traverse_util.html#flax.traverse_util.path_aware_map">traverse_util.path_aware_map</a>
   */
  public static Map<Object, Object> pathAwareMap(
      BiFunction<? super List<Object>, Object, ?> function, Map<?, ?> nested) {
    var mapped = new LinkedHashMap<List<Object>, Object>();
    flattenDict(nested, FlattenDictOptions.DEFAULT.withKeepEmptyNodes(true))
        .forEach((path, value) ->
            mapped.put(path, value == EMPTY_NODE ? value : function.apply(path, value)));
    return unflattenDict(mapped);
  }

  /** A nested map under construction; maps among the values are not merged. */
  private static final class Nesting<K> {

    private final Map<K, Object> root = new LinkedHashMap<>();
    private final Map<List<K>, Map<K, Object>> inner = new HashMap<>();

    void put(List<? extends K> path, Object value) {
      if (path.isEmpty()) {
        throw new TreeStructureException(
            "unflattenDict needs at least one key in each path, but a path is empty. Pass the value itself.");
      }
      var map = mapAt(path.subList(0, path.size() - 1));
      var other = value == EMPTY_NODE ? new LinkedHashMap<K, Object>() : value;
      if (map.putIfAbsent(path.getLast(), other) != null) {
        throw clash(path);
      }
    }

    private Map<K, Object> mapAt(List<? extends K> path) {
      if (path.isEmpty()) {
        return root;
      }
      var known = inner.get(path);
      if (known != null) {
        return known;
      }
      var made = new LinkedHashMap<K, Object>();
      if (mapAt(path.subList(0, path.size() - 1)).putIfAbsent(path.getLast(), made) != null) {
        throw clash(path);
      }
      inner.put(List.copyOf(path), made);
      return made;
    }

    private static TreeStructureException clash(List<?> path) {
      return new TreeStructureException(
          "unflattenDict needs paths that are not prefixes of other paths, but %s is the path of a value and a prefix of another path. Remove one of them."
              .formatted(path));
    }
  }
}
