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
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sum, product, maximum, minimum or log-sum-exp of all elements up to each, along an axis. Sums and
 * products of halves are rounded at each step, in the order of {@link LowPrecisionScan}. Integers
 * wrap.
 *
 * <p>The sum is linear. The other kinds have the tangents of the balanced tree of {@code
 * lax.associative_scan}. Elements that tie for a maximum therefore share the tangent by the
 * branches of the tree.
 *
 * @param kind the reduction
 * @param axis the axis
 * @param reverse whether it runs from the last element
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.cumsum.html">lax.cumsum</a>
 */
record Cumulative(CumulativeKind kind, int axis, boolean reverse) implements SingleResult {

  @Override
  public String name() {
    return kind.primitive();
  }

  @Override
  public String paramsText() {
    return "axis=%d reverse=%s".formatted(axis, reverse);
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    var accepts = kind == CumulativeKind.LOG_SUM_EXP ? DTypes.FLOATING : DTypes.NUMERIC;
    ReductionRules.type(name(), Axes.of(axis), accepts, operand);
    return operand;
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    return new Lowering.Kernel((kernels, in, out, _) ->
        CumulativeKernel.run(
            kernels,
            this,
            operand.shape(),
            DenseOperands.of(kernels, operand, in.getFirst()),
            out.getFirst()));
  }

  @Override
  public long kernelFlops(List<ShapedArray> operands) {
    return operands.getFirst().shape().size();
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var x = primals.getFirst();
    var result = Trace.bind(this, x);
    var tangent = tangents.getFirst();
    if (tangent == null) {
      return Jvp.of(result, null);
    }
    return Jvp.of(
        result,
        kind == CumulativeKind.SUM
            ? Trace.bind(this, tangent)
            : ScanTangent.of(kind.combine(), x, tangent, axis, reverse));
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    if (kind != CumulativeKind.SUM) {
      throw missing("transpose", "reverse differentiation");
    }
    var cotangent = cotangents.getFirst();
    return Collections.singletonList(
        cotangent == null ? null : Trace.bind(new Cumulative(kind, axis, !reverse), cotangent));
  }

  @Override
  public Batched batch(MappedAxis mapped, List<Array> operands, List<Integer> axes) {
    int at = axes.getFirst();
    var batched = new Cumulative(kind, axis >= at ? axis + 1 : axis, reverse);
    return Batched.of(Trace.bind(batched, operands.getFirst()), at);
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedOrders.cumulative(this, call);
  }
}
