package io.cambric.optax.tree;

import io.cambric.array.DType;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.optax.base.Leaves;
import io.cambric.tree.LooseTrees;
import io.cambric.tree.Trees;
import org.jspecify.annotations.Nullable;

/** Random trees. */
final class TreeRandom {

  private TreeRandom() {}

  /** {@return normal numbers in the shapes and dtypes of a tree} */
  public static <T> T randomLike(Key key, T tree) {
    return randomLike(key, tree, Random::normal, null);
  }

  /** {@return random numbers in the shapes and dtypes of a tree} */
  public static <T> T randomLike(Key key, T tree, Sampler sampler) {
    return randomLike(key, tree, sampler, null);
  }

  /**
   * {@return random numbers in the shapes of a tree}
   *
   * <p>The key is split once, into a key for each leaf in order.
   *
   * @param dtype of the numbers, or {@code null} for the dtype of each leaf
   */
  public static <T> T randomLike(Key key, T tree, Sampler sampler, @Nullable DType dtype) {
    var keys = key.splitToList(Trees.structure(tree).leafCount()).iterator();
    return Leaves.map(
        tree,
        leaf -> sampler.sample(keys.next(), leaf.shape(), dtype == null ? leaf.dtype() : dtype));
  }

  /** {@return a tree of keys in the structure of another one, from one key split once} */
  public static Object splitKeyLike(Key key, Object tree) {
    var keys = key.splitToList(Trees.structure(tree).leafCount()).iterator();
    return LooseTrees.map(tree, _ -> keys.next());
  }

  /** {@return the tree with each key replaced by its words, {@code u32[..., 2]}} */
  public static Object unwrapRandomKeyData(Object tree) {
    return Trees.map(
        tree, (Object leaf) -> leaf instanceof Key key ? key.data() : leaf, Key.class::isInstance);
  }
}
