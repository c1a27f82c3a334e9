package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.ScalarOp;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Quotient of two operands. Integers truncate; division by zero gives -1, or all ones if unsigned.
 * Linear in the numerator: {@code (x / y)' = x' / y - y' x y^-2}. As in XLA, the product and the
 * difference are rounded once, except for halves.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.div.html">lax.div</a>
 */
public record Div() implements ElementwiseOp {

  @Override
  public String name() {
    return "div";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.DIV;
  }

  @Override
  public DTypes accepts() {
    return DTypes.NUMERIC;
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var x = primals.get(0);
    var y = primals.get(1);
    var quotient = Trace.bind(this, x, y);
    var dx = tangents.get(0);
    var dy = tangents.get(1);
    var first = dx == null ? null : Tangents.broadcast(Trace.bind(this, dx, y), quotient);
    if (dy == null) {
      return Jvp.of(quotient, first);
    }
    var factor = BinaryOps.mul(UnaryOps.neg(dy), x);
    var square = UnaryOps.integerPow(y, -2);
    if (first == null || quotient.dtype().bytes() == 2) {
      var second = Tangents.broadcast(BinaryOps.mul(factor, square), quotient);
      return Jvp.of(quotient, Tangents.add(first, second));
    }
    return Jvp.of(quotient, BinaryOps.fma(factor, square, first));
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    if (!(operands.get(1) instanceof LinearOperand.Known(var divisor))) {
      throw missing("transpose", "a divisor that is not constant");
    }
    var cotangent = cotangents.getFirst();
    return Arrays.asList(
        cotangent != null
            ? Tangents.toOperand(Trace.bind(this, cotangent, divisor), operands.get(0))
            : null,
        null);
  }
}
