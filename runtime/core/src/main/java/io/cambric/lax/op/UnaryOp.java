package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A differentiable scalar function of one operand, not linear. */
interface UnaryOp extends ElementwiseOp {

  /**
   * {@return the derivative along a tangent}
   *
   * @param result the function's value at {@code x}
   */
  Array tangent(Array x, Array result, Array tangent);

  @Override
  default Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var x = primals.getFirst();
    var result = Trace.bind(this, x);
    var tangent = tangents.getFirst();
    return Jvp.of(result, tangent == null ? null : tangent(x, result, tangent));
  }
}
