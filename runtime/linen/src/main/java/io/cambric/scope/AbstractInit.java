package io.cambric.scope;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.interpreters.StagingTrace;
import io.cambric.numpy.Key;
import io.cambric.transform.function.Fn;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Abstract evaluation of an initializer: compares a parameter with the shapes that the initializer
 * yields.
 */
final class AbstractInit {

  private AbstractInit() {}

  /** Two shapes of one leaf that differ. */
  record Mismatch(Shape stored, Shape yielded) {}

  /**
   * {@return the first array leaf of another shape than the initializer yields}
   *
   * <p>The initializer is traced on a separate key, so no stream draws. As in Flax, surplus leaves
   * and dtypes are not compared.
   */
  static Optional<Mismatch> mismatch(Object present, Fn<Key, ?> init) {
    var yielded = avals(yielded(init));
    var stored = avals(Trees.flatten(present));
    for (int i = 0; i < Math.min(stored.size(), yielded.size()); i++) {
      var pair = new Mismatch(stored.get(i).shape(), yielded.get(i).shape());
      if (!pair.stored.equals(pair.yielded)) {
        return Optional.of(pair);
      }
    }
    return Optional.empty();
  }

  /** {@return the tree that an initializer yields, with avals for arrays} */
  static Trees.Flat yielded(Fn<Key, ?> init) {
    var flats = new ArrayList<Trees.Flat>(1);
    StagingTrace.trace(
        "shape of initializer",
        List.of(),
        _ -> {
          flats.add(Trees.flatten(init.apply(Key.of(0))));
          return List.of();
        });
    var flat = flats.getFirst();
    return new Trees.Flat(
        flat.leaves().stream().map(leaf -> leaf instanceof Array a ? a.aval() : leaf).toList(),
        flat.structure());
  }

  /** {@return the avals of the arrays of a tree, and the avals in it} */
  static List<ShapedArray> avals(Trees.Flat tree) {
    return tree.leaves().stream()
        .map(leaf -> leaf instanceof Array array ? array.aval() : leaf)
        .filter(ShapedArray.class::isInstance)
        .map(ShapedArray.class::cast)
        .toList();
  }
}
