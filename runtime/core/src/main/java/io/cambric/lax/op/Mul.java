package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.ScalarOp;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Product of two operands; integers wrap. Linear in each: {@code (x y)' = x' y + x y'}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.mul.html">lax.mul</a>
 */
public record Mul() implements ElementwiseOp {

  @Override
  public String name() {
    return "mul";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.MUL;
  }

  @Override
  public DTypes accepts() {
    return DTypes.NUMERIC;
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var x = primals.get(0);
    var y = primals.get(1);
    var product = Trace.bind(this, x, y);
    var dx = tangents.get(0);
    var dy = tangents.get(1);
    return Jvp.of(
        product,
        Tangents.add(
            dx == null ? null : Tangents.broadcast(Trace.bind(this, dx, y), product),
            dy == null ? null : Tangents.broadcast(Trace.bind(this, x, dy), product)));
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    if (operands.stream().noneMatch(LinearOperand.Known.class::isInstance)) {
      throw missing("transpose", "a product of two linear operands");
    }
    return Arrays.asList(
        cotangent(cotangents.getFirst(), operands.get(0), operands.get(1)),
        cotangent(cotangents.getFirst(), operands.get(1), operands.get(0)));
  }

  private @Nullable Array cotangent(
      @Nullable Array cotangent, LinearOperand operand, LinearOperand other) {
    return cotangent != null
            && operand instanceof LinearOperand.Unknown
            && other instanceof LinearOperand.Known(var factor)
        ? Tangents.toOperand(Trace.bind(this, cotangent, factor), operand)
        : null;
  }

  @Override
  public double paddingPoint() {
    return Double.NaN;
  }
}
