package io.cambric.transform;

import io.cambric.control.JitCall;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.Trace;
import io.cambric.core.Tracer;
import io.cambric.interpreters.StagingTrace;
import io.cambric.interpreters.Traced;
import io.cambric.transform.Recompilations.Arguments;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What the jitted functions of one to three arguments share: traces once for each structure, avals
 * and static leaves of the arguments and the named axes around the call, and calls the compiled
 * program from then on. Safe for many threads.
 */
abstract class Jitted {

  private final Fn<List<Object>, Object> function;
  private final String name;
  private final Object original;
  private final Map<Arguments, Entry> entries = new ConcurrentHashMap<>();
  private volatile @Nullable Entry latest;

  /** A program and how to build its result. */
  private record Entry(Arguments key, Traced traced, ArrayTree.Structure result) {}

  /**
   * Wraps a function of a list of arguments.
   *
   * @param original the user's function, for its name and its class
   */
  Jitted(Object original, Fn<List<Object>, Object> function) {
    this.original = Derived.root(original);
    this.function = function;
    this.name = FunctionNames.of(this.original);
  }

  final <R> R call(List<@Nullable Object> arguments) {
    var tree = ArrayTree.of(arguments);
    var entry = entry(tree);
    var operands = entry.traced().withConstants(tree.arrays());
    var results = Trace.bind(new JitCall(name, entry.traced().jaxpr()), operands);
    return entry.result().build(results);
  }

  final Jaxpr trace(List<@Nullable Object> arguments) {
    return entry(ArrayTree.of(arguments)).traced().jaxpr();
  }

  private Entry entry(ArrayTree tree) {
    var key =
        new Arguments(
            tree.structure(),
            tree.arrays().stream().map(Array::aval).toList(),
            Trace.current().namedAxes());
    var last = latest;
    if (last != null && last.key().equals(key)) {
      return last;
    }
    var known = entries.get(key);
    if (known == null) {
      return make(key);
    }
    latest = known;
    return known;
  }

  private Entry make(Arguments key) {
    Recompilations.count(original, name, key.avals());
    var last = latest;
    if (last != null) {
      Recompilations.again(name, last.key(), key, entries.size() + 1);
    }
    var calls = new Calls<Object>(function, key.structure());
    var traced = StagingTrace.trace("jit", key.avals(), calls);
    var entry = new Entry(key, traced, calls.result());
    // A program that captured a tracer is good for this call only.
    if (traced.constants().stream().noneMatch(Tracer.class::isInstance)) {
      entries.put(key, entry);
      latest = entry;
    }
    return entry;
  }

  final Object original() {
    return original;
  }

  /** {@return how many programs this function has been traced to} */
  public final int programCount() {
    return entries.size();
  }
}
