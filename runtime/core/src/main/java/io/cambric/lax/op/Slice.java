package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.ShapeException;
import java.util.List;

/**
 * Every {@code strides}-th element from {@code startIndices} to below {@code limitIndices} along
 * each axis; a view.
 *
 * @param startIndices first index along each axis
 * @param limitIndices index behind the last along each axis
 * @param strides steps, at least 1
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.slice.html">lax.slice</a>
 */
record Slice(Axes startIndices, Axes limitIndices, Axes strides) implements LinearOp {

  @Override
  public String name() {
    return "slice";
  }

  @Override
  public String paramsText() {
    return "limit_indices=%s start_indices=%s strides=%s"
        .formatted(limitIndices, startIndices, strides.all(1) ? "None" : strides);
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    int rank = operand.rank();
    boolean fits =
        startIndices.size() == rank && limitIndices.size() == rank && strides.size() == rank;
    for (int axis = 0; fits && axis < rank; axis++) {
      int start = startIndices.get(axis);
      int limit = limitIndices.get(axis);
      fits =
          start >= 0
              && start <= limit
              && limit <= operand.shape().dim(axis)
              && strides.get(axis) >= 1;
    }
    if (!fits) {
      throw new ShapeException(
          "slice of %s needs 0 <= start <= limit <= size and a stride of at least 1 for each axis, but got starts %s, limits %s and strides %s."
              .formatted(operand, startIndices, limitIndices, strides));
    }
    return operand.withShape(resultShape());
  }

  private Shape resultShape() {
    int[] dims = new int[strides.size()];
    for (int axis = 0; axis < dims.length; axis++) {
      int length = limitIndices.get(axis) - startIndices.get(axis);
      dims[axis] = Math.ceilDiv(length, strides.get(axis));
    }
    return Shape.of(dims);
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.View(layout -> {
      int[] steps = layout.strides().clone();
      int offset = layout.offset();
      var shape = resultShape();
      for (int axis = 0; axis < steps.length; axis++) {
        // An empty slice may start behind the last element.
        offset += shape.size() == 0 ? 0 : steps[axis] * startIndices.get(axis);
        steps[axis] *= strides.get(axis);
      }
      return new Lowering.Layout(shape, offset, steps);
    });
  }

  /** Pads the cotangent to the original positions, with zeros between and around. */
  @Override
  public Array transpose(Array cotangent, ShapedArray operand) {
    int rank = strides.size();
    int[] high = new int[rank];
    int[] interior = new int[rank];
    for (int axis = 0; axis < rank; axis++) {
      int size = cotangent.shape().dim(axis);
      int covered = size == 0 ? 0 : 1 + strides.get(axis) * (size - 1);
      high[axis] = operand.shape().dim(axis) - startIndices.get(axis) - covered;
      interior[axis] = strides.get(axis) - 1;
    }
    return ShapeOps.pad(
        cotangent, ShapeOps.fullLike(cotangent, 0), startIndices, Axes.of(high), Axes.of(interior));
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    int at = axes.getFirst();
    var batched =
        new Slice(
            startIndices.insert(at, 0),
            limitIndices.insert(at, axis.size()),
            strides.insert(at, 1));
    return Batched.of(Trace.bind(batched, operands.getFirst()), at);
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedViews.slice(this, call);
  }
}
