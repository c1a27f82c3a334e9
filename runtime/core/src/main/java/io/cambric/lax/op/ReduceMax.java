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
import org.jspecify.annotations.Nullable;

/**
 * Largest (or smallest) element over some axes; NaN if there is one; the identity for no elements.
 *
 * <p>The tangent is the mean of the tangents of all elements that tie. If the result is NaN, so are
 * its tangent and the cotangents of all elements that it reduces.
 *
 * @param op {@code MAX} or {@code MIN}
 * @param axes the axes to reduce, ascending
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.reduce_max.html">lax.reduce_max</a>
 */
record ReduceMax(ReduceOp op, Axes axes) implements SingleResult {

  @Override
  public String name() {
    return op == ReduceOp.MAX ? "reduce_max" : "reduce_min";
  }

  @Override
  public String paramsText() {
    return "axes=" + axes.toTuple();
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    return ReductionRules.type(name(), axes, DTypes.ANY, operands.getFirst());
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return ReductionRules.lowering(op, axes, operands.getFirst());
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var x = primals.getFirst();
    var result = Trace.bind(this, x);
    var tangent = tangents.getFirst();
    if (tangent == null) {
      return Jvp.of(result, null);
    }
    var spread = ShapeOps.broadcastInDim(result, x.shape(), axes.complement(x.rank()));
    // Equality would be false for NaN; no element is less than a NaN.
    var lost = op == ReduceOp.MAX ? BinaryOps.lt(x, spread) : BinaryOps.gt(x, spread);
    var zero = ShapeOps.fullLike(x, 0);
    var count = ReductionOps.reduceSum(BinaryOps.select(lost, zero, ShapeOps.fullLike(x, 1)), axes);
    var divisor =
        BinaryOps.select(BinaryOps.eq(result, result), count, ShapeOps.fullLike(count, Double.NaN));
    // A selection, not a multiplication by 0: the tangent of another element may be infinite.
    var won = BinaryOps.select(lost, zero, tangent);
    return Jvp.of(result, BinaryOps.div(ReductionOps.reduceSum(won, axes), divisor));
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> batchAxes) {
    var shifted = axes.shiftedFrom(batchAxes.getFirst());
    return Batched.of(
        Trace.bind(new ReduceMax(op, shifted), operands.getFirst()),
        batchAxes.getFirst() - shifted.countBelow(batchAxes.getFirst()));
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedRules.reduction(this, call, axes, op);
  }
}
