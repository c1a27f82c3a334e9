package io.cambric.lax;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A derivative of {@link Digamma}. Its own derivative is that of the next order.
 *
 * @param m the order, not negative; 0 is digamma itself
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.polygamma.html">lax.polygamma</a>
 */
record Polygamma(int m) implements RealFunctionOp {

  Polygamma {
    if (m < 0) {
      throw new DTypeException(
          "polygamma needs an order that is not negative, but got %d.".formatted(m));
    }
  }

  @Override
  public String name() {
    return "polygamma";
  }

  @Override
  public DoubleUnaryOperator function() {
    return x -> GammaFunctions.polygamma(m, x);
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var x = primals.getFirst();
    var tangent = tangents.getFirst();
    return Jvp.of(
        Trace.bind(this, x), tangent == null ? null : Lax.mul(tangent, Lax.polygamma(m + 1, x)));
  }
}
