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
import java.util.Locale;

/**
 * Bitwise and, or, or exclusive or over some axes; for bool the logical operation. A reduction of
 * no elements gives all ones for and, else 0.
 *
 * @param op {@code AND}, {@code OR} or {@code XOR}
 * @param axes the axes to reduce, ascending
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.reduce_and.html">lax.reduce_and</a>
 */
record ReduceBits(ReduceOp op, Axes axes) implements FlatOp {

  @Override
  public String name() {
    return "reduce_" + op.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String paramsText() {
    return "axes=" + axes.toTuple();
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    return ReductionRules.type(name(), axes, DTypes.INTEGER_OR_BOOL, operands.getFirst());
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return ReductionRules.lowering(op, axes, operands.getFirst());
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> batchAxes) {
    var shifted = axes.shiftedFrom(batchAxes.getFirst());
    return Batched.of(
        Trace.bind(new ReduceBits(op, shifted), operands.getFirst()),
        batchAxes.getFirst() - shifted.countBelow(batchAxes.getFirst()));
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedRules.reduction(this, call, axes, op);
  }
}
