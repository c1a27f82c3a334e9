package io.cambric.lax;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive.LinearOperand;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tangent of {@link SinOverX}: {@code t cos(x) / x - t sin(x) / x^2} for operands {@code t} and
 * {@code x} of one shape. Linear in {@code t}.
 *
 * <p>Near 0 the terms cancel and little but their rounding is left, so product and sum are rounded
 * once where XLA does it: in the tangent the second product, in its transpose the first.
 *
 * @param transposed which of the two roundings
 */
record SinOverXTangent(boolean transposed) implements SingleResult {

  @Override
  public String name() {
    return "sin_over_x_tangent";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    return operands.get(0).withShape(ElementwiseOp.commonShape(name(), operands));
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var dtype = operands.getFirst().dtype();
    var head =
        List.of(
            Instr.of(ScalarOp.COS, dtype, 1),
            Instr.of(ScalarOp.SIN, dtype, 1),
            new Instr(ScalarOp.INTEGER_POW, dtype, List.of(1), -2),
            Instr.of(ScalarOp.NEG, dtype, 0));
    var tail =
        transposed
            ? List.of(
                Instr.of(ScalarOp.MUL, dtype, 5, 4),
                Instr.of(ScalarOp.MUL, dtype, 6, 3),
                Instr.of(ScalarOp.DIV, dtype, 0, 1),
                Instr.of(ScalarOp.FMA, dtype, 2, 8, 7))
            : List.of(
                Instr.of(ScalarOp.MUL, dtype, 5, 3),
                Instr.of(ScalarOp.MUL, dtype, 0, 2),
                Instr.of(ScalarOp.DIV, dtype, 7, 1),
                Instr.of(ScalarOp.FMA, dtype, 6, 4, 8));
    var code = new ArrayList<>(head);
    code.addAll(tail);
    return new Lowering.Elementwise(new LoopBody(List.of(dtype, dtype), code, List.of(9)));
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var t = primals.get(0);
    var x = primals.get(1);
    var result = Trace.bind(this, t, x);
    var dt = tangents.get(0);
    var dx = tangents.get(1);
    return Jvp.of(
        result,
        Tangents.add(
            dt == null ? null : Trace.bind(this, dt, x),
            dx == null ? null : Lax.mul(Lax.mul(t, dx), curvature(x))));
  }

  /** The second derivative, {@code 2 sin(x) / x^3 - 2 cos(x) / x^2 - sin(x) / x}. */
  private static Array curvature(Array x) {
    var inverse = Lax.integerPow(x, -2);
    var ratio = Trace.bind(new SinOverX(), x);
    var bend = Lax.mul(Lax.mul(Lax.fullLike(x, 2), inverse), Lax.sub(ratio, Lax.cos(x)));
    return Lax.sub(bend, ratio);
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    return Arrays.asList(
        cotangent != null && operands.get(1) instanceof LinearOperand.Known(var x)
            ? Trace.bind(new SinOverXTangent(!transposed), cotangent, x)
            : null,
        null);
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    return ElementwiseOp.batch(this, axis, operands, axes);
  }
}
