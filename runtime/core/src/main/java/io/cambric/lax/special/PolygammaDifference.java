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
 * The difference of a derivative of {@link Digamma} at {@code a} and at {@code a + b}: the
 * remainder where b is small compared with a. The derivatives of {@link LogBeta} are made of it.
 *
 * @param order the order, 0 for digamma itself
 */
public record PolygammaDifference(int order) implements RealFunctionOp {

  @Override
  public String name() {
    return "polygamma_difference";
  }

  @Override
  public String paramsText() {
    return "order=" + order;
  }

  @Override
  public double at(double[] point) {
    return GammaFunctions.polygammaDifference(order, point[0], point[1]);
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var a = primals.get(0);
    var b = primals.get(1);
    var result = Trace.bind(this, a, b);
    var da = tangents.get(0);
    var db = tangents.get(1);
    var alongA =
        da == null ? null : BinaryOps.mul(da, Trace.bind(new PolygammaDifference(order + 1), a, b));
    var alongB = db == null ? null : UnaryOps.neg(BinaryOps.mul(db, next(BinaryOps.add(a, b))));
    return Jvp.of(
        result,
        Tangents.add(Tangents.broadcast(alongA, result), Tangents.broadcast(alongB, result)));
  }

  private Array next(Array sum) {
    return SpecialOps.polygamma(ShapeOps.fullLike(sum, order + 1), sum);
  }
}
