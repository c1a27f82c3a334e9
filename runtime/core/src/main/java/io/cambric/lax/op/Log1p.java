package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * {@code log(1 + x)}, exact for small x. Derivative {@code 1 / (x + 1)}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.log1p.html">lax.log1p</a>
 */
record Log1p() implements UnaryOp {

  @Override
  public String name() {
    return "log1p";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.LOG1P;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.div(tangent, BinaryOps.add(x, ShapeOps.fullLike(x, 1)));
  }
}
