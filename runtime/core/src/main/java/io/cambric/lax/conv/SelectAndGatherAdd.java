package io.cambric.lax.conv;

import io.cambric.core.Lowering;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.kernel.ReduceOp;
import java.util.List;

/**
 * For each position of a window, the tangent of the element that the window selects: the largest or
 * smallest one. Of equal elements it selects the first, and a NaN before all others. A window that
 * holds only padding gives 0. Operands: tangents and the array, of one shape. Linear in the
 * tangents.
 *
 * @param op {@code MAX} or {@code MIN}
 * @param window the window
 */
public record SelectAndGatherAdd(ReduceOp op, Window window) implements WindowSelection {

  @Override
  public String name() {
    return "select_and_gather_add";
  }

  @Override
  public SelectAndGatherAdd withWindow(Window other) {
    return new SelectAndGatherAdd(op, other);
  }

  @Override
  public SelectAndScatterAdd transposed() {
    return new SelectAndScatterAdd(op, window);
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
    return tangents.withShape(windowsOf(operand).shape());
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var operand = operands.get(1);
    var spec = window.spec(operand.shape(), type(operands).shape());
    return new Lowering.Kernel((kernels, in, out, _) ->
        kernels.selectAndGatherAdd(
            op == ReduceOp.MAX, spec, operand.dtype(), in.get(0), in.get(1), out.getFirst()));
  }
}
