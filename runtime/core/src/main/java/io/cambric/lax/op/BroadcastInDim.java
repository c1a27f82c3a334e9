package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Length;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.ShapeException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Repeats an operand along new axes and along axes of size 1; a view.
 *
 * @param shape shape of the result
 * @param broadcastDimensions for each axis of the operand, its axis in the result, ascending
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.broadcast_in_dim.html">lax.broadcast_in_dim</a>
 */
public record BroadcastInDim(Shape shape, Axes broadcastDimensions) implements LinearOp {

  @Override
  public String name() {
    return "broadcast_in_dim";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    boolean fits = operand.rank() == broadcastDimensions.size();
    for (int i = 0; fits && i < operand.rank(); i++) {
      int to = broadcastDimensions.get(i);
      boolean ascending = i == 0 || to > broadcastDimensions.get(i - 1);
      fits =
          to >= 0
              && to < shape.rank()
              && ascending
              && (operand.shape().dim(i) == 1 || operand.shape().dim(i) == shape.dim(to));
    }
    if (!fits) {
      throw new ShapeException(
          "broadcast_in_dim of %s to shape %s needs an ascending result axis for each axis, with the same size or, to stretch, size 1, but got %s."
              .formatted(operand, shape, broadcastDimensions));
    }
    return operand.withShape(shape);
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.View(layout -> {
      int[] strides = new int[shape.rank()];
      for (int i = 0; i < broadcastDimensions.size(); i++) {
        int to = broadcastDimensions.get(i);
        strides[to] = layout.shape().dim(i) == 1 && shape.dim(to) != 1 ? 0 : layout.strides()[i];
      }
      return new Lowering.Layout(shape, layout.offset(), strides);
    });
  }

  @Override
  public Array transpose(Array cotangent, ShapedArray operand) {
    var summed = new ArrayList<Integer>();
    for (int axis = 0; axis < shape.rank(); axis++) {
      int from = broadcastDimensions.indexOf(axis);
      if (from < 0 || (operand.shape().dim(from) == 1 && shape.dim(axis) != 1)) {
        summed.add(axis);
      }
    }
    var axes = Axes.of(summed.stream().mapToInt(Integer::intValue).toArray());
    return ShapeOps.reshape(ReductionOps.reduceSum(cotangent, axes), operand.shape());
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var front = Batching.moveAxis(operands.getFirst(), axes.getFirst(), 0);
    var batched =
        new BroadcastInDim(
            shape.insert(0, axis.size()), broadcastDimensions.shiftedFrom(0).insert(0, 0));
    return Batched.of(Trace.bind(batched, front), 0);
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    var x = call.operand(0);
    var known = new ArrayList<@Nullable Length>(RaggedRules.unknown(shape.rank()));
    for (int i = 0; i < x.rank(); i++) {
      known.set(broadcastDimensions.get(i), x.length(i));
    }
    return RaggedRules.sized(this, call, Trace.bind(this, x.value()), known);
  }
}
