package io.cambric.nn.summary;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.scope.AxisMetadata;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The assignment of variables to the lines of a {@link Summary}, and their sizes. */
final class SummaryVariables {

  private SummaryVariables() {}

  /** {@return the values below a path, none if there are none} */
  static Params at(Params values, List<String> path) {
    return values.find(path.toArray(String[]::new)).orElse(Params.empty()) instanceof Params below
        ? below
        : Params.empty();
  }

  /** {@return the values at a path, except values below the paths of other lines} */
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

  private static List<ShapedArray> avals(Params params) {
    var avals = new ArrayList<ShapedArray>();
    for (var leaf : Trees.leaves(params)) {
      switch (leaf) {
        case Array array -> avals.add(array.aval());
        case ShapedArray aval -> avals.add(aval);
        case ShapeTree tree -> avals.addAll(tree.avals());
        default -> {}
      }
    }
    return avals;
  }

  /** {@return variables with avals for arrays, and trees of them for trees of arrays} */
  static Variables shapes(Variables variables) {
    var shapes = Variables.empty();
    for (var each : variables.collections().entrySet()) {
      shapes = shapes.with(each.getKey(), (Params) shapes(each.getValue()));
    }
    return shapes;
  }

  private static Object shapes(Object value) {
    return switch (value) {
      case Params params -> {
        var shapes = Params.empty();
        for (var each : params.entries().entrySet()) {
          shapes = shapes.with(each.getKey(), shapes(each.getValue()));
        }
        yield shapes;
      }
      case AxisMetadata box -> box.withBoxed(shapes(box.unbox()));
      case Array array -> array.aval();
      default -> ShapeTree.of(value);
    };
  }

  static Summary.Amount amount(Params params) {
    long elements = 0;
    long bytes = 0;
    for (var aval : avals(params)) {
      elements += aval.shape().size();
      bytes += (long) aval.shape().size() * aval.dtype().bytes();
    }
    return new Summary.Amount(elements, bytes);
  }
}
