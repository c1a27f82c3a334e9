package io.cambric.scope;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.interpreters.StagingTrace;
import io.cambric.random.Key;
import io.cambric.transform.Fn;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.Optional;

/** Compares a parameter with the shapes its initializer yields, without running it. */
final class AbstractInit {

  private AbstractInit() {}

  /** Two shapes of one leaf that differ. */
  record Mismatch(Shape stored, Shape yielded) {}

  /**
   * {@return the first array leaf of another shape than the initializer yields}
   *
   * <p>The initializer is traced on a key of its own, so no stream moves. As in Flax, leaves in
   * surplus and dtypes are not compared.
   */
  static Optional<Mismatch> mismatch(Object present, Fn<Key, ?> init) {
    var yielded = avals(init);
    var stored = arrays(present);
    for (int i = 0; i < Math.min(stored.size(), yielded.size()); i++) {
      var pair = new Mismatch(stored.get(i).shape(), yielded.get(i).shape());
      if (!pair.stored.equals(pair.yielded)) {
        return Optional.of(pair);
      }
    }
    return Optional.empty();
  }

  private static List<ShapedArray> avals(Fn<Key, ?> init) {
    return StagingTrace.trace("shape of initializer", List.of(), _ -> arrays(init.apply(Key.of(0))))
        .jaxpr()
        .outputAvals();
  }

  private static List<Array> arrays(Object tree) {
    return Trees.leaves(tree).stream()
        .filter(Array.class::isInstance)
        .map(Array.class::cast)
        .toList();
  }
}
