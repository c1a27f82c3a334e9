package io.cambric.lax.special;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.RealFunctionOp;
import io.cambric.lax.op.ShapeOps;
import io.cambric.lax.op.Tangents;
import io.cambric.lax.op.UnaryOps;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The density of the beta distribution, {@code x^(a-1) (1-x)^(b-1) / B(a, b)} of operands a, b and
 * x: the derivative of {@link RegularizedIncompleteBeta} along x.
 */
public record BetaDensity() implements RealFunctionOp {

  @Override
  public String name() {
    return "beta_density";
  }

  @Override
  public double at(double[] point) {
    return IncompleteBeta.density(point[0], point[1], point[2]);
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var a = primals.get(0);
    var b = primals.get(1);
    var x = primals.get(2);
    var result = Trace.bind(this, primals).getFirst();
    var one = ShapeOps.fullLike(x, 1);
    var rest = BinaryOps.sub(one, x);
    var left = BinaryOps.div(BinaryOps.sub(a, ShapeOps.fullLike(a, 1)), x);
    var right = BinaryOps.div(BinaryOps.sub(b, ShapeOps.fullLike(b, 1)), rest);
    var powers =
        Tangents.add(
            scaled(tangents.get(0), UnaryOps.log(x), result),
            Tangents.add(
                scaled(tangents.get(1), UnaryOps.log1p(UnaryOps.neg(x)), result),
                scaled(tangents.get(2), BinaryOps.sub(left, right), result)));
    var norm = LogBeta.tangent(primals, tangents, result);
    var relative = Tangents.add(powers, Tangents.neg(norm));
    return Jvp.of(result, relative == null ? null : BinaryOps.mul(relative, result));
  }

  private static @Nullable Array scaled(@Nullable Array tangent, Array factor, Array result) {
    return tangent == null ? null : Tangents.broadcast(BinaryOps.mul(tangent, factor), result);
  }
}
