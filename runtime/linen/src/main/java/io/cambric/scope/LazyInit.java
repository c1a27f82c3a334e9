package io.cambric.scope;

import io.cambric.core.Array;
import io.cambric.core.DeadCode;
import io.cambric.core.ShapedArray;
import io.cambric.errors.LazyInitException;
import io.cambric.interpreters.KnownTrace;
import io.cambric.interpreters.StagingTrace;
import io.cambric.transform.function.Fn;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;

/**
 * The lazy init of Flax: variables from keys and the shapes of inputs alone. Init is partially
 * evaluated: operations on known keys are recorded, all others yield shapes. Only the recorded
 * operations that variables need are then run.
 */
public final class LazyInit {

  private LazyInit() {}

  /**
   * {@return the variables of an init that has only the shapes of its inputs}
   *
   * @throws LazyInitException if a variable depends on the values of inputs
   */
  public static Variables run(List<ShapedArray> inputs, Fn<List<Array>, Variables> init) {
    var made = new ArrayList<Variables>(1);
    var traced =
        StagingTrace.trace(
            "lazyInit",
            List.of(),
            _ ->
                KnownTrace.run(
                    "lazyInit",
                    inputs,
                    (trace, arrays) -> {
                      made.add(init.apply(arrays));
                      return known(made.getFirst(), trace, inputs);
                    }));
    var values = DeadCode.drop(traced.jaxpr()).eval(traced.constants()).iterator();
    return Trees.map(made.getFirst(), leaf -> leaf instanceof Array ? values.next() : leaf);
  }

  private static List<Array> known(
      Variables variables, KnownTrace trace, List<ShapedArray> inputs) {
    var flat = Trees.flatten(variables);
    var paths = flat.structure().paths();
    var known = new ArrayList<Array>();
    for (int i = 0; i < paths.size(); i++) {
      if (flat.leaves().get(i) instanceof Array array) {
        if (!trace.knows(array)) {
          throw ScopeErrors.lazyInit(paths.get(i), array.aval(), inputs);
        }
        known.add(array);
      }
    }
    return known;
  }
}
