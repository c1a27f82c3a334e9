package io.cambric.scope.lift;

import io.cambric.core.Array;
import io.cambric.interpreters.KnownTrace;
import io.cambric.lax.Lax;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.CreationLog;
import io.cambric.scope.RngCounters;
import io.cambric.scope.Scope;
import io.cambric.scope.Variables;
import io.cambric.transform.Fn;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The lifted cond and switch: what the chosen branch writes is kept.
 *
 * <p>Variables that only some branches make are made before, so that they are there after every
 * branch.
 *
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/transformations.html">nn.cond
 *     and nn.switch</a>
 */
public final class BranchLifts {

  private static final CollectionFilter ALL = CollectionFilter.all();

  private BranchLifts() {}

  /** {@return the result of one of two functions of the same arguments} */
  public static <R extends @Nullable Object> R cond(
      List<Scope> scopes,
      Array predicate,
      LiftedFunction<R> onTrue,
      LiftedFunction<R> onFalse,
      List<? extends @Nullable Object> arguments) {
    return run(
        "cond",
        scopes,
        List.of(onTrue, onFalse),
        arguments,
        (branches, operand) ->
            Transforms.cond(predicate, branches.get(0), branches.get(1), operand));
  }

  /** {@return the result of one of several functions of the same arguments} */
  public static <R extends @Nullable Object> R switchCase(
      List<Scope> scopes,
      Array index,
      List<? extends LiftedFunction<R>> branches,
      List<? extends @Nullable Object> arguments) {
    return run(
        "switch",
        scopes,
        branches,
        arguments,
        (all, operand) -> Transforms.switchCase(index, all, operand));
  }

  /** A branch as a pure function of held inputs. */
  private interface Branch extends Fn<List<@Nullable Object>, List<@Nullable Object>> {}

  private static <R extends @Nullable Object> R run(
      String name,
      List<Scope> scopes,
      List<? extends LiftedFunction<R>> branches,
      List<? extends @Nullable Object> arguments,
      BiFunction<List<Branch>, List<@Nullable Object>, List<@Nullable Object>> choose) {
    return new Pack(name, List.of(ALL), List.of(ALL), List.of(ALL))
        .run(
            scopes,
            packed -> {
              var variables = completed(name, packed, branches, arguments);
              var inputs = Held.hold(new Inputs(variables, packed.rngs(), arguments).asList());
              var pure =
                  branches.stream()
                      .map(function ->
                          (Branch)
                              (List<@Nullable Object> held) ->
                                  Pure.of(packed, function).apply(held))
                      .toList();
              return Pure.<R>result(Held.release(choose.apply(pure, inputs)));
            });
  }

  /** {@return the variables with those that some branches make and others do not} */
  private static List<List<Variables>> completed(
      String name,
      Packed packed,
      List<? extends LiftedFunction<?>> branches,
      List<? extends @Nullable Object> arguments) {
    if (packed.mutable().isEmpty()) {
      return packed.variables();
    }
    var counters = packed.counters();
    var before = counters.stream().map(RngCounters::counts).toList();
    var made = new ArrayList<Map<Place, CreationLog.Creation>>();
    for (var branch : branches) {
      made.add(creations(name, packed, branch, arguments));
    }
    var all = new LinkedHashMap<Place, CreationLog.Creation>();
    made.forEach(each -> each.forEach(all::putIfAbsent));
    var common = new LinkedHashSet<>(all.keySet());
    made.forEach(each -> common.retainAll(each.keySet()));
    all.keySet().removeAll(common);
    if (all.isEmpty()) {
      // As in Flax: each branch makes its own.
      for (int i = 0; i < before.size(); i++) {
        counters.get(i).reset(before.get(i));
      }
      return packed.variables();
    }
    return List.of(added(packed.variables().getFirst(), all));
  }

  /** Where a variable was made. */
  private record Place(int root, String collection, List<String> path) {}

  private static Map<Place, CreationLog.Creation> creations(
      String name,
      Packed packed,
      LiftedFunction<?> branch,
      List<? extends @Nullable Object> arguments) {
    var logs = packed.newLogs();
    var tree = HeldTree.of(arguments);
    return KnownTrace.run(
        name,
        tree.avals(),
        (trace, unknown) -> {
          var scopes = packed.open(packed.variables(), packed.rngs(), ALL, logs);
          branch.apply(scopes, tree.<List<@Nullable Object>>with(unknown));
          packed.close(scopes);
          var found = new LinkedHashMap<Place, CreationLog.Creation>();
          for (int i = 0; i < logs.size(); i++) {
            for (var each : logs.get(i).creations()) {
              found.put(new Place(i, each.collection(), each.path()), known(trace, each));
            }
          }
          return found;
        });
  }

  /** {@return a creation whose values can be had before the branch: zeros where they cannot} */
  private static CreationLog.Creation known(KnownTrace trace, CreationLog.Creation creation) {
    var tree = HeldTree.of(creation.value());
    var arrays =
        tree.arrays().stream()
            .map(array -> trace.knows(array) ? array : Lax.zeros(array.aval().strong()))
            .toList();
    return new CreationLog.Creation(creation.collection(), creation.path(), tree.with(arrays));
  }

  private static List<Variables> added(
      List<Variables> group, Map<Place, CreationLog.Creation> creations) {
    var added = new ArrayList<>(group);
    creations.forEach((place, creation) ->
        added.set(place.root(), Creations.added(added.get(place.root()), creation)));
    return List.copyOf(added);
  }
}
