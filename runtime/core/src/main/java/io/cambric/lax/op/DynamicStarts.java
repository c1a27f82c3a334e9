package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive.LinearOperand;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.kernel.BlockCopy;
import io.cambric.kernel.Operand;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The start indices of dynamic slices: one integer scalar for each axis, at the end of the
 * operands.
 */
final class DynamicStarts {

  private DynamicStarts() {}

  /** Checks the number, the ranks and the dtypes of the start indices. */
  static void require(String name, ShapedArray operand, List<ShapedArray> starts) {
    if (starts.size() != operand.rank() || starts.stream().anyMatch(start -> start.rank() != 0)) {
      throw new ShapeException(
          "%s of %s needs %d scalar start indices, but got %s."
              .formatted(name, operand, operand.rank(), starts));
    }
    if (starts.stream().anyMatch(start -> !start.dtype().isInteger())) {
      throw new DTypeException(
          "%s needs start indices of an integer dtype, but got %s. Convert them with astype."
              .formatted(name, starts));
    }
  }

  /** {@return the start index along an axis, clamped to keep the block in bounds} */
  static int read(List<Operand> in, int axis, int first, ShapedArray operand, Shape block) {
    var start = in.get(first + axis);
    long place = start.buffer().getLong(start.offset());
    return Math.clamp(place, 0, operand.shape().dim(axis) - block.dim(axis));
  }

  /**
   * {@return the start indices as parts of a copy, or null if they are not 32-bit integers}
   *
   * @param operands the array first, the start indices from {@code first} on
   * @param strides of the array that contains the block
   */
  static @Nullable List<BlockCopy.Start> of(
      List<ShapedArray> operands, int first, Shape block, int[] strides) {
    var starts = new ArrayList<BlockCopy.Start>();
    for (int axis = 0; axis < block.rank(); axis++) {
      if (operands.get(first + axis).dtype() != DType.I32) {
        return null;
      }
      int most = operands.getFirst().shape().dim(axis) - block.dim(axis);
      starts.add(new BlockCopy.Start(first + axis, 0, most, strides[axis], false));
    }
    return starts;
  }

  /** {@return arrays followed by the start indices among the operands of a transposed slice} */
  static List<Array> with(List<Array> arrays, List<LinearOperand> operands, int first) {
    var all = new ArrayList<>(arrays);
    for (var operand : operands.subList(first, operands.size())) {
      if (operand instanceof LinearOperand.Known(var start)) {
        all.add(start);
      }
    }
    return all;
  }

  /** {@return the start indices as index vectors {@code [lanes, rank]}} */
  static Array stacked(MappedAxis axis, List<Array> starts, List<Integer> axes) {
    var columns = new ArrayList<Array>(starts.size());
    for (int i = 0; i < starts.size(); i++) {
      var lanes = Batching.toFront(axis, starts.get(i), axes.get(i));
      columns.add(ShapeOps.broadcastInDim(lanes, Shape.of(axis.size(), 1), Axes.of(0)));
    }
    return Trace.bind(new Concatenate(1), columns).getFirst();
  }
}
