package io.cambric.lax.special;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.scalar.DoubleGammaMath;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.RealFunctionOp;
import io.cambric.lax.op.ShapeOps;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Derivative of {@link Digamma}: {@link Polygamma} of order 1. With a static order, it can have a
 * loop body. Derivative {@code polygamma(2, x)}.
 */
public record Trigamma() implements RealFunctionOp {

  @Override
  public String name() {
    return "trigamma";
  }

  @Override
  public double at(double[] point) {
    return DoubleGammaMath.trigamma(point[0]);
  }

  @Override
  public LoopBody body(DType dtype) {
    return LoopBody.of(ScalarOp.TRIGAMMA, dtype, 0, List.of(dtype));
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var x = primals.getFirst();
    var tangent = tangents.getFirst();
    return Jvp.of(
        Trace.bind(this, x),
        tangent == null
            ? null
            : BinaryOps.mul(tangent, SpecialOps.polygamma(ShapeOps.fullLike(x, 2), x)));
  }
}
