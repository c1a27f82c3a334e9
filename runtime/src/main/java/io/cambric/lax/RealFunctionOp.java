package io.cambric.lax;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import io.cambric.kernel.Operand;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * A function of one floating operand that is computed in double precision, one element at a time.
 */
interface RealFunctionOp extends SingleResult {

  /** {@return the function} */
  DoubleUnaryOperator function();

  @Override
  default ShapedArray type(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    if (!operand.dtype().isFloating()) {
      throw new DTypeException(
          "%s needs an operand of %s, but got %s. Convert it with astype."
              .formatted(name(), DTypes.FLOATING.text(), operand));
    }
    return operand;
  }

  @Override
  default Lowering lower(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    var function = function();
    return new Lowering.Kernel((kernels, in, out) -> {
      Operand x = DenseOperands.of(kernels, operand, in.getFirst());
      Operand result = out.getFirst();
      for (int i = 0; i < operand.shape().size(); i++) {
        double value = function.applyAsDouble(x.buffer().getDouble(x.offset() + i));
        result.buffer().setDouble(result.offset() + i, value);
      }
    });
  }

  @Override
  default Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    return Batched.of(Trace.bind(this, operands.getFirst()), axes.getFirst());
  }
}
