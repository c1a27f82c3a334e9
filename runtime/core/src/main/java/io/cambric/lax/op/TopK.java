package io.cambric.lax.op;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.ShapeException;
import io.cambric.lax.dims.GatherMode;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The {@code k} largest elements along the last axis, descending, and their positions. Equal
 * elements are in order of position, and NaN comes first.
 *
 * <p>Shapes: {@code [..., n] -> [..., k] and i32[..., k]}. Tangents follow the elements.
 *
 * @param k number of elements
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.top_k.html">lax.top_k</a>
 */
record TopK(int k) implements Primitive {

  @Override
  public String name() {
    return "top_k";
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    if (operand.rank() == 0 || k < 0 || k > operand.shape().dim(-1)) {
      throw new ShapeException(
          "top_k needs a last axis of at least k = %d elements, but the operand is %s."
              .formatted(k, operand));
    }
    var values = operand.withShape(operand.shape().with(operand.rank() - 1, k));
    return List.of(values, new ShapedArray(values.shape(), DType.I32));
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    return new Lowering.Kernel((kernels, in, out, _) ->
        TopKKernel.run(
            operand.shape(),
            k,
            DenseOperands.of(kernels, operand, in.getFirst()),
            out.get(0),
            out.get(1)));
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var results = Trace.bind(this, primals);
    var tangent = tangents.getFirst();
    return new Jvp(
        results,
        Arrays.asList(
            tangent == null
                ? null
                : Gather.alongAxis(
                    tangent, results.get(1), tangent.rank() - 1, GatherMode.PROMISE_IN_BOUNDS),
            null));
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var front = Batching.moveAxis(operands.getFirst(), axes.getFirst(), 0);
    return new Batched(Trace.bind(this, List.of(front)), List.of(0, 0));
  }
}
