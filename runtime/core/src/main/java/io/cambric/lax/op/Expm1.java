package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * {@code exp(x) - 1}, exact for small x. Derivative {@code expm1(x) + 1}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.expm1.html">lax.expm1</a>
 */
record Expm1() implements UnaryOp {

  @Override
  public String name() {
    return "expm1";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.EXPM1;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.mul(tangent, BinaryOps.add(result, ShapeOps.fullLike(x, 1)));
  }
}
