package io.cambric.lax.op;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Lowering;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.util.List;

/**
 * Logistic function {@code 1 / (1 + exp(-x))}. Derivative {@code logistic(x) (1 - logistic(x))}.
 *
 * <p>Halves are rounded after each of the four operations, as in XLA. For large {@code x} the
 * derivative contains {@code 1 - logistic(x)}, where a single rounding would be visible.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.logistic.html">lax.logistic</a>
 */
record Logistic() implements UnaryOp {

  @Override
  public String name() {
    return "logistic";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.LOGISTIC;
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var dtype = operands.getFirst().dtype();
    return dtype.isFloating() && dtype.bytes() == 2
        ? new Lowering.Elementwise(rounded(dtype))
        : UnaryOp.super.lower(operands);
  }

  private static LoopBody rounded(DType dtype) {
    return new LoopBody(
        List.of(dtype),
        List.of(
            Instr.of(ScalarOp.NEG, dtype, 0),
            Instr.of(ScalarOp.EXP, dtype, 1),
            Instr.constant(dtype, 1),
            Instr.of(ScalarOp.ADD, dtype, 2, 3),
            Instr.of(ScalarOp.DIV, dtype, 3, 4)),
        List.of(5));
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.mul(
        tangent, BinaryOps.mul(result, BinaryOps.sub(ShapeOps.fullLike(x, 1), result)));
  }

  @Override
  public double paddingPoint() {
    return Double.NaN;
  }
}
