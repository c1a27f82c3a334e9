package io.cambric.io.weight;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.io.weight.WeightSteps.Joining;
import io.cambric.numpy.Numpy;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The export of variables to the names of another library; mutable, for one tree. */
final class WeightExporter {

  /**
   * An array of the other library, or its parts along an axis.
   *
   * @param axis {@code null} for a whole array
   * @param parts each null until a rule supplies it
   */
  private record Pieces(@Nullable Integer axis, List<@Nullable Array> parts) {

    boolean alike(Pieces other) {
      return parts.size() == other.parts.size()
          && (axis == null) == (other.axis == null)
          && (axis == null || axis.equals(other.axis));
    }

    Array joined() {
      var all = new ArrayList<Array>();
      parts.forEach(part -> {
        if (part != null) {
          all.add(part);
        }
      });
      return axis == null ? all.getFirst() : Numpy.concatenate(all, axis);
    }
  }

  private final Map<String, Array> variables = new LinkedHashMap<>();
  private final Set<String> differences = new TreeSet<>();
  private final Map<String, Pieces> pieces = new LinkedHashMap<>();

  WeightExporter(List<WeightRule> rules, Object tree) {
    var flat = Trees.flatten(tree);
    var paths = flat.structure().paths();
    for (int i = 0; i < paths.size(); i++) {
      if (flat.leaves().get(i) instanceof Array array) {
        variables.put(paths.get(i), array);
      }
    }
    var used = new HashSet<String>();
    for (var assignment : WeightAssignment.ofTargets(rules, variables.keySet())) {
      if (variables.keySet().containsAll(assignment.paths())) {
        used.addAll(assignment.paths());
        add(assignment);
      }
    }
    variables.forEach((path, array) -> {
      if (!used.contains(path)) {
        differences.add("no rule names variable %s %s".formatted(Quoted.of(path), array.aval()));
      }
    });
  }

  Map<String, NdArray> arrays() {
    pieces.forEach((name, piece) -> {
      if (piece.parts().stream().anyMatch(Objects::isNull)) {
        differences.add("no rule names a part of array %s".formatted(Quoted.of(name)));
      }
    });
    if (!differences.isEmpty()) {
      throw new DataException(
          "The variables have no names in the other library: %s. Correct the rules."
              .formatted(String.join("; ", differences)));
    }
    var arrays = new LinkedHashMap<String, NdArray>();
    pieces.forEach((name, piece) -> arrays.put(name, piece.joined().concrete("Exporting weights")));
    return arrays;
  }

  private void add(WeightAssignment assignment) {
    var steps = assignment.rule().steps();
    var parts = new ArrayList<@Nullable Array>();
    var seen = new HashSet<String>();
    for (var target : assignment.targets()) {
      var array = variables.get(target);
      var part = array == null ? null : undone(steps.after(), steps, array);
      // The first part of a sum is all of it.
      parts.add(part == null || seen.add(target) ? part : Numpy.zerosLike(part));
    }
    boolean whole = !parts.contains(null);
    if (steps.joining() == Joining.CONCATENATION || !whole && steps.before() != null) {
      differences.add("rule %s cannot be reversed".formatted(assignment.rule()));
      return;
    }
    var given = new Pieces(steps.splitAxis(), Collections.unmodifiableList(parts));
    if (steps.before() != null) {
      given = new Pieces(null, List.of(undone(steps.before(), steps, given.joined())));
    }
    for (int i = 0; i < assignment.sources().size(); i++) {
      merge(assignment.sources().get(i), i == 0 ? given : zeros(given));
    }
  }

  private static Pieces zeros(Pieces pieces) {
    var zeros = new ArrayList<@Nullable Array>();
    pieces.parts().forEach(part -> zeros.add(part == null ? null : Numpy.zerosLike(part)));
    return new Pieces(pieces.axis(), Collections.unmodifiableList(zeros));
  }

  private Array undone(@Nullable Rearrangement made, WeightSteps steps, Array array) {
    if (made == null) {
      return array;
    }
    var before = made.before(array.shape(), steps.sizes());
    if (before.isEmpty()) {
      differences.add(
          "shape %s does not match the result of %s; size(...) sets sizes that it does not determine"
              .formatted(array.shape(), Quoted.of(made.text())));
      return array;
    }
    return made.inverse().apply(array, before.get(), steps.sizes());
  }

  private void merge(String name, Pieces given) {
    var known = pieces.get(name);
    if (known == null) {
      pieces.put(name, given);
      return;
    }
    if (!known.alike(given)) {
      differences.add("two rules split array %s in different ways".formatted(Quoted.of(name)));
      return;
    }
    var merged = new ArrayList<@Nullable Array>();
    for (int i = 0; i < known.parts().size(); i++) {
      var first = known.parts().get(i);
      var second = given.parts().get(i);
      if (first != null && second != null && !same(first, second)) {
        differences.add(
            "two rules yield array %s, but their variables differ".formatted(Quoted.of(name)));
      }
      merged.add(first == null ? second : first);
    }
    pieces.put(name, new Pieces(known.axis(), Collections.unmodifiableList(merged)));
  }

  private static boolean same(Array one, Array other) {
    return Numpy.arrayEqual(one, other).concrete("Exporting weights").getLong(0) != 0;
  }
}
