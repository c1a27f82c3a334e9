package io.cambric.lax.op;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.util.List;

/**
 * One scalar function at each point. Operands have one dtype and one shape, or are scalars. The
 * layer above, {@code io.cambric.numpy}, broadcasts and promotes.
 */
public interface ElementwiseOp extends SingleResult {

  /** {@return the scalar function} */
  ScalarOp scalar();

  /** {@return the literal of the scalar function, if it has one} */
  default double immediate() {
    return 0;
  }

  /** {@return the dtypes that operands may have} */
  default DTypes accepts() {
    return DTypes.FLOATING;
  }

  /** {@return the dtype of the result for the dtype of the operands} */
  default DType resultType(DType operand) {
    return scalar().isPredicate() ? DType.BOOL : operand;
  }

  @Override
  default ShapedArray type(List<ShapedArray> operands) {
    var first = operands.getFirst();
    boolean weak = true;
    for (var operand : operands) {
      if (operand.dtype() != first.dtype()) {
        throw new DTypeException(
            "%s needs operands with the same dtype, but got %s. Convert one with astype, or use Numpy, which promotes."
                .formatted(name(), operands));
      }
      weak &= operand.weak();
    }
    if (!accepts().test(first.dtype())) {
      throw new DTypeException(
          "%s needs operands of %s, but got %s. Convert them with astype."
              .formatted(name(), accepts().text(), operands));
    }
    var result = resultType(first.dtype());
    return new ShapedArray(commonShape(name(), operands), result, weak && result == first.dtype());
  }

  /**
   * {@return the shape that all operands except scalars have}
   *
   * @throws ShapeException if two shapes differ
   */
  static Shape commonShape(String name, List<ShapedArray> operands) {
    var shape = Shape.scalar();
    for (var operand : operands) {
      if (shape.rank() == 0) {
        shape = operand.shape();
      } else if (operand.rank() != 0 && !operand.shape().equals(shape)) {
        throw new ShapeException(
            "%s needs operands of the same shape, or scalars, but got %s. Broadcast one, or use Numpy, which broadcasts."
                .formatted(name, operands));
      }
    }
    return shape;
  }

  @Override
  default Lowering lower(List<ShapedArray> operands) {
    var result = type(operands);
    return new Lowering.Elementwise(
        LoopBody.of(
            scalar(),
            result.dtype(),
            immediate(),
            operands.stream().map(ShapedArray::dtype).toList()));
  }

  @Override
  default Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    return batch(this, axis, operands, axes);
  }

  /**
   * Moves batch axes to the front, and repeats unbatched operands along them, except for scalars.
   */
  static Batched batch(
      SingleResult operation, MappedAxis axis, List<Array> operands, List<Integer> axes) {
    if (operands.size() == 1) {
      return Batched.of(Trace.bind(operation, operands.getFirst()), axes.getFirst());
    }
    int common = Batching.commonAxis(operands, axes);
    if (common != Batched.NOT_MAPPED) {
      return Batched.of(Trace.bind(operation, operands).getFirst(), common);
    }
    return Batched.of(
        Trace.bind(operation, Batching.alignElementwise(axis, operands, axes)).getFirst(), 0);
  }

  /**
   * {@return a point at which the function and its derivatives are finite, for the padding of
   * ragged operands; NaN if they are finite at all points}
   */
  default double paddingPoint() {
    return 0.5;
  }

  @Override
  default List<Padded> ragged(RaggedCall call) {
    return RaggedRules.elementwise(this, call, paddingPoint());
  }
}
