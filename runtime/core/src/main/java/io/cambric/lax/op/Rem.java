package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Remainder of the truncated quotient, with the sign of the dividend, as in C. The remainder of an
 * integer by zero is the integer. Derivatives 1 and {@code -trunc(x / y)}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.rem.html">lax.rem</a>
 */
record Rem() implements BinaryOp {

  @Override
  public String name() {
    return "rem";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.REM;
  }

  @Override
  public DTypes accepts() {
    return DTypes.NUMERIC;
  }

  @Override
  public Array tangentX(Array x, Array y, Array result, Array tangent) {
    return tangent;
  }

  @Override
  public Array tangentY(Array x, Array y, Array result, Array tangent) {
    var quotient = BinaryOps.div(x, y);
    return BinaryOps.mul(
        UnaryOps.neg(tangent),
        BinaryOps.mul(UnaryOps.sign(quotient), UnaryOps.floor(UnaryOps.abs(quotient))));
  }
}
