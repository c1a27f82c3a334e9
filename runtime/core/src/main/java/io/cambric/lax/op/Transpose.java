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
 * The axes of an operand in another order; a view.
 *
 * @param permutation for each axis of the result, the axis of the operand
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.transpose.html">lax.transpose</a>
 */
public record Transpose(Axes permutation) implements LinearOp {

  @Override
  public String name() {
    return "transpose";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    if (!permutation.sorted().equals(Axes.range(0, operand.rank()))) {
      throw new ShapeException(
          "transpose of %s needs a permutation of %d axes, but got %s."
              .formatted(operand, operand.rank(), permutation));
    }
    return operand.withShape(operand.shape().select(permutation));
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.View(layout -> {
      int[] strides = new int[permutation.size()];
      for (int i = 0; i < strides.length; i++) {
        strides[i] = layout.strides()[permutation.get(i)];
      }
      return new Lowering.Layout(layout.shape().select(permutation), layout.offset(), strides);
    });
  }

  @Override
  public Array transpose(Array cotangent, ShapedArray operand) {
    return ShapeOps.transpose(cotangent, permutation.inverse());
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var batched = permutation.shiftedFrom(axes.getFirst()).insert(0, axes.getFirst());
    return Batched.of(Trace.bind(new Transpose(batched), operands.getFirst()), 0);
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    call.requireSame(this);
    var x = call.operand(0);
    return call.result(Trace.bind(this, x.value()), x.select(permutation));
  }
}
