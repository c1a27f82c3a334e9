package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.ScalarOp;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sum of two operands; integers wrap. Jointly linear in both.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.add.html">lax.add</a>
 */
public record Add() implements ElementwiseOp {

  @Override
  public String name() {
    return "add";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.ADD;
  }

  @Override
  public DTypes accepts() {
    return DTypes.NUMERIC;
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var x = primals.get(0);
    var y = primals.get(1);
    var sum = Trace.bind(this, x, y);
    return Jvp.of(
        sum,
        Tangents.add(
            Tangents.broadcast(tangents.get(0), sum), Tangents.broadcast(tangents.get(1), sum)));
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    return Arrays.asList(
        Tangents.toOperand(cotangent, operands.get(0)),
        Tangents.toOperand(cotangent, operands.get(1)));
  }

  @Override
  public double paddingPoint() {
    return Double.NaN;
  }
}
