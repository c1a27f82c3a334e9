package io.cambric.nn.training;

import io.cambric.core.Array;
import io.cambric.tree.Trees;
import org.jspecify.annotations.Nullable;

/** The number of examples in a batch: the length of the first axis of all of its arrays. */
final class ExampleCount {

  private ExampleCount() {}

  /** {@return the number; 1 if the arrays begin with axes of other lengths} */
  static int of(@Nullable Object batch) {
    var lengths =
        Trees.leaves(batch).stream()
            .mapToInt(leaf -> leaf instanceof Array array && array.rank() > 0 ? array.dim(0) : -1)
            .distinct()
            .toArray();
    return lengths.length == 1 && lengths[0] > 0 ? lengths[0] : 1;
  }
}
