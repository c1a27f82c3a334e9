package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.ShapeException;
import io.cambric.kernel.ScalarOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code min(max(lo, x), hi)}; operands lo, x, hi; the bounds may be scalars.
 *
 * <p>The tangent is the tangent of {@code x} strictly between the bounds. It is the tangent of
 * {@code lo} where {@code x < lo < hi}, and the tangent of {@code hi} where {@code hi < x}; else 0.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.clamp.html">lax.clamp</a>
 */
record Clamp() implements ElementwiseOp {

  @Override
  public String name() {
    return "clamp";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.CLAMP;
  }

  @Override
  public DTypes accepts() {
    return DTypes.ANY;
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var result = ElementwiseOp.super.type(operands);
    if (!result.shape().equals(operands.get(1).shape())) {
      throw new ShapeException(
          "clamp needs bounds that are scalars or have the shape of the operand %s, but got %s and %s. Broadcast the operand."
              .formatted(operands.get(1), operands.get(0), operands.get(2)));
    }
    return result;
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var lo = primals.get(0);
    var x = primals.get(1);
    var hi = primals.get(2);
    var result = Trace.bind(this, lo, x, hi);
    var fromLo = masked(tangents.get(0), result, BinaryOps.gt(lo, x), BinaryOps.lt(lo, hi));
    var fromX = masked(tangents.get(1), result, BinaryOps.gt(x, lo), BinaryOps.lt(x, hi));
    var fromHi = masked(tangents.get(2), result, BinaryOps.lt(hi, x), null);
    return Jvp.of(result, Tangents.add(Tangents.add(fromLo, fromX), fromHi));
  }

  private static @Nullable Array masked(
      @Nullable Array tangent, Array result, Array first, @Nullable Array second) {
    var spread = Tangents.broadcast(tangent, result);
    if (spread == null) {
      return null;
    }
    var mask = second == null ? first : BinaryOps.bitwiseAnd(first, second);
    return BinaryOps.select(mask, spread, ShapeOps.fullLike(result, 0));
  }

  @Override
  public double paddingPoint() {
    return Double.NaN;
  }
}
