package io.cambric.io.weight;

import io.cambric.array.AxisOrder;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.io.NamedArrays;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The conversion of another library's arrays to variables; mutable, for one tree. */
final class WeightLoader {

  private final boolean casting;
  private final NamedArrays source;
  private final Set<String> names;
  private final List<WeightAssignment> assignments;
  private final Set<String> differences = new TreeSet<>();
  private final Set<String> used = new HashSet<>();
  private final Map<WeightAssignment, Conversion> conversions = new LinkedHashMap<>();

  WeightLoader(List<WeightRule> rules, boolean casting, NamedArrays source) {
    this.casting = casting;
    this.source = source;
    this.names = new LinkedHashSet<>(source.names());
    this.assignments = WeightAssignment.ofSources(rules, names);
  }

  <T> T into(T target) {
    var needed = avals(target);
    check(needed);
    if (!differences.isEmpty()) {
      throw new DataException(
          "The weights do not match the variables: %s. Correct the rules, or list arrays to leave out with WeightRule.ignore."
              .formatted(String.join("; ", differences)));
    }
    var made = new LinkedHashMap<String, Array>();
    conversions.forEach((assignment, conversion) -> {
      var arrays = conversion.apply(arrays(assignment, conversion));
      for (int i = 0; i < arrays.size(); i++) {
        var array = arrays.get(i);
        var variable = conversion.targets().get(i);
        if (array != null && variable != null) {
          made.merge(assignment.targets().get(i), cast(array, variable.dtype()), Array::add);
        }
      }
    });
    return Trees.<T, Object>mapWithPath(
        target, (path, leaf) -> made.containsKey(path) ? made.get(path) : leaf);
  }

  /** {@return the arrays and avals of a tree by path} */
  static Map<String, ShapedArray> avals(Object tree) {
    var avals = new LinkedHashMap<String, ShapedArray>();
    var flat = Trees.flatten(tree);
    var paths = flat.structure().paths();
    for (int i = 0; i < paths.size(); i++) {
      switch (flat.leaves().get(i)) {
        case Array array -> avals.put(paths.get(i), array.aval());
        case ShapedArray aval -> avals.put(paths.get(i), aval);
        case null, default -> {}
      }
    }
    return avals;
  }

  private void check(Map<String, ShapedArray> needed) {
    var set = new HashSet<String>();
    for (var assignment : assignments) {
      used.addAll(assignment.sources());
      boolean there = checkNames(assignment, needed, set);
      if (there && !assignment.paths().isEmpty()) {
        checkShapes(assignment, needed);
      }
    }
    needed.forEach((path, aval) -> {
      if (!set.contains(path)) {
        differences.add("variable %s %s has no array".formatted(Quoted.of(path), aval));
      }
    });
    for (var name : names) {
      if (!used.contains(name)) {
        differences.add("no rule names array %s %s".formatted(Quoted.of(name), source.aval(name)));
      }
    }
  }

  private boolean checkNames(
      WeightAssignment assignment, Map<String, ShapedArray> needed, Set<String> set) {
    boolean there = true;
    for (var name : assignment.sources()) {
      if (!names.contains(name)) {
        differences.add(
            "array %s, which rule %s needs, is missing"
                .formatted(Quoted.of(name), assignment.rule()));
        there = false;
      }
    }
    for (var path : assignment.paths()) {
      if (!needed.containsKey(path)) {
        differences.add(
            "%s would become %s, which is not a variable"
                .formatted(Quoted.of(assignment.sources()), Quoted.of(path)));
        there = false;
      } else if (!set.add(path)) {
        differences.add("two rules set variable %s".formatted(Quoted.of(path)));
        there = false;
      }
    }
    return there;
  }

  private void checkShapes(WeightAssignment assignment, Map<String, ShapedArray> needed) {
    var sources = assignment.sources().stream().map(source::aval).toList();
    var targets = new ArrayList<@Nullable ShapedArray>();
    for (var target : assignment.targets()) {
      targets.add(target.equals(WeightRule.NOTHING) ? null : needed.get(target));
    }
    var shapes = sources.stream().map(ShapedArray::shape).toList();
    var conversion = Conversion.of(assignment.rule().steps(), shapes, targets);
    if (conversion.isEmpty()) {
      differences.add(misfit("shape", assignment, sources, targets));
    } else if (!dtypesFit(sources, targets)) {
      differences.add(misfit("dtype", assignment, sources, targets));
    } else {
      conversions.put(assignment, conversion.get());
    }
  }

  private boolean dtypesFit(List<ShapedArray> sources, List<@Nullable ShapedArray> targets) {
    for (var from : sources) {
      for (var to : targets) {
        if (to != null && !Conversion.converts(from.dtype(), to.dtype(), casting)) {
          return false;
        }
      }
    }
    return true;
  }

  private static String misfit(
      String what,
      WeightAssignment assignment,
      List<ShapedArray> sources,
      List<@Nullable ShapedArray> targets) {
    var from = sources.getFirst().shape();
    var to = targets.getFirst();
    var hint =
        to == null || targets.size() > 1 || !what.equals("shape")
            ? ""
            : AxisOrder.between(from, to.shape())
                .map(order -> ", the same array with its axes transposed by %s".formatted(order))
                .orElse("");
    return "the %s of %s %s does not fit %s %s%s"
        .formatted(
            what,
            Quoted.of(assignment.sources()),
            sources,
            Quoted.of(assignment.targets()),
            targets,
            hint);
  }

  /** {@return the arrays of an assignment, in the dtype of its variables} */
  private List<Array> arrays(WeightAssignment assignment, Conversion conversion) {
    var arrays = new ArrayList<Array>();
    for (var name : assignment.sources()) {
      arrays.add(cast(source.get(name), conversion.dtype()));
    }
    return arrays;
  }

  private static Array cast(Array array, DType dtype) {
    return array.dtype() == dtype ? array : array.astype(dtype);
  }
}
