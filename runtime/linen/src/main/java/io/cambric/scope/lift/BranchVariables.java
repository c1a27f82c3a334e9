package io.cambric.scope.lift;

import io.cambric.core.Array;
import io.cambric.interpreters.KnownTrace;
import io.cambric.lax.Lax;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.CreationLog;
import io.cambric.scope.Params;
import io.cambric.scope.RngCounters;
import io.cambric.scope.Variables;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The variables of lifted branches, made equal in structure: every variable that one branch makes
 * exists after each.
 *
 * <p>A branch that does not make a variable leaves its initial value, or zeros if that depends on
 * the operands. A list to which another branch sows more is padded with zeros.
 */
final class BranchVariables {

  /** For each root the variables that any branch leaves; empty if all branches leave the same. */
  private final List<Variables> all;

  private BranchVariables(List<Variables> all) {
    this.all = all;
  }

  /**
   * {@return the variables that the branches leave, found by abstract evaluation; no keys are
   * drawn}
   */
  static BranchVariables of(
      String name,
      Packed packed,
      List<? extends LiftedFunction<?>> branches,
      List<? extends @Nullable Object> arguments) {
    if (packed.mutable().isEmpty()) {
      return new BranchVariables(List.of());
    }
    var counters = packed.counters();
    var before = counters.stream().map(RngCounters::counts).toList();
    var left = new ArrayList<List<Variables>>();
    for (var branch : branches) {
      left.add(left(name, packed, branch, arguments));
    }
    for (int i = 0; i < before.size(); i++) {
      counters.get(i).reset(before.get(i));
    }
    boolean same =
        left.stream().map(each -> Trees.flatten(each).structure()).distinct().count() == 1;
    return new BranchVariables(
        same ? List.of() : left.stream().reduce(BranchVariables::union).orElseThrow());
  }

  /** {@return the variables that one branch leaves to the others, for each root} */
  private static List<Variables> left(
      String name,
      Packed packed,
      LiftedFunction<?> branch,
      List<? extends @Nullable Object> arguments) {
    var logs = packed.newLogs();
    var tree = StaticLeafTree.of(arguments);
    return KnownTrace.run(
        name,
        tree.avals(),
        (trace, unknown) -> {
          var scopes = packed.open(packed.variables(), packed.rngs(), CollectionFilter.all(), logs);
          branch.apply(scopes, tree.<List<@Nullable Object>>with(unknown));
          var written = packed.close(scopes).getFirst();
          packed.logCreations(logs.stream().map(log -> FirstValues.known(log, trace)).toList());
          var left = new ArrayList<Variables>();
          for (int i = 0; i < written.size(); i++) {
            left.add(withFirstValues(zeros(written.get(i)), logs.get(i), trace));
          }
          return left;
        });
  }

  private static <T> T zeros(T tree) {
    return Trees.map(
        tree, leaf -> leaf instanceof Array array ? Lax.zeros(array.aval().strong()) : leaf);
  }

  private static Variables withFirstValues(Variables variables, CreationLog log, KnownTrace trace) {
    var all = variables;
    for (var each : log.creations()) {
      var values = all.collection(each.collection());
      var last = values.find(each.path().toArray(String[]::new)).orElse(null);
      if (hasStructure(each.value(), last) && FirstValues.isKnown(trace, each.value())) {
        all = all.with(each.collection(), values.with(each.path(), each.value()));
      }
    }
    return all;
  }

  private static boolean hasStructure(Object first, @Nullable Object last) {
    return last != null
        && Objects.equals(Trees.flatten(first).structure(), Trees.flatten(last).structure());
  }

  /**
   * {@return for each root the variables that a branch wrote, and those that it left to the others}
   */
  List<List<Variables>> complete(List<List<Variables>> written) {
    return all.isEmpty() ? written : List.of(union(written.getFirst(), all));
  }

  /** {@return for each root its own variables, and others where it has none} */
  static List<Variables> union(List<Variables> own, List<Variables> others) {
    var union = new ArrayList<Variables>();
    for (int i = 0; i < own.size(); i++) {
      var collections = new LinkedHashMap<String, Object>(own.get(i).collections());
      others
          .get(i)
          .collections()
          .forEach((name, values) -> collections.merge(name, values, BranchVariables::union));
      union.add(Variables.of(collections));
    }
    return union;
  }

  private static Object union(Object own, Object other) {
    if (own instanceof Params params && other instanceof Params others) {
      var entries = new LinkedHashMap<>(params.entries());
      others.entries().forEach((name, value) -> entries.merge(name, value, BranchVariables::union));
      return Params.of(entries);
    }
    if (own instanceof List<?> list
        && other instanceof List<?> longer
        && longer.size() > list.size()) {
      var filled = new ArrayList<Object>(list);
      filled.addAll(longer.subList(list.size(), longer.size()));
      return filled;
    }
    return own;
  }
}
