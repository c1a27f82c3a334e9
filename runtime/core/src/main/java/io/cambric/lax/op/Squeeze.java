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
import io.cambric.errors.ShapeException;
import java.util.List;

/**
 * An operand without some axes of size 1; a view.
 *
 * @param dimensions the axes left out, ascending
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.squeeze.html">lax.squeeze</a>
 */
record Squeeze(Axes dimensions) implements LinearOp {

  @Override
  public String name() {
    return "squeeze";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    ReductionRules.requireAxes(name(), dimensions, operand);
    for (int i = 0; i < dimensions.size(); i++) {
      if (operand.shape().dim(dimensions.get(i)) != 1) {
        throw new ShapeException(
            "squeeze of axes %s needs axes of size 1, but the operand is %s. Index or reduce them instead."
                .formatted(dimensions, operand));
      }
    }
    return operand.withShape(operand.shape().without(dimensions));
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.View(layout -> {
      var kept = dimensions.complement(layout.shape().rank());
      int[] strides = new int[kept.size()];
      for (int i = 0; i < strides.length; i++) {
        strides[i] = layout.strides()[kept.get(i)];
      }
      return new Lowering.Layout(layout.shape().select(kept), layout.offset(), strides);
    });
  }

  @Override
  public Array transpose(Array cotangent, ShapedArray operand) {
    return ShapeOps.reshape(cotangent, operand.shape());
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    int batchAxis = axes.getFirst();
    var shifted = dimensions.shiftedFrom(batchAxis);
    return Batched.of(
        Trace.bind(new Squeeze(shifted), operands.getFirst()),
        batchAxis - shifted.countBelow(batchAxis));
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    call.requireSame(this);
    var x = call.operand(0);
    return call.result(Trace.bind(this, x.value()), x.select(dimensions.complement(x.rank())));
  }
}
