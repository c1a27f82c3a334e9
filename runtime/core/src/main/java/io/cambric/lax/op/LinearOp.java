package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operation that is linear in its single array operand. The tangent goes through the operation
 * itself; a class adds only the transpose rule.
 */
interface LinearOp extends SingleResult {

  /** {@return the cotangent of the operand} */
  Array transpose(Array cotangent, io.cambric.core.ShapedArray operand);

  @Override
  default Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var tangent = tangents.getFirst();
    return Jvp.of(
        Trace.bind(this, primals.getFirst()), tangent == null ? null : Trace.bind(this, tangent));
  }

  @Override
  default List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    return Collections.singletonList(
        cotangent == null ? null : transpose(cotangent, operands.getFirst().aval()));
  }
}
