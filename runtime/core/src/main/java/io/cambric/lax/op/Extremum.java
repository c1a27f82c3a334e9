package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Primitive;
import io.cambric.core.Trace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The derivative of max and min: 1 for the selected operand, or a half for each of two equal
 * operands.
 */
final class Extremum {

  private Extremum() {}

  static Primitive.Jvp jvp(
      Primitive operation, List<Array> primals, List<@Nullable Array> tangents) {
    var x = primals.get(0);
    var y = primals.get(1);
    var result = Trace.bind(operation, x, y);
    return Primitive.Jvp.of(
        result,
        Tangents.add(share(tangents.get(0), x, y, result), share(tangents.get(1), y, x, result)));
  }

  private static @Nullable Array share(
      @Nullable Array tangent, Array own, Array other, Array result) {
    if (tangent == null) {
      return null;
    }
    var one = ShapeOps.fullLike(result, 1);
    var half = ShapeOps.fullLike(result, 0.5);
    var zero = ShapeOps.fullLike(result, 0);
    var won = BinaryOps.eq(own, result);
    var tied = BinaryOps.eq(other, result);
    var mask = BinaryOps.select(won, BinaryOps.select(tied, half, one), zero);
    var spread =
        tangent.rank() == result.rank()
            ? tangent
            : ShapeOps.broadcastInDim(tangent, result.shape(), Axes.of());
    return BinaryOps.mul(spread, mask);
  }
}
