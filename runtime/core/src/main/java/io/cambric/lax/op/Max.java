package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The larger of two operands; NaN if either is NaN, and {@code max(-0, 0) = 0}.
 *
 * <p>The tangent is the tangent of the larger operand, or half of each if they are equal.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.max.html">lax.max</a>
 */
record Max() implements ElementwiseOp {

  @Override
  public String name() {
    return "max";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.MAX;
  }

  @Override
  public DTypes accepts() {
    return DTypes.ANY;
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    return Extremum.jvp(this, primals, tangents);
  }

  @Override
  public double paddingPoint() {
    return Double.NaN;
  }
}
