package io.cambric.scope.lift;

import io.cambric.control.Forwarding;
import io.cambric.control.JitCall;
import io.cambric.core.Array;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.core.Tracer;
import io.cambric.interpreters.StagingTrace;
import io.cambric.interpreters.Traced;
import io.cambric.scope.RngCounters;
import io.cambric.tree.TreeDef;
import io.cambric.tree.Trees;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A compiled lifted function, and the cache of these programs.
 *
 * @param traced the program
 * @param result structure of the outputs
 * @param statics the outputs that are not arrays; null in the positions of arrays
 * @param drawn keys of the scopes after the function
 * @param state of the function after it
 */
record LiftedProgram(
    Traced traced,
    TreeDef result,
    List<@Nullable Object> statics,
    List<RngCounters.Counts> drawn,
    Object state) {

  /**
   * The programs used last. A key may hold a lambda and its captures, and a program the arrays that
   * its function captured. When memory is short, all programs are thus released.
   */
  private static final class Programs extends LinkedHashMap<Key, LiftedProgram> {

    private static final long serialVersionUID = 1L;

    /**
     * Enough for the modules of a large model; the least recently used program is evicted first.
     */
    private static final int KEPT = 512;

    private static SoftReference<Programs> latest = new SoftReference<>(new Programs());

    private Programs() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Key, LiftedProgram> eldest) {
      return size() > KEPT;
    }

    static synchronized @Nullable LiftedProgram known(Key key) {
      return all().get(key);
    }

    static synchronized void keep(Key key, LiftedProgram program) {
      all().put(key, program);
    }

    private static Programs all() {
      var known = latest.get();
      if (known == null) {
        known = new Programs();
        latest = new SoftReference<>(known);
      }
      return known;
    }
  }

  /** The key of the cache: everything that tracing depends on. */
  private record Key(
      Object function,
      List<Object> scopes,
      List<MappedAxis> namedAxes,
      List<RngCounters.Counts> drawn,
      TreeDef structure,
      List<Object> leaves) {}

  /** {@return the outputs of a function with static leaves held, run as a cached program} */
  static List<@Nullable Object> call(
      Packed packed, LiftedFunction<?> function, List<? extends @Nullable Object> arguments) {
    var inputs = new Inputs(packed.variables(), packed.rngs(), arguments).asList();
    var flat = Trees.flatten(StaticLeaf.hold(inputs));
    var counters = packed.counters();
    var arrays = new ArrayList<Array>();
    var leaves = new ArrayList<Object>();
    for (var leaf : flat.leaves()) {
      leaves.add(leaf instanceof Array array ? array.aval() : leaf);
      if (leaf instanceof Array array) {
        arrays.add(array);
      }
    }
    var code = function.key();
    var key =
        code == null
            ? null
            : new Key(
                code,
                packed.fingerprint(),
                Trace.current().namedAxes(),
                counters.stream().map(RngCounters::counts).toList(),
                flat.structure(),
                leaves);
    var program = key == null ? null : Programs.known(key);
    if (program == null) {
      program = trace(packed, function, flat, arrays);
      // A program that captured a tracer is good for this call only.
      if (key != null && program.traced.constants().stream().noneMatch(Tracer.class::isInstance)) {
        Programs.keep(key, program);
      }
    } else {
      for (int i = 0; i < counters.size(); i++) {
        counters.get(i).reset(program.drawn.get(i));
      }
      function.restore(program.state);
    }
    var jaxpr = program.traced.jaxpr();
    var operands = program.traced.withConstants(arrays);
    var results = Trace.bind(new JitCall("lifted", jaxpr), operands);
    return program.build(Forwarding.called(jaxpr, operands, results));
  }

  private static LiftedProgram trace(
      Packed packed, LiftedFunction<?> function, Trees.Flat inputs, List<Array> arrays) {
    var statics = new ArrayList<@Nullable Object>();
    var results = new ArrayList<TreeDef>(1);
    List<ShapedArray> avals = ShapedArray.ofAll(arrays);
    var traced =
        StagingTrace.trace(
            "jit",
            avals,
            staged -> {
              var next = staged.iterator();
              var leaves = new ArrayList<Object>();
              inputs
                  .leaves()
                  .forEach(leaf -> leaves.add(leaf instanceof Array ? next.next() : leaf));
              var own = Inputs.of(StaticLeaf.release(tree(inputs.structure(), leaves)));
              var outputs = Trees.flatten(StaticLeaf.hold(Pure.run(packed, function, own)));
              results.add(outputs.structure());
              var out = new ArrayList<Array>();
              for (var leaf : outputs.leaves()) {
                statics.add(leaf instanceof Array ? null : leaf);
                if (leaf instanceof Array array) {
                  out.add(array);
                }
              }
              return out;
            });
    return new LiftedProgram(
        traced,
        results.getFirst(),
        statics,
        packed.counters().stream().map(RngCounters::counts).toList(),
        function.state());
  }

  private List<@Nullable Object> build(List<Array> arrays) {
    var next = arrays.iterator();
    var leaves = new ArrayList<Object>();
    for (var leaf : statics) {
      leaves.add(leaf == null ? next.next() : leaf);
    }
    return StaticLeaf.release(tree(result, leaves));
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // the list that was taken apart
  private static List<@Nullable Object> tree(TreeDef structure, List<Object> leaves) {
    return (List<@Nullable Object>) structure.unflatten(leaves);
  }
}
