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
 * The density of the gamma distribution, {@code x^(a-1) exp(-x) / gamma(a)} of operands a and x:
 * the derivative of {@link Igamma} along x.
 */
public record GammaDensity() implements RealFunctionOp {

  @Override
  public String name() {
    return "gamma_density";
  }

  @Override
  public double at(double[] point) {
    return IncompleteGamma.density(point[0], point[1]);
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var a = primals.get(0);
    var x = primals.get(1);
    var result = Trace.bind(this, primals).getFirst();
    var da = tangents.get(0);
    var dx = tangents.get(1);
    var alongA =
        da == null
            ? null
            : BinaryOps.mul(da, BinaryOps.sub(UnaryOps.log(x), SpecialOps.digamma(a)));
    var alongX = dx == null ? null : BinaryOps.mul(dx, slope(a, x));
    var relative =
        Tangents.add(Tangents.broadcast(alongA, result), Tangents.broadcast(alongX, result));
    return Jvp.of(result, relative == null ? null : BinaryOps.mul(relative, result));
  }

  private static Array slope(Array a, Array x) {
    var ratio = BinaryOps.div(BinaryOps.sub(a, ShapeOps.fullLike(a, 1)), x);
    return BinaryOps.sub(ratio, ShapeOps.fullLike(ratio, 1));
  }
}
