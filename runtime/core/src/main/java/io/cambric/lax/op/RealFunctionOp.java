package io.cambric.lax.op;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.thread.Parallel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function of floating operands that is computed in double precision, one element at a time, and
 * rounded to the dtype of the operands. Some have a loop body instead, for some dtypes.
 */
public interface RealFunctionOp extends SingleResult {

  /** Points for which a thread is worth its start. */
  int GRAIN = 1024;

  /** {@return the value at a point, one number an operand} */
  double at(double[] point);

  /**
   * {@return the loop body that computes it, or null if there is none; by default none}
   *
   * @param dtype of the operands
   */
  default @Nullable LoopBody body(DType dtype) {
    return null;
  }

  @Override
  default ShapedArray type(List<ShapedArray> operands) {
    var first = operands.getFirst();
    boolean oneDType = operands.stream().allMatch(each -> each.dtype() == first.dtype());
    if (!oneDType || !first.dtype().isFloating()) {
      throw new DTypeException(
          operands.size() == 1
              ? "%s needs an operand of %s, but got %s. Convert it with astype."
                  .formatted(name(), DTypes.FLOATING.text(), first)
              : "%s needs operands of one floating dtype, but got %s. Convert them with astype."
                  .formatted(name(), operands));
    }
    boolean weak = operands.stream().allMatch(ShapedArray::weak);
    return new ShapedArray(ElementwiseOp.commonShape(name(), operands), first.dtype(), weak);
  }

  @Override
  default Lowering lower(List<ShapedArray> operands) {
    var result = type(operands);
    var body = body(result.dtype());
    if (body != null) {
      return new Lowering.Elementwise(body);
    }
    var shape = result.shape();
    return new Lowering.Kernel((kernels, in, out, _) -> {
      var inputs = new ArrayList<Operand>(operands.size());
      for (int k = 0; k < operands.size(); k++) {
        inputs.add(DenseOperands.flat(kernels, operands.get(k), shape, in.get(k)));
      }
      Operand target = out.getFirst();
      Parallel.forRange(shape.size(), GRAIN, (from, to) -> compute(this, inputs, target, from, to));
    });
  }

  private static void compute(
      RealFunctionOp function, List<Operand> inputs, Operand result, int from, int to) {
    var point = new double[inputs.size()];
    for (int i = from; i < to; i++) {
      for (int k = 0; k < point.length; k++) {
        Operand x = inputs.get(k);
        point[k] = x.buffer().getDouble(x.offset() + i * x.strides()[0]);
      }
      result.buffer().setDouble(result.offset() + i, function.at(point));
    }
  }

  @Override
  default Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    return ElementwiseOp.batch(this, axis, operands, axes);
  }
}
