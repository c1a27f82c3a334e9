package io.cambric.lax.conv;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.kernel.ReduceOp;
import io.cambric.lax.op.Batching;
import io.cambric.lax.op.SingleResult;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A linear map between the elements of an array and its windows. Each window selects the largest or
 * smallest element; the first of equal ones, and a NaN before all others. Operands: the values that
 * are moved, and the array that selects. Linear in the values.
 */
interface WindowSelection extends SingleResult {

  /** {@return {@code MAX} or {@code MIN}} */
  ReduceOp op();

  /** {@return the window} */
  Window window();

  /** {@return the same map for another window} */
  WindowSelection withWindow(Window other);

  /** {@return the map in the opposite direction} */
  WindowSelection transposed();

  /** {@return the type of values that have an element for each window of an array} */
  default ShapedArray windowsOf(ShapedArray operand) {
    return operand.withShape(window().result(name(), operand));
  }

  @Override
  default String paramsText() {
    return "select_prim=%s %s".formatted(op() == ReduceOp.MAX ? "ge" : "le", window().toText());
  }

  @Override
  default Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var operand = primals.get(1);
    var tangent = tangents.get(0);
    return Jvp.of(
        Trace.bind(this, primals.get(0), operand),
        tangent == null ? null : Trace.bind(this, tangent, operand));
  }

  @Override
  default List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    return Arrays.asList(
        cotangent != null && operands.get(1) instanceof LinearOperand.Known(var operand)
            ? Trace.bind(transposed(), cotangent, operand)
            : null,
        null);
  }

  @Override
  default Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var values = Batching.toFront(axis, operands.get(0), axes.get(0));
    var operand = Batching.toFront(axis, operands.get(1), axes.get(1));
    return Batched.of(Trace.bind(withWindow(window().withLanes(0)), values, operand), 0);
  }
}
