package io.cambric.interpreters;

import io.cambric.core.Lowering;
import io.cambric.core.NdArray;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.LoopBody;
import java.util.List;

/**
 * A constant array, as an operation without operands. A derived program needs it for arrays that a
 * rule creates while it is traced.
 *
 * @param value the array, compared by identity
 */
record Constant(NdArray value) implements Primitive {

  @Override
  public String name() {
    return "constant";
  }

  @Override
  public String paramsText() {
    return "value=" + value;
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    return List.of(value.aval());
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.Kernel((kernels, _, results, _) ->
        kernels.loop(
            LoopBody.copy(value.dtype()),
            value.shape().toArray(),
            List.of(value.operand()),
            results));
  }
}
