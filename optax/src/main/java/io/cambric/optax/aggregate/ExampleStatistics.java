package io.cambric.optax.aggregate;

import io.cambric.array.Axes;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Leaves;

/** Statistics over the axes of examples. */
final class ExampleStatistics {

  private ExampleStatistics() {}

  /** {@return the means over examples} */
  static <P> P mean(P updates, Axes axes) {
    return Leaves.map(updates, leaf -> Numpy.mean(leaf, axes, false));
  }

  /** {@return the sums of the squared differences of examples from their mean} */
  static <P> P sumSqDiff(P updates, Axes axes) {
    return Leaves.map(
        updates, leaf -> Numpy.sum(leaf.sub(Numpy.mean(leaf, axes, true)).square(), axes, false));
  }

  /** {@return the number of examples, the same in each leaf} */
  static int count(Object updates, Axes axes) {
    int count = -1;
    for (var leaf : Leaves.of(updates)) {
      int own = 1;
      for (int axis : axes.toArray()) {
        own *= leaf.dim(axis);
      }
      if (count >= 0 && own != count) {
        throw new ShapeException(
            "get_per_element_mean_and_sum_sq_diff_grads needs leaves with the same number of examples, but got %d and %d. Check the example axes."
                .formatted(count, own));
      }
      count = own;
    }
    return count;
  }
}
