package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import java.util.List;

/**
 * An operand read backwards along some axes; a view of negative strides.
 *
 * @param dimensions the axes read backwards, ascending
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.rev.html">lax.rev</a>
 */
record Rev(Axes dimensions) implements LinearOp {

  @Override
  public String name() {
    return "rev";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    ReductionRules.requireAxes(name(), dimensions, operands.getFirst());
    return operands.getFirst();
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.View(layout -> {
      if (layout.shape().size() == 0) {
        return layout;
      }
      int[] strides = layout.strides().clone();
      int offset = layout.offset();
      for (int i = 0; i < dimensions.size(); i++) {
        int axis = dimensions.get(i);
        offset += strides[axis] * (layout.shape().dim(axis) - 1);
        strides[axis] = -strides[axis];
      }
      return new Lowering.Layout(layout.shape(), offset, strides);
    });
  }

  @Override
  public Array transpose(Array cotangent, ShapedArray operand) {
    return ShapeOps.rev(cotangent, dimensions);
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var batched = new Rev(dimensions.shiftedFrom(axes.getFirst()));
    return Batched.of(Trace.bind(batched, operands.getFirst()), axes.getFirst());
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedViews.reverse(this, call);
  }
}
