package io.cambric.serialization;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.tree.NamedNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** The order of keys in Python: texts by their code points, integers by their values. */
final class PythonOrder {

  /** The order of the code points in the texts of objects. */
  static final Comparator<@Nullable Object> OF_TEXTS =
      (a, b) -> Arrays.compare(codePoints(a), codePoints(b));

  private PythonOrder() {}

  private static int[] codePoints(@Nullable Object key) {
    return String.valueOf(key).codePoints().toArray();
  }

  /**
   * {@return a map in its written order}
   *
   * <p>Flax writes a dict in the order of insertion. Hash maps and maps of {@code Map.of} have no
   * defined order, so their keys are sorted.
   */
  static Map<?, ?> kept(Map<?, ?> map) {
    if (hasOrder(map)) {
      return map;
    }
    var keys = new ArrayList<@Nullable Object>(map.keySet());
    keys.sort(OF_TEXTS);
    var ordered = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    for (var key : keys) {
      ordered.put(key, map.get(key));
    }
    return ordered;
  }

  private static boolean hasOrder(Map<?, ?> map) {
    var name = map.getClass().getName();
    return map instanceof SequencedMap
        || !name.startsWith("java.util.")
        || name.startsWith("java.util.Collections$");
  }

  /**
   * {@return a tree with the keys of its maps sorted, as {@code jax.tree.map} returns it}
   *
   * @throws DataException if the keys of a map are not comparable
   */
  static @Nullable Object sorted(@Nullable Object tree) {
    return sorted(tree, StatePath.ROOT);
  }

  private static @Nullable Object sorted(@Nullable Object tree, StatePath path) {
    if (path.depth() > MsgpackFormat.MAX_DEPTH) {
      // The encoder refuses this tree, with the path.
      return tree;
    }
    return switch (tree) {
      case Map<?, ?> map -> sortedMap(map, path);
      case NamedNode node -> sortedMap(node.entries(), path);
      case List<?> list -> {
        var elements = new ArrayList<@Nullable Object>(list.size());
        for (int i = 0; i < list.size(); i++) {
          elements.add(sorted(list.get(i), path.child(Integer.toString(i))));
        }
        yield elements;
      }
      case null, default -> tree;
    };
  }

  private static Object sortedMap(Map<?, ?> map, StatePath path) {
    var keys = new ArrayList<@Nullable Object>(map.keySet());
    if (keys.stream().allMatch(String.class::isInstance)) {
      keys.sort(OF_TEXTS);
    } else if (keys.stream().allMatch(PythonOrder::isInteger)) {
      keys.sort(Comparator.comparingLong(PythonOrder::number));
    } else {
      throw new DataException(
          "msgpackSerialize sorts the keys of maps, so it needs only strings or only integers, but at %s are %s. Use keys of one kind."
              .formatted(path, Quoted.of(keys)));
    }
    var ordered = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    for (var key : keys) {
      ordered.put(key, sorted(map.get(key), path.child(String.valueOf(key))));
    }
    return ordered;
  }

  private static boolean isInteger(@Nullable Object key) {
    return key instanceof Long
        || key instanceof Integer
        || key instanceof Short
        || key instanceof Byte;
  }

  private static long number(@Nullable Object key) {
    return key instanceof Number number ? number.longValue() : 0;
  }
}
