package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import java.util.List;

/**
 * Products of rows with the matrix of their group, such as in a mixture of experts.
 *
 * <p>Shapes: {@code lhs: [b, m, k], rhs: [g, c, k, n], sizes: [b, g] -> [b, m, n]}. The batches
 * form c runs of one length, and all batches of a run share a matrix. The first {@code sizes[b, 0]}
 * rows belong to group 0, and so on; rows behind the last group give 0. Bilinear in lhs and rhs.
 * Only products of rows with their own matrix are computed. Half types accumulate in f32.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.ragged_dot.html">lax.ragged_dot</a>
 */
record RaggedDot() implements RaggedProduct {

  @Override
  public String paramsText() {
    return "mode=RAGGED_NONCONTRACTING";
  }

  @Override
  public boolean isContracting() {
    return false;
  }

  @Override
  public int rhsRank() {
    return 4;
  }

  @Override
  public String operandShapes() {
    return "lhs [b, m, k], rhs [g, c, k, n], sizes [b, g]";
  }

  @Override
  public boolean fits(Shape lhs, Shape rhs, Shape sizes) {
    int batch = lhs.dim(0);
    int shared = rhs.dim(1);
    return lhs.dim(2) == rhs.dim(2)
        && (shared == 0 ? batch == 0 : batch % shared == 0)
        && sizes.equals(Shape.of(batch, rhs.dim(0)));
  }

  @Override
  public Shape resultShape(Shape lhs, Shape rhs, Shape sizes) {
    return Shape.of(lhs.dim(0), lhs.dim(1), rhs.dim(3));
  }

  /** Each row is multiplied with one matrix. */
  @Override
  public long kernelFlops(List<ShapedArray> operands) {
    return 2L * operands.get(0).shape().dim(2) * type(operands).shape().size();
  }

  @Override
  public Array lhsCotangent(Array cotangent, Array rhs, Array sizes) {
    return of(cotangent, ShapeOps.transpose(rhs, Axes.of(0, 1, 3, 2)), sizes);
  }

  @Override
  public Array rhsCotangent(Array cotangent, Array lhs, Array sizes, Shape shape) {
    return shared(new RaggedContraction().of(lhs, cotangent, sizes), shape);
  }

  /** {@return the matrices of all batches, summed over the batches that share a matrix} */
  private static Array shared(Array each, Shape shape) {
    int batches = each.dim(1);
    if (batches == shape.dim(1)) {
      return each;
    }
    var parts = Shape.of(shape.dim(0), shape.dim(1), batches / shape.dim(1));
    var apart = ShapeOps.reshape(each, parts.concat(shape.slice(2, 4)));
    return ReductionOps.reduceSum(apart, Axes.of(2));
  }

  /**
   * Lanes become batches: outer batches if rhs is mapped, else inner batches that share matrices.
   */
  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    int lanes = axis.size();
    var lhs = Batching.toFront(axis, operands.get(0), axes.get(0));
    var sizes = Batching.toFront(axis, operands.get(2), axes.get(2));
    int batch = lhs.dim(1);
    if (axes.get(1) != Batched.NOT_MAPPED) {
      var rhs = Batching.moveAxis(operands.get(1), axes.get(1), 1);
      var result =
          of(
              RaggedGroups.merged(lhs, 0),
              RaggedGroups.merged(rhs, 1),
              RaggedGroups.merged(sizes, 0));
      return Batched.of(split(result, lanes, batch), 0);
    }
    var rhs = operands.get(1);
    int shared = rhs.dim(1);
    int times = shared == 0 ? 0 : batch / shared;
    var result = of(inner(lhs, shared, times), rhs, inner(sizes, shared, times));
    var apart =
        ShapeOps.reshape(result, Shape.of(shared, lanes, times).concat(result.shape().slice(1, 3)));
    var front = ShapeOps.transpose(apart, Axes.of(1, 0, 2, 3, 4));
    return Batched.of(
        ShapeOps.reshape(front, Shape.of(lanes, batch).concat(result.shape().slice(1, 3))), 0);
  }

  private static Array split(Array x, int lanes, int batch) {
    return ShapeOps.reshape(x, Shape.of(lanes, batch).concat(x.shape().slice(1, x.rank())));
  }

  /** {@return {@code [lanes, shared * times, ...]} as {@code [shared * lanes * times, ...]}} */
  private static Array inner(Array x, int shared, int times) {
    var rest = x.shape().slice(2, x.rank());
    var apart = ShapeOps.reshape(x, Shape.of(x.dim(0), shared, times).concat(rest));
    var order = Axes.of(1, 0).concat(Axes.range(2, apart.rank()));
    return ShapeOps.reshape(
        ShapeOps.transpose(apart, order), Shape.of(x.dim(0) * x.dim(1)).concat(rest));
  }
}
