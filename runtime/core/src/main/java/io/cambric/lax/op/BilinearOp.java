package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operation that is linear in each of its first two operands, such as a product. Each tangent
 * goes through the operation itself, next to the value of the other operand. Further operands, such
 * as sizes of groups, have no tangents.
 */
public interface BilinearOp extends SingleResult {

  @Override
  default Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    return Jvp.of(
        Trace.bind(this, primals).getFirst(),
        Tangents.add(along(0, primals, tangents), along(1, primals, tangents)));
  }

  private @Nullable Array along(int operand, List<Array> primals, List<@Nullable Array> tangents) {
    var tangent = tangents.get(operand);
    if (tangent == null) {
      return null;
    }
    var operands = new ArrayList<>(primals);
    operands.set(operand, tangent);
    return Trace.bind(this, operands).getFirst();
  }
}
