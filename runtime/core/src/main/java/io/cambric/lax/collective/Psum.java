package io.cambric.lax.collective;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.DTypes;
import io.cambric.lax.op.ReductionOps;
import io.cambric.lax.op.ShapeOps;
import java.util.List;

/**
 * Sum over the lanes of a named axis; all lanes get it. Its transpose is the sum of the cotangents.
 *
 * @param axis the axis
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.psum.html">lax.psum</a>
 */
public record Psum(MappedAxis axis) implements Collective {

  @Override
  public String name() {
    return "psum";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    if (!DTypes.NUMERIC.test(operand.dtype())) {
      throw new DTypeException(
          "psum needs an operand of %s, but got %s. Convert it with astype."
              .formatted(DTypes.NUMERIC.text(), operand));
    }
    return operand;
  }

  @Override
  public Batched overLanes(Array lanes) {
    return Batched.of(ReductionOps.reduceSum(lanes, Axes.of(0)), Batched.NOT_MAPPED);
  }

  @Override
  public Batched overOneLane(Array x) {
    return Batched.of(BinaryOps.mul(x, ShapeOps.fullLike(x, axis.size())), Batched.NOT_MAPPED);
  }

  @Override
  public Exchange exchange() {
    return new Exchange.Elements();
  }

  @Override
  public Psum behindOneAxis() {
    return this;
  }

  @Override
  public Psum transposed() {
    return this;
  }
}
