package io.cambric.nn;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.scope.Params;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Which variables belong to which line of a {@link Summary}, and how much memory they take. */
final class SummaryVariables {

  private SummaryVariables() {}

  /** {@return the values below a path, none if there are none} */
  static Params at(Params values, List<String> path) {
    return values.find(path.toArray(String[]::new)).orElse(Params.empty()) instanceof Params below
        ? below
        : Params.empty();
  }

  /** {@return the values at a path but for those below the paths of other lines} */
  static Params without(Params values, List<String> path, Set<List<String>> others) {
    var kept = Params.empty();
    for (var entry : values.entries().entrySet()) {
      var below = new ArrayList<>(path);
      below.add(entry.getKey());
      if (others.contains(below)) {
        continue;
      }
      var value =
          entry.getValue() instanceof Params inner
              ? without(inner, below, others)
              : entry.getValue();
      if (!(value instanceof Params inner && inner.isEmpty())) {
        kept = kept.with(entry.getKey(), value);
      }
    }
    return kept;
  }

  static Summary.Amount amount(Params params) {
    long elements = 0;
    long bytes = 0;
    for (var leaf : Trees.leaves(params)) {
      var aval = leaf instanceof Array array ? array.aval() : leaf;
      if (aval instanceof ShapedArray(var shape, var dtype, _)) {
        elements += shape.size();
        bytes += (long) shape.size() * dtype.bytes();
      }
    }
    return new Summary.Amount(elements, bytes);
  }
}
