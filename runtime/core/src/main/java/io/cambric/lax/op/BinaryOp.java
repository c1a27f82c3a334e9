package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A differentiable scalar function of two operands, linear in neither. */
interface BinaryOp extends ElementwiseOp {

  /** {@return the derivative along a tangent of the first operand} */
  Array tangentX(Array x, Array y, Array result, Array tangent);

  /** {@return the derivative along a tangent of the second operand} */
  Array tangentY(Array x, Array y, Array result, Array tangent);

  @Override
  default Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var x = primals.get(0);
    var y = primals.get(1);
    var result = Trace.bind(this, x, y);
    var dx = tangents.get(0);
    var dy = tangents.get(1);
    return Jvp.of(
        result,
        Tangents.add(
            dx == null ? null : Tangents.broadcast(tangentX(x, y, result, dx), result),
            dy == null ? null : Tangents.broadcast(tangentY(x, y, result, dy), result)));
  }
}
