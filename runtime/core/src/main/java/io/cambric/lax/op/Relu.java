package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.core.Lowering;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.util.List;

/**
 * {@code max(x, 0)}; NaN stays. Derivative 1 above 0, else 0, also at 0; second derivative 0.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.nn.relu.html">nn.relu</a>
 */
record Relu() implements UnaryOp {

  @Override
  public String name() {
    return "relu";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.MAX;
  }

  @Override
  public DTypes accepts() {
    return DTypes.NUMERIC;
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var dtype = operands.getFirst().dtype();
    return new Lowering.Elementwise(
        new LoopBody(
            List.of(dtype),
            List.of(Instr.constant(dtype, 0), Instr.of(ScalarOp.MAX, dtype, 0, 1)),
            List.of(2)));
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    var zero = ShapeOps.fullLike(x, 0);
    return BinaryOps.select(BinaryOps.gt(x, zero), tangent, zero);
  }

  @Override
  public double paddingPoint() {
    return Double.NaN;
  }
}
