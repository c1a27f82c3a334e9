package io.cambric.nn.training;

import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.tree.Trees;

/**
 * A metric of a training or an evaluation. It is a pytree whose array leaves are sums over
 * examples, from which its number follows.
 *
 * <p>So two metrics are merged by addition, in any order. The metrics of the lanes of {@code vmap}
 * or {@code pmap} are merged likewise. The sums of this package are f64. Counts are exact up to
 * 2^53, where f32 would stop at 2^24.
 *
 * <p>A custom metric is a {@code @PyTree} record of sums:
 *
 * {@snippet :
 * @PyTree
 * record MaxNorms(Array norms, Array steps) implements Metric<MaxNorms> {
 *   public Array compute() {
 *     return norms.div(steps);
 *   }
 * }
 * }
 *
 * @param <M> the record itself
 * @see <a href="https://github.com/google/CommonLoopUtils">clu.metrics</a>
 */
public interface Metric<M extends Metric<M>> {

  /** {@return the metric of all examples so far; a scalar unless its type says otherwise} */
  Array compute();

  /**
   * {@return the metric of the examples of both}
   *
   * @throws io.cambric.errors.TreeStructureException if the static components, such as a threshold,
   *     differ
   */
  default M merge(M other) {
    return Trees.map(self(), other, (Array a, Array b) -> a.add(b));
  }

  /** {@return the metric of no examples, with the static components of this one} */
  default M reset() {
    return Trees.map(self(), (Array sum) -> Numpy.zeros(sum.shape(), sum.dtype()));
  }

  /**
   * {@return one metric of the examples of all lanes}
   *
   * <p>Shapes: each leaf {@code [lanes, ...] -> [...]}, as {@code vmap} and {@code pmap} return
   * them.
   */
  default M reduce() {
    return Trees.map(self(), (Array sums) -> sums.sum(0));
  }

  /**
   * {@return the metric of the examples of all lanes, the same on each}
   *
   * @param axisName of {@code vmap} or {@code pmap}
   */
  default M psum(String axisName) {
    return Lax.psum(self(), axisName);
  }

  @SuppressWarnings("unchecked") // M is the type of this
  private M self() {
    return (M) this;
  }
}
