package io.cambric.lax.collective;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.lax.op.Batching;
import java.util.List;

/**
 * The values of all lanes of a named axis, along a new axis; all lanes get the result. The
 * transpose is {@link ReduceScatter}.
 *
 * @param axis the axis
 * @param dimension the new axis of the result
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.all_gather.html">lax.all_gather</a>
 */
public record AllGather(MappedAxis axis, int dimension) implements Collective {

  @Override
  public String name() {
    return "all_gather";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    return operand.withShape(operand.shape().insert(dimension, axis.size()));
  }

  @Override
  public Batched overLanes(Array lanes) {
    return Batched.of(Batching.moveAxis(lanes, 0, dimension), Batched.NOT_MAPPED);
  }

  @Override
  public Exchange exchange() {
    return new Exchange.Operands();
  }

  @Override
  public AllGather behindOneAxis() {
    return new AllGather(axis, dimension + 1);
  }

  @Override
  public ReduceScatter transposed() {
    return new ReduceScatter(axis, dimension);
  }
}
