package io.cambric.scope;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.interpreters.StagingTrace;
import io.cambric.random.Key;
import io.cambric.transform.Fn;
import io.cambric.tree.Trees;
import java.util.List;

/** Finds the shapes an initializer yields without running it and without drawing a key. */
final class AbstractInit {

  private AbstractInit() {}

  /** {@return the shapes of the array leaves, from left to right} */
  static List<Shape> shapes(Fn<Key, ?> init) {
    var traced =
        StagingTrace.trace("shape of initializer", List.of(), _ -> arrays(init.apply(Key.of(0))));
    return traced.jaxpr().outputAvals().stream().map(aval -> aval.shape()).toList();
  }

  static List<Array> arrays(Object tree) {
    return Trees.leaves(tree).stream()
        .filter(Array.class::isInstance)
        .map(Array.class::cast)
        .toList();
  }
}
