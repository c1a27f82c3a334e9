package io.cambric.optax.microbatch;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.optax.base.Leaves;

/**
 * The division of a batch axis into microbatches.
 *
 * <p>Microbatch {@code i} of {@code n} has the elements {@code i, i + n, i + 2n, ...} of the batch.
 */
final class BatchAxis {

  private BatchAxis() {}

  /** {@return the sizes of the batch, one for all arrays} */
  static int size(Object tree, int axis, int known) {
    int size = known;
    for (var leaf : Leaves.of(tree)) {
      int own = leaf.dim(axis);
      if (size >= 0 && own != size) {
        throw new ShapeException(
            "microbatch needs batch arguments with the same batch size, but got %d and %d. Check the sizes along the batch axis."
                .formatted(size, own));
      }
      size = own;
    }
    return size;
  }

  /** {@return the number of microbatches} */
  static int count(int batchSize, int microbatchSize) {
    if (microbatchSize < 1 || batchSize % microbatchSize != 0) {
      throw new ShapeException(
          "microbatch needs a microbatch size that divides the batch, but got %d for a batch of %d. Choose a divisor, or pad the batch."
              .formatted(microbatchSize, batchSize));
    }
    return batchSize / microbatchSize;
  }

  /** {@return the arrays with the batch axis as axes for elements and microbatches} */
  static <T> T split(T tree, int microbatchSize, int axis) {
    return Leaves.map(
        tree,
        leaf -> {
          int count = count(leaf.dim(axis), microbatchSize);
          return leaf.reshape(
              leaf.shape()
                  .slice(0, axis)
                  .concat(Shape.of(microbatchSize, count))
                  .concat(leaf.shape().slice(axis + 1, leaf.rank())));
        });
  }

  /** {@return a microbatch of split arrays} */
  static <T> T at(T split, Array index, int axis) {
    return Leaves.map(split, leaf -> Lax.dynamicIndexInDim(leaf, index, axis + 1));
  }
}
