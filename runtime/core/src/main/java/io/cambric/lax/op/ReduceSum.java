package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.kernel.ReduceOp;
import java.util.List;

/**
 * Sum over some axes; half types accumulate in f32, integers wrap.
 *
 * @param axes the axes to sum over, ascending
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.reduce_sum.html">lax.reduce_sum</a>
 */
public record ReduceSum(Axes axes) implements LinearOp {

  @Override
  public String name() {
    return "reduce_sum";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    return ReductionRules.type(name(), axes, DTypes.NUMERIC, operands.getFirst());
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return ReductionRules.lowering(ReduceOp.SUM, axes, operands.getFirst());
  }

  @Override
  public Array transpose(Array cotangent, ShapedArray operand) {
    return ShapeOps.broadcastInDim(cotangent, operand.shape(), axes.complement(operand.rank()));
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> batchAxes) {
    var shifted = axes.shiftedFrom(batchAxes.getFirst());
    return Batched.of(
        Trace.bind(new ReduceSum(shifted), operands.getFirst()),
        batchAxes.getFirst() - shifted.countBelow(batchAxes.getFirst()));
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedRules.reduction(this, call, axes, ReduceOp.SUM);
  }
}
