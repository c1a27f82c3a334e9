package io.cambric.lax.conv;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.ShapeException;
import io.cambric.kernel.ReduceOp;
import io.cambric.lax.op.Batching;
import io.cambric.lax.op.SingleResult;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * For each place of a window, the tangent at the element that the window selects. That is the
 * largest or smallest element, the first of equals, a NaN before all. A window of padding alone
 * gives 0. Operands: tangents and the array of one shape. Linear in the tangents.
 *
 * @param op {@code MAX} or {@code MIN}
 * @param window the window
 */
public record SelectAndGatherAdd(ReduceOp op, Window window) implements SingleResult {

  @Override
  public String name() {
    return "select_and_gather_add";
  }

  @Override
  public String paramsText() {
    return "select_prim=%s %s".formatted(op == ReduceOp.MAX ? "ge" : "le", window.toText());
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var tangents = operands.get(0);
    var operand = operands.get(1);
    if (!tangents.strong().equals(operand.strong())) {
      throw new ShapeException(
          "select_and_gather_add needs tangents like the operand %s, but got %s."
              .formatted(operand, tangents));
    }
    return tangents.withShape(window.result(name(), operand));
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var operand = operands.get(1);
    var spec = window.spec(operand.shape(), type(operands).shape());
    return new Lowering.Kernel((kernels, in, out, _) ->
        kernels.selectAndGatherAdd(
            op == ReduceOp.MAX, spec, operand.dtype(), in.get(0), in.get(1), out.getFirst()));
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var operand = primals.get(1);
    var tangent = tangents.get(0);
    return Jvp.of(
        Trace.bind(this, primals.get(0), operand),
        tangent == null ? null : Trace.bind(this, tangent, operand));
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    return Arrays.asList(
        cotangent != null && operands.get(1) instanceof LinearOperand.Known(var operand)
            ? Trace.bind(new SelectAndScatterAdd(op, window), cotangent, operand)
            : null,
        null);
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var tangents = Batching.toFront(axis, operands.get(0), axes.get(0));
    var operand = Batching.toFront(axis, operands.get(1), axes.get(1));
    return Batched.of(
        Trace.bind(new SelectAndGatherAdd(op, window.withLanes(0)), tangents, operand), 0);
  }
}
