package io.cambric.scope.lift;

import io.cambric.numpy.Key;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.LazyRng;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The choice whether random streams differ between lanes or iterations, as {@code split_rngs} in
 * Flax.
 *
 * @param streams which
 * @param split whether each has keys of its own, or all draw the same
 */
public record RngSplit(CollectionFilter streams, boolean split) {

  static List<CollectionFilter> filters(List<RngSplit> splits) {
    return splits.stream().map(RngSplit::streams).toList();
  }

  /** {@return the groups with the roots of split streams split into as many keys} */
  static List<List<Map<String, LazyRng>>> split(
      List<RngSplit> splits, List<List<Map<String, LazyRng>>> groups, int count) {
    return map(splits, groups, root -> root.split(count));
  }

  /** {@return the groups with the roots of split streams replaced} */
  static List<List<Map<String, LazyRng>>> map(
      List<RngSplit> splits, List<List<Map<String, LazyRng>>> groups, UnaryOperator<Key> f) {
    var mapped = new ArrayList<List<Map<String, LazyRng>>>();
    for (int i = 0; i < splits.size(); i++) {
      var group = groups.get(i);
      mapped.add(splits.get(i).split() ? group.stream().map(each -> map(each, f)).toList() : group);
    }
    return mapped;
  }

  private static Map<String, LazyRng> map(Map<String, LazyRng> streams, UnaryOperator<Key> f) {
    var mapped = new LinkedHashMap<String, LazyRng>();
    streams.forEach(
        (name, rng) -> mapped.put(name, new LazyRng(f.apply(rng.root()), rng.suffix())));
    return mapped;
  }

  /** {@return for each group 0 if its streams are split, else null} */
  static List<@Nullable Integer> axes(List<RngSplit> splits) {
    var axes = new ArrayList<@Nullable Integer>();
    splits.forEach(each -> axes.add(each.split() ? 0 : null));
    return axes;
  }
}
