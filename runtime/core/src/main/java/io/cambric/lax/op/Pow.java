package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.core.Lowering;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.util.List;

/**
 * The first operand to the power of the second. The first one is floating, the second one of the
 * same dtype or an integer.
 *
 * <p>Derivatives: {@code y x^(y-1)}, and 0 if {@code y} is the integer 0; and {@code log(x) x^y},
 * with {@code log(0)} replaced by 0.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.pow.html">lax.pow</a>
 */
record Pow() implements BinaryOp {

  @Override
  public String name() {
    return "pow";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.POW;
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var x = operands.get(0);
    var y = operands.get(1);
    if (!x.dtype().isFloating() || (y.dtype() != x.dtype() && !y.dtype().isInteger())) {
      throw new DTypeException(
          "pow needs a base of a floating dtype and an exponent of the same dtype or an integer dtype, but got %s. Convert one with astype."
              .formatted(operands));
    }
    boolean weak = x.weak() && y.weak();
    return new ShapedArray(ElementwiseOp.commonShape(name(), operands), x.dtype(), weak);
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var x = operands.get(0).dtype();
    var y = operands.get(1).dtype();
    if (x == y) {
      return BinaryOp.super.lower(operands);
    }
    return new Lowering.Elementwise(
        new LoopBody(
            List.of(x, y),
            List.of(Instr.of(ScalarOp.CONVERT, x, 1), Instr.of(ScalarOp.POW, x, 0, 2)),
            List.of(3)));
  }

  @Override
  public Array tangentX(Array x, Array y, Array result, Array tangent) {
    var exponent = UnaryOps.convertElementType(y, x.dtype(), y.aval().weak());
    var lowered = BinaryOps.pow(x, BinaryOps.sub(exponent, ShapeOps.fullLike(exponent, 1)));
    if (!y.dtype().isInteger()) {
      return BinaryOps.mul(tangent, BinaryOps.mul(exponent, lowered));
    }
    var slope = BinaryOps.mul(zeroReplaced(exponent), lowered);
    var zero = ShapeOps.fullLike(slope, 0);
    return BinaryOps.mul(
        tangent,
        BinaryOps.select(BinaryOps.eq(exponent, ShapeOps.fullLike(exponent, 0)), zero, slope));
  }

  @Override
  public Array tangentY(Array x, Array y, Array result, Array tangent) {
    return BinaryOps.mul(tangent, BinaryOps.mul(UnaryOps.log(zeroReplaced(x)), result));
  }

  /** {@return x with 1 in place of 0} */
  private static Array zeroReplaced(Array x) {
    return BinaryOps.select(BinaryOps.eq(x, ShapeOps.fullLike(x, 0)), ShapeOps.fullLike(x, 1), x);
  }
}
