package io.cambric.optax.transform;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.NeedsWholeArrays;
import io.cambric.optax.hyperparameter.Scalar;
import java.util.ArrayList;
import java.util.List;

/**
 * Clipping of the gradients of single examples, and their sum. The first axis of each gradient
 * counts examples.
 *
 * @see <a href="https://arxiv.org/abs/1607.00133">Abadi et al., 2016</a>
 */
public final class PerExampleClipping {

  private PerExampleClipping() {}

  /**
   * A sum of clipped gradients.
   *
   * @param clippedSum over examples, a tree like the parameters
   * @param numClipped the number of examples that were clipped, or a tree of numbers
   * @param <P> the tree of parameters
   * @param <N> the numbers
   */
  public record Clipped<P, N>(P clippedSum, N numClipped) {}

  /**
   * {@return the sum of gradients, each limited to a norm over all leaves}
   *
   * @throws ShapeException if a gradient lacks the axis of examples
   */
  public static <P> Clipped<P, Array> byGlobalNorm(P grads, Scalar l2NormClip) {
    NeedsWholeArrays.requireWhole("per_example_global_norm_clip", grads);
    requireExamples("per_example_global_norm_clip", grads);
    var factors = factors(Leaves.of(grads), l2NormClip);
    return new Clipped<>(
        Leaves.map(grads, g -> Numpy.tensordot(factors, g, 1)), factors.lt(1).sum());
  }

  /**
   * {@return the sum of gradients, each leaf limited to its share of a norm}
   *
   * @param uniform whether all shares are equal; otherwise they are in proportion to numbers of
   *     parameters
   * @throws ShapeException if a gradient lacks the axis of examples
   */
  public static <P> Clipped<P, P> byLayerNorm(P grads, Scalar globalL2NormClip, boolean uniform) {
    NeedsWholeArrays.requireWhole("per_example_layer_norm_clip", grads);
    requireExamples("per_example_layer_norm_clip", grads);
    var leaves = Leaves.of(grads);
    double total = leaves.stream().mapToDouble(PerExampleClipping::parameters).sum();
    var factors = new ArrayList<Array>();
    for (var leaf : leaves) {
      double share = uniform ? 1.0 / leaves.size() : parameters(leaf) / total;
      factors.add(factors(List.of(leaf), globalL2NormClip.times(Scalar.of(Math.sqrt(share)))));
    }
    var summed = factors.iterator();
    var counted = factors.iterator();
    return new Clipped<>(
        Leaves.map(grads, g -> Numpy.tensordot(summed.next(), g, 1)),
        Leaves.map(grads, _ -> counted.next().lt(1).sum()));
  }

  private static double parameters(Array leaf) {
    return (double) leaf.size() / leaf.dim(0);
  }

  /** {@return the factor of each example, 1 if its norm is NaN} */
  private static Array factors(List<Array> leaves, Scalar limit) {
    var norms =
        leaves.stream()
            .map(leaf -> leaf.square().sum(Axes.range(1, leaf.rank()), false))
            .reduce(Array::add)
            .orElseThrow()
            .sqrt();
    var factors = Numpy.minimum(limit.like(norms).div(norms), 1);
    return Numpy.where(Numpy.isnan(factors), 1, factors);
  }

  private static void requireExamples(String where, Object grads) {
    var leaves = Leaves.of(grads);
    var shapes = ShapedArray.ofAll(leaves);
    if (leaves.isEmpty()
        || leaves.stream().anyMatch(g -> g.rank() < 1 || g.dim(0) != leaves.getFirst().dim(0))) {
      throw new ShapeException(
          "%s needs gradients with the examples as first axis, all of equal size, but got %s. Compute them with vmap(grad(loss))."
              .formatted(where, shapes));
    }
  }
}
