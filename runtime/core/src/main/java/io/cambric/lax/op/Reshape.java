package io.cambric.lax.op;

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
 * The same elements in row-major order in another shape. It is a view if the operand is dense, or
 * if only axes of size 1 change.
 *
 * @param newSizes shape of the result
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.reshape.html">lax.reshape</a>
 */
public record Reshape(Shape newSizes) implements LinearOp {

  @Override
  public String name() {
    return "reshape";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    if (operand.shape().size() != newSizes.size()) {
      throw new ShapeException(
          "reshape to %s needs %d elements, but the operand %s has %d."
              .formatted(newSizes, newSizes.size(), operand, operand.shape().size()));
    }
    return operand.withShape(newSizes);
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.View(layout -> {
      if (layout.isDense()) {
        return Lowering.Layout.dense(newSizes, layout.offset());
      }
      int[] strides = stridesWithoutOnes(layout);
      return strides == null ? null : new Lowering.Layout(newSizes, layout.offset(), strides);
    });
  }

  private int @org.jspecify.annotations.Nullable [] stridesWithoutOnes(Lowering.Layout layout) {
    int[] strides = new int[newSizes.rank()];
    int from = 0;
    for (int to = 0; to < strides.length; to++) {
      if (newSizes.dim(to) == 1) {
        continue;
      }
      while (from < layout.shape().rank() && layout.shape().dim(from) == 1) {
        from++;
      }
      if (from == layout.shape().rank() || layout.shape().dim(from) != newSizes.dim(to)) {
        return null;
      }
      strides[to] = layout.strides()[from++];
    }
    return strides;
  }

  @Override
  public Array transpose(Array cotangent, ShapedArray operand) {
    return ShapeOps.reshape(cotangent, operand.shape());
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var front = Batching.moveAxis(operands.getFirst(), axes.getFirst(), 0);
    return Batched.of(Trace.bind(new Reshape(newSizes.insert(0, axis.size())), front), 0);
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedViews.reshape(this, call);
  }
}
