package io.cambric.lax.collective;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.lax.op.Batching;
import java.util.List;

/**
 * Lanes exchange parts: lane {@code i} gets part {@code i} of every lane. The axis of the lanes and
 * an axis of the operand thus change places.
 *
 * @param axis the axis
 * @param split the axis of the operand that is divided among the lanes; its size is their number
 * @param concat the axis of the result along which the received parts are stacked
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.all_to_all.html">lax.all_to_all</a>
 */
public record AllToAll(MappedAxis axis, int split, int concat) implements Collective {

  @Override
  public String name() {
    return "all_to_all";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var rest = ReduceScatter.withoutLanes(name(), operands.getFirst(), split, axis);
    return rest.withShape(rest.shape().insert(concat, axis.size()));
  }

  @Override
  public Batched overLanes(Array lanes) {
    var receivers = Batching.moveAxis(lanes, split + 1, 0);
    return Batched.of(Batching.moveAxis(receivers, 1, concat + 1), 0);
  }

  @Override
  public Exchange exchange() {
    return new Exchange.Parts(split, parts -> Batching.moveAxis(parts, 0, concat));
  }

  @Override
  public AllToAll behindOneAxis() {
    return new AllToAll(axis, split + 1, concat + 1);
  }

  @Override
  public AllToAll transposed() {
    return new AllToAll(axis, concat, split);
  }
}
