package io.cambric.scope.lift;

import io.cambric.core.Array;
import io.cambric.errors.VariableNotFoundException;
import io.cambric.interpreters.KnownTrace;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.CreationLog;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;

/**
 * Variables that the body of a lifted loop would create. They are created before the loop, so that
 * each iteration finds them. Mutable, for one run.
 */
final class Creations {

  private final CollectionFilter collections;
  private final CollectionFilter shared;
  private final Packed packed;
  private final List<CreationLog> logs;
  private boolean empty = true;

  /**
   * No variables yet.
   *
   * @param collections those that must exist before the loop
   * @param shared those that have the same initial values in all iterations
   */
  Creations(Packed packed, CollectionFilter collections, CollectionFilter shared) {
    this.packed = packed;
    this.collections = collections;
    this.shared = shared;
    this.logs = packed.newLogs();
  }

  /** {@return the log of created variables, for each root} */
  List<CreationLog> logs() {
    return logs;
  }

  /** Adds the variables that were created while a trace ran. */
  void find(KnownTrace trace) {
    for (var log : logs) {
      for (var creation : log.creations()) {
        if (collections.matches(creation.collection())) {
          empty = false;
          requireKnown(trace, creation);
        }
      }
    }
    packed.logCreations(
        logs.stream().map(log -> FirstValues.known(log, trace).only(shared)).toList());
  }

  private static void requireKnown(KnownTrace trace, CreationLog.Creation creation) {
    for (var leaf : Trees.leaves(creation.value())) {
      if (leaf instanceof Array array && !trace.knows(array)) {
        throw new VariableNotFoundException(
            "Variable \"%s\" of collection \"%s\" is carried by a lifted %s, but its initial value depends on values in the loop. Initialize it from shapes, or create it before the loop."
                .formatted(String.join("/", creation.path()), creation.collection(), trace.name()));
      }
    }
  }

  /** {@return whether no variable was created} */
  boolean isEmpty() {
    return empty;
  }

  /** {@return a group of variables, one entry for each root, with the created ones} */
  List<Variables> addTo(List<Variables> group) {
    var added = new ArrayList<Variables>();
    for (int i = 0; i < group.size(); i++) {
      var variables = group.get(i);
      for (var creation : logs.get(i).creations()) {
        if (collections.matches(creation.collection())) {
          variables = added(variables, creation);
        }
      }
      added.add(variables);
    }
    return added;
  }

  static Variables added(Variables variables, CreationLog.Creation creation) {
    var values = variables.collections().getOrDefault(creation.collection(), Params.empty());
    return variables.with(creation.collection(), values.with(creation.path(), creation.value()));
  }
}
