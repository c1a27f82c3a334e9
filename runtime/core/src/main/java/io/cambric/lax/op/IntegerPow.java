package io.cambric.lax.op;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Lowering;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.util.ArrayList;
import java.util.List;

/**
 * Each element to a fixed integer power, by repeated squaring; negative powers are reciprocals.
 * Halves are rounded after each product, as in JAX.
 *
 * @param y the exponent
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.integer_pow.html">lax.integer_pow</a>
 */
record IntegerPow(int y) implements UnaryOp {

  @Override
  public String name() {
    return "integer_pow";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.INTEGER_POW;
  }

  @Override
  public double immediate() {
    return y;
  }

  @Override
  public DTypes accepts() {
    return DTypes.NUMERIC;
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var dtype = operands.getFirst().dtype();
    return dtype.isFloating() && dtype.bytes() == 2 && y != 0
        ? new Lowering.Elementwise(products(dtype))
        : UnaryOp.super.lower(operands);
  }

  /** Computes the products one by one and rounds each. */
  private LoopBody products(DType dtype) {
    var code = new ArrayList<Instr>();
    int square = 0;
    int power = -1;
    // The shift is unsigned: the least integer has no positive counterpart.
    for (int rest = Math.abs(y); rest != 0; rest >>>= 1) {
      if ((rest & 1) != 0 && power < 0) {
        power = square;
      } else if ((rest & 1) != 0) {
        code.add(Instr.of(ScalarOp.MUL, dtype, power, square));
        power = code.size();
      }
      if (rest >>> 1 != 0) {
        code.add(Instr.of(ScalarOp.MUL, dtype, square, square));
        square = code.size();
      }
    }
    if (y < 0) {
      code.add(Instr.constant(dtype, 1));
      code.add(Instr.of(ScalarOp.DIV, dtype, code.size(), power));
      power = code.size();
    }
    return new LoopBody(List.of(dtype), code, List.of(power));
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    if (y == 0) {
      return BinaryOps.mul(tangent, ShapeOps.fullLike(x, 0));
    }
    return y == 1
        ? tangent
        : BinaryOps.mul(
            tangent, BinaryOps.mul(ShapeOps.fullLike(x, y), UnaryOps.integerPow(x, y - 1)));
  }
}
