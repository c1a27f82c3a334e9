package io.cambric.io.weight;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.NamedArrays;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A table of rules between the names of another library and paths of variables. An immutable value.
 *
 * <p>Loading checks names, shapes and dtypes of all arrays before it reads the first array, and
 * lists all differences at once. Arrays may be traced, and loading can be differentiated.
 *
 * {@snippet :
 * var map =
 *     WeightMap.of(
 *         WeightRule.from("fc.weight").rearrange("out in -> in out").to("params/Dense_0/kernel"),
 *         WeightRule.from("fc.bias").to("params/Dense_0/bias"));
 * Variables variables = map.load(SafeTensors.read(Path.of("model.safetensors")), initial);
 * SafeTensors.of(map.export(variables)).write(Path.of("exported.safetensors"));
 * }
 */
public final class WeightMap {

  private final List<WeightRule> rules;
  private final boolean casting;

  private WeightMap(List<WeightRule> rules, boolean casting) {
    this.rules = List.copyOf(rules);
    this.casting = casting;
    for (var rule : rules) {
      if (rule.targets().isEmpty()) {
        throw new DataException(
            "A weight map needs rules with paths, but %s has none. Call to, or create the rule with WeightRule.ignore."
                .formatted(rule));
      }
    }
  }

  /**
   * {@return a map of these rules}
   *
   * @throws DataException if a rule has no paths
   */
  public static WeightMap of(WeightRule... rules) {
    return of(List.of(rules));
  }

  /**
   * {@return a map of these rules}
   *
   * @throws DataException if a rule has no paths
   */
  public static WeightMap of(List<WeightRule> rules) {
    return new WeightMap(rules, false);
  }

  /**
   * {@return this with more rules}
   *
   * @throws DataException if a rule has no paths
   */
  public WeightMap and(WeightRule... more) {
    return and(List.of(more));
  }

  /**
   * {@return this with more rules, such as the rules of a whole recurrent module}
   *
   * @throws DataException if a rule has no paths
   */
  public WeightMap and(List<WeightRule> more) {
    var all = new ArrayList<>(rules);
    all.addAll(more);
    return new WeightMap(all, casting);
  }

  /**
   * {@return this with elements converted to the dtypes of the variables}
   *
   * <p>Floating dtypes become floating ones, whole numbers whole ones. Weights stored in half
   * precision are widened exactly.
   */
  public WeightMap casting() {
    return new WeightMap(rules, true);
  }

  /**
   * {@return variables with the arrays of another library}
   *
   * @param source of the arrays; elements of a file are read on demand
   * @param target a tree of the same structure, of arrays or their avals, such as variables from
   *     {@code init}
   * @throws DataException listing all differences: missing arrays, arrays and variables without a
   *     rule, shapes and dtypes that do not fit
   */
  public <T> T load(NamedArrays source, T target) {
    return new WeightLoader(rules, casting, source).into(target);
  }

  /**
   * {@return variables with the arrays of a map, as {@link #load(NamedArrays, Object)}}
   *
   * @throws DataException as {@link #load(NamedArrays, Object)}
   */
  public <T> T load(Map<String, ? extends Array> source, T target) {
    return load(NamedArrays.of(source), target);
  }

  /**
   * {@return the arrays under the names of the other library, the inverse of {@link #load}}
   *
   * <p>A sum becomes the first of its arrays or parts, and zeros for the others. Ignored names are
   * left out.
   *
   * @param variables a tree of arrays
   * @throws DataException listing all differences: variables without a rule, parts without a rule,
   *     and concatenations, which have no inverse
   */
  public Map<String, NdArray> export(Object variables) {
    return new WeightExporter(rules, variables).arrays();
  }

  /**
   * {@return the names of the other library by the paths of variables}
   *
   * <p>A part of an array has the name of the whole; a sum has the name of its first array.
   * Variables without a rule are left out.
   *
   * @param variables a tree of arrays or their avals
   */
  public Map<String, String> names(Object variables) {
    var paths = WeightLoader.avals(variables).keySet();
    var names = new LinkedHashMap<String, String>();
    for (var assignment : WeightAssignment.ofTargets(rules, paths)) {
      for (var path : assignment.paths()) {
        if (paths.contains(path)) {
          names.put(path, assignment.sources().getFirst());
        }
      }
    }
    return Collections.unmodifiableMap(names);
  }

  /** {@return the rules, one per line} */
  @Override
  public String toString() {
    return rules.stream()
        .map(rule -> "\n  " + rule)
        .collect(Collectors.joining("", "WeightMap", ""));
  }
}
