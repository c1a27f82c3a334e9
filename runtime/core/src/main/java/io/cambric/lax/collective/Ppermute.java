package io.cambric.lax.collective;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.MappedAxis;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.op.IndexOps;
import java.util.List;

/**
 * Each lane of a named axis gets the operand of another lane. The transpose sends it back.
 *
 * @param axis the axis
 * @param sources for each lane, the lane that it receives from; every lane occurs once
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.ppermute.html">lax.ppermute</a>
 */
public record Ppermute(MappedAxis axis, Axes sources) implements Collective {

  @Override
  public String name() {
    return "ppermute";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    return operands.getFirst();
  }

  @Override
  public Batched overLanes(Array lanes) {
    return Batched.of(ordered(lanes, sources), 0);
  }

  /** {@return the slices along axis 0 in another order} */
  static Array ordered(Array lanes, Axes sources) {
    int rank = lanes.rank();
    var dims = new GatherDims(Axes.range(1, rank), Axes.of(0), Axes.of(0));
    var places = NdArray.ofInts(Shape.of(sources.size(), 1), sources.toArray());
    int size = Math.min(1, sources.size());
    return IndexOps.gather(
        lanes, places, dims, lanes.shape().with(0, size), GatherMode.PROMISE_IN_BOUNDS, null);
  }

  @Override
  public Batched overOneLane(Array x) {
    return Batched.of(x, Batched.NOT_MAPPED);
  }

  @Override
  public Exchange exchange() {
    return new Exchange.Source(sources);
  }

  @Override
  public Ppermute behindOneAxis() {
    return this;
  }

  @Override
  public Ppermute transposed() {
    return new Ppermute(axis, sources.inverse());
  }
}
