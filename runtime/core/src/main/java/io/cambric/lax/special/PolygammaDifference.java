package io.cambric.lax.special;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.LoopCode;
import io.cambric.lax.op.RealFunctionOp;
import io.cambric.lax.op.ShapeOps;
import io.cambric.lax.op.Tangents;
import io.cambric.lax.op.UnaryOps;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A derivative of {@link Digamma} at {@code a} minus the same at {@code a + b}, exact also if b is
 * small compared with a. The derivatives of {@link LogBeta} use it.
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
  public @Nullable LoopBody body(DType dtype) {
    if (order != 0) {
      return null;
    }
    var code = new LoopCode(List.of(dtype, dtype));
    // The difference is computed in f32: that of two rounded halves would have few digits.
    var wide = dtype == DType.F64 ? dtype : DType.F32;
    int a = wide == dtype ? 0 : code.add(ScalarOp.CONVERT, wide, 0);
    int b = wide == dtype ? 1 : code.add(ScalarOp.CONVERT, wide, 1);
    int sum = code.add(ScalarOp.ADD, wide, a, b);
    int least = code.add(ScalarOp.MIN, wide, a, sum);
    int positive = code.add(ScalarOp.GT, DType.BOOL, least, code.literal(wide, 0));
    int apart =
        code.add(
            ScalarOp.SUB,
            wide,
            code.add(ScalarOp.DIGAMMA, wide, a),
            code.add(ScalarOp.DIGAMMA, wide, sum));
    int together = code.add(ScalarOp.DIGAMMA_DIFFERENCE, wide, a, b);
    int result = code.add(ScalarOp.SELECT, wide, positive, apart, together);
    return code.storing(wide == dtype ? result : code.add(ScalarOp.CONVERT, dtype, result));
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
    return order == 0
        ? Trace.bind(new Trigamma(), sum)
        : SpecialOps.polygamma(ShapeOps.fullLike(sum, order + 1), sum);
  }
}
