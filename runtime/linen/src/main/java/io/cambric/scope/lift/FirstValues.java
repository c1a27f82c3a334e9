package io.cambric.scope.lift;

import io.cambric.interpreters.KnownTrace;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.CreationLog;
import io.cambric.scope.LiftedScopes;
import io.cambric.scope.Params;
import io.cambric.scope.Scope;
import io.cambric.scope.Variables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The initial values of variables that a lifted function creates inside of another one.
 *
 * <p>A loop or branch looks for the variables that its body creates, with their initial values. A
 * transformation in the body has them inside only. So they leave it with the written variables, in
 * collections of their own, mapped and stacked as the variables are.
 */
final class FirstValues {

  private static final String PREFIX = "first values of ";

  private FirstValues() {}

  /**
   * {@return groups of written variables, with the initial values of those that were created}
   *
   * @param first for each root the created variables with their initial values
   * @param filters the filters of the groups
   */
  static List<List<Variables>> beside(
      List<List<Variables>> written, List<Variables> first, List<CollectionFilter> filters) {
    var all = new ArrayList<List<Variables>>();
    var left = new ArrayList<>(first);
    for (int group = 0; group < written.size(); group++) {
      var both = new ArrayList<Variables>();
      for (int i = 0; i < left.size(); i++) {
        var own = left.get(i).only(filters.get(group));
        left.set(i, left.get(i).only(CollectionFilter.deny(filters.get(group))));
        both.add(written.get(group).get(i).with(renamed(own, name -> PREFIX + name)));
      }
      all.add(both);
    }
    return all;
  }

  /** {@return the variables of a log with their initial values} */
  static Variables of(CreationLog log) {
    return of(log, _ -> true);
  }

  /** {@return the variables of a log with initial values that a trace knows} */
  static Variables known(CreationLog log, KnownTrace trace) {
    return of(log, creation -> isKnown(trace, creation.value()));
  }

  private static Variables of(CreationLog log, Predicate<CreationLog.Creation> condition) {
    var all = Variables.empty();
    for (var creation : log.creations()) {
      all = condition.test(creation) ? Creations.added(all, creation) : all;
    }
    return all;
  }

  /** {@return whether a trace knows all arrays of a value} */
  static boolean isKnown(KnownTrace trace, Object value) {
    return StaticLeafTree.of(value).arrays().stream().allMatch(trace::knows);
  }

  /** {@return the variables without initial values} */
  static Variables written(Variables both) {
    return only(both, false);
  }

  /** {@return the initial values, under the names of their variables} */
  static Variables in(Variables both) {
    return renamed(only(both, true), FirstValues::collection);
  }

  /** {@return the variables, both the written ones and initial values, changed alike} */
  static Variables map(Variables both, UnaryOperator<Variables> change) {
    var first = in(both);
    var written = change.apply(written(both));
    return first.isEmpty()
        ? written
        : written.with(renamed(change.apply(first), name -> PREFIX + name));
  }

  /** {@return the name of a collection, without the mark of initial values} */
  static String collection(String name) {
    return name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
  }

  /** Adds initial values to the log of a scope, if it has one. */
  static void log(Scope scope, Variables first) {
    if (LiftedScopes.logsCreations(scope)) {
      first
          .collections()
          .forEach((collection, values) -> log(scope, collection, List.of(), values));
    }
  }

  private static void log(Scope scope, String collection, List<String> path, Object value) {
    if (!(value instanceof Params params)) {
      LiftedScopes.logCreation(scope, collection, path, value);
      return;
    }
    params
        .entries()
        .forEach((name, below) -> {
          var longer = new ArrayList<>(path);
          longer.add(name);
          log(scope, collection, longer, below);
        });
  }

  private static Variables only(Variables both, boolean first) {
    var kept = new LinkedHashMap<String, Params>();
    both.collections()
        .forEach((name, values) -> {
          if (name.startsWith(PREFIX) == first) {
            kept.put(name, values);
          }
        });
    return Variables.of(kept);
  }

  private static Variables renamed(Variables variables, UnaryOperator<String> name) {
    Map<String, Params> renamed = new LinkedHashMap<>();
    variables
        .collections()
        .forEach((collection, values) -> renamed.put(name.apply(collection), values));
    return Variables.of(renamed);
  }
}
