package io.cambric.io.weight;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A rule with its braces filled: given arrays become given variables.
 *
 * @param targets paths, or {@link WeightRule#NOTHING}
 */
record WeightAssignment(WeightRule rule, List<String> sources, List<String> targets) {

  /** {@return the assignments of rules, one for each name that matches the first name of a rule} */
  static List<WeightAssignment> ofSources(List<WeightRule> rules, Set<String> names) {
    var all = new ArrayList<WeightAssignment>();
    for (var rule : rules) {
      for (var name : names) {
        rule.sources().getFirst().match(name).ifPresent(captured -> all.add(of(rule, captured)));
      }
    }
    return all;
  }

  /** {@return the assignments of rules, one for each path that matches the first path of a rule} */
  static List<WeightAssignment> ofTargets(List<WeightRule> rules, Set<String> paths) {
    var all = new ArrayList<WeightAssignment>();
    for (var rule : rules) {
      Optional<NamePattern> first =
          rule.targets().stream().filter(WeightAssignment::isPath).findFirst();
      if (first.isPresent()) {
        for (var path : paths) {
          first.get().match(path).ifPresent(captured -> all.add(of(rule, captured)));
        }
      }
    }
    return all;
  }

  private static boolean isPath(NamePattern pattern) {
    return !pattern.text().equals(WeightRule.NOTHING);
  }

  private static WeightAssignment of(WeightRule rule, Map<String, String> captured) {
    return new WeightAssignment(
        rule,
        rule.sources().stream().map(pattern -> pattern.fill(captured)).toList(),
        rule.targets().stream().map(pattern -> pattern.fill(captured)).toList());
  }

  /** {@return the paths of variables, each once} */
  List<String> paths() {
    return targets.stream()
        .filter(target -> !target.equals(WeightRule.NOTHING))
        .distinct()
        .toList();
  }
}
