package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The smaller of two operands; NaN if either is NaN. The tangent follows the rule of {@link Max}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.min.html">lax.min</a>
 */
record Min() implements ElementwiseOp {

  @Override
  public String name() {
    return "min";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.MIN;
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
