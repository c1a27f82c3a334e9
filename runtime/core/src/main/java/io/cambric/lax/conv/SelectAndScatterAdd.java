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
 * Zeros like an array, with each source element added where its window selects. A window selects
 * the largest or smallest element, the first of equals, a NaN before all. Operands: the source,
 * shaped like the windows, and the array. Linear in the source; the gradient of max and min
 * pooling.
 *
 * @param op {@code MAX} or {@code MIN}
 * @param window the window
 */
public record SelectAndScatterAdd(ReduceOp op, Window window) implements SingleResult {

  @Override
  public String name() {
    return "select_and_scatter_add";
  }

  @Override
  public String paramsText() {
    return "select_prim=%s %s".formatted(op == ReduceOp.MAX ? "ge" : "le", window.toText());
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var source = operands.get(0);
    var operand = operands.get(1);
    var expected = operand.withShape(window.result(name(), operand));
    if (!source.strong().equals(expected.strong())) {
      throw new ShapeException(
          "select_and_scatter_add needs a source %s for the windows of an operand %s, but got %s."
              .formatted(expected, operand, source));
    }
    return source.withShape(operand.shape());
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var operand = operands.get(1);
    var spec = window.spec(operand.shape(), operands.get(0).shape());
    return new Lowering.Kernel((kernels, in, out, _) ->
        kernels.selectAndScatterAdd(
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
            ? Trace.bind(new SelectAndGatherAdd(op, window), cotangent, operand)
            : null,
        null);
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var source = Batching.toFront(axis, operands.get(0), axes.get(0));
    var operand = Batching.toFront(axis, operands.get(1), axes.get(1));
    return Batched.of(
        Trace.bind(new SelectAndScatterAdd(op, window.withLanes(0)), source, operand), 0);
  }
}
