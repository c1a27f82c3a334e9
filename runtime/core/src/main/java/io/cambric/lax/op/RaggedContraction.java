package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import java.util.List;

/**
 * Sums of products of two rows, over the rows of each group; the transpose of {@link RaggedDot}.
 *
 * <p>Shapes: {@code lhs: [b, m, k], rhs: [b, m, n], sizes: [b, g] -> [g, b, k, n]}. No sum includes
 * rows behind the last group, and a group without rows gives 0. Bilinear in lhs and rhs.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.ragged_dot_general.html">lax.ragged_dot_general</a>
 */
record RaggedContraction() implements RaggedProduct {

  @Override
  public String paramsText() {
    return "mode=RAGGED_CONTRACTING";
  }

  @Override
  public boolean isContracting() {
    return true;
  }

  @Override
  public int rhsRank() {
    return 3;
  }

  @Override
  public String operandShapes() {
    return "lhs [b, m, k], rhs [b, m, n], sizes [b, g]";
  }

  @Override
  public boolean fits(Shape lhs, Shape rhs, Shape sizes) {
    return lhs.slice(0, 2).equals(rhs.slice(0, 2)) && sizes.dim(0) == lhs.dim(0);
  }

  @Override
  public Shape resultShape(Shape lhs, Shape rhs, Shape sizes) {
    return Shape.of(sizes.dim(1), lhs.dim(0), lhs.dim(2), rhs.dim(2));
  }

  /** Each row of lhs is multiplied with one row of rhs. */
  @Override
  public long kernelFlops(List<ShapedArray> operands) {
    return 2L * operands.get(0).shape().size() * operands.get(1).shape().dim(2);
  }

  @Override
  public Array lhsCotangent(Array cotangent, Array rhs, Array sizes) {
    return new RaggedDot().of(rhs, ShapeOps.transpose(cotangent, Axes.of(0, 1, 3, 2)), sizes);
  }

  @Override
  public Array rhsCotangent(Array cotangent, Array lhs, Array sizes, Shape shape) {
    return new RaggedDot().of(lhs, cotangent, sizes);
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var lhs = Batching.toFront(axis, operands.get(0), axes.get(0));
    var rhs = Batching.toFront(axis, operands.get(1), axes.get(1));
    var sizes = Batching.toFront(axis, operands.get(2), axes.get(2));
    var result =
        of(RaggedGroups.merged(lhs, 0), RaggedGroups.merged(rhs, 0), RaggedGroups.merged(sizes, 0));
    var apart = Shape.of(result.dim(0), axis.size(), lhs.dim(1)).concat(result.shape().slice(2, 4));
    return Batched.of(ShapeOps.reshape(result, apart), 1);
  }
}
