package io.cambric.lax.conv;

import io.cambric.core.Lowering;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.kernel.ReduceOp;
import java.util.List;

/**
 * The gradient of max and min pooling: zeros like an array, with each source element added to the
 * element that its window selects. That is the largest or smallest element; the first of equal
 * ones, and a NaN before all others. Operands: the source, shaped like the windows, and the array.
 * Linear in the source.
 *
 * @param op {@code MAX} or {@code MIN}
 * @param window the window
 */
public record SelectAndScatterAdd(ReduceOp op, Window window) implements WindowSelection {

  @Override
  public String name() {
    return "select_and_scatter_add";
  }

  @Override
  public SelectAndScatterAdd withWindow(Window other) {
    return new SelectAndScatterAdd(op, other);
  }

  @Override
  public SelectAndGatherAdd transposed() {
    return new SelectAndGatherAdd(op, window);
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var source = operands.get(0);
    var operand = operands.get(1);
    var expected = windowsOf(operand);
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
}
