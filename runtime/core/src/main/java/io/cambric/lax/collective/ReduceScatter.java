package io.cambric.lax.collective;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.lax.op.Batching;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.ReductionOps;
import io.cambric.lax.op.ShapeOps;
import java.util.List;

/**
 * Sum over the lanes of a named axis. Each lane gets its part of the sum, cut along one axis of the
 * operand. The transpose is {@link AllGather}.
 *
 * @param axis the axis
 * @param dimension the axis of the operand that is cut and left out; its size is the number of
 *     lanes
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.psum_scatter.html">lax.psum_scatter</a>
 */
public record ReduceScatter(MappedAxis axis, int dimension) implements Collective {

  @Override
  public String name() {
    return "reduce_scatter";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    return withoutLanes(name(), operands.getFirst(), dimension, axis);
  }

  /** {@return the type of an operand without the axis along which it has one part for each lane} */
  static ShapedArray withoutLanes(
      String name, ShapedArray operand, int dimension, MappedAxis axis) {
    if (operand.shape().dim(dimension) != axis.size()) {
      throw new ShapeException(
          "%s over axis %s needs an operand with one part for each lane along axis %d, but got %s. Reshape it, or use tiled to split the axis."
              .formatted(name, axis, dimension, operand));
    }
    return operand.withShape(operand.shape().without(Axes.of(dimension)));
  }

  @Override
  public Batched overLanes(Array lanes) {
    return Batched.of(
        Batching.moveAxis(ReductionOps.reduceSum(lanes, Axes.of(0)), dimension, 0), 0);
  }

  @Override
  public Batched overOneLane(Array x) {
    return Batched.of(
        Batching.moveAxis(BinaryOps.mul(x, ShapeOps.fullLike(x, axis.size())), dimension, 0), 0);
  }

  @Override
  public Exchange exchange() {
    return new Exchange.Parts(dimension, parts -> ReductionOps.reduceSum(parts, Axes.of(0)));
  }

  @Override
  public ReduceScatter behindOneAxis() {
    return new ReduceScatter(axis, dimension + 1);
  }

  @Override
  public AllGather transposed() {
    return new AllGather(axis, dimension);
  }
}
