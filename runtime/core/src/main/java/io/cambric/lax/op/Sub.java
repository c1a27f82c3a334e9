package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.ScalarOp;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Difference of two operands; integers wrap. Jointly linear in both.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.sub.html">lax.sub</a>
 */
record Sub() implements ElementwiseOp {

  @Override
  public String name() {
    return "sub";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.SUB;
  }

  @Override
  public DTypes accepts() {
    return DTypes.NUMERIC;
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var difference = Trace.bind(this, primals.get(0), primals.get(1));
    var dx = Tangents.broadcast(tangents.get(0), difference);
    var dy = Tangents.broadcast(tangents.get(1), difference);
    if (dx != null && dy != null) {
      return Jvp.of(difference, Trace.bind(this, dx, dy));
    }
    return Jvp.of(difference, dx != null ? dx : Tangents.neg(dy));
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    return Arrays.asList(
        Tangents.toOperand(cotangent, operands.get(0)),
        Tangents.neg(Tangents.toOperand(cotangent, operands.get(1))));
  }

  @Override
  public double paddingPoint() {
    return Double.NaN;
  }
}
