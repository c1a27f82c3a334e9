package io.cambric.scope;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.LazyInitException;
import io.cambric.interpreters.KnownTrace;
import io.cambric.transform.Fn;
import io.cambric.tree.Trees;
import java.util.List;

/**
 * Makes variables without inputs, from keys and the shapes of inputs: what follows from keys is
 * computed, of all else there are shapes only.
 */
public final class LazyInit {

  private LazyInit() {}

  /**
   * {@return what an init of arrays returns that has only their shapes}
   *
   * @throws LazyInitException if a variable depends on the values of inputs
   */
  public static Variables run(List<ShapedArray> inputs, Fn<List<Array>, Variables> init) {
    return KnownTrace.run(
        "lazyInit",
        inputs,
        (trace, arrays) -> {
          var variables = init.apply(arrays);
          var flat = Trees.flatten(variables);
          var paths = flat.structure().paths();
          for (int i = 0; i < paths.size(); i++) {
            if (flat.leaves().get(i) instanceof Array array && !trace.knows(array)) {
              throw ScopeErrors.lazyInit(paths.get(i), array.aval(), inputs);
            }
          }
          return variables;
        });
  }
}
