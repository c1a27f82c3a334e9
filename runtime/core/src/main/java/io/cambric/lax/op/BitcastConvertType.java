package io.cambric.lax.op;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Length;
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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bits of each element as another dtype. If the widths differ, a last axis holds the parts of
 * each element, lowest first. A narrower dtype adds this axis, a wider one consumes it. Flat.
 *
 * @param newDtype dtype of the result
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.bitcast_convert_type.html">lax.bitcast_convert_type</a>
 */
record BitcastConvertType(DType newDtype) implements FlatOp {

  @Override
  public String name() {
    return "bitcast_convert_type";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    if ((operand.dtype() == DType.BOOL) != (newDtype == DType.BOOL)) {
      throw new DTypeException(
          "bitcast_convert_type cannot reinterpret %s as %s. Convert it with astype."
              .formatted(operand, newDtype));
    }
    int from = operand.dtype().bytes();
    int to = newDtype.bytes();
    var shape = operand.shape();
    if (to < from) {
      return new ShapedArray(shape.insert(shape.rank(), from / to), newDtype);
    }
    if (to > from) {
      if (shape.rank() == 0 || shape.dim(-1) != to / from) {
        throw new ShapeException(
            "bitcast_convert_type to %s needs a last axis of size %d, but the operand is %s. Reshape it."
                .formatted(newDtype, to / from, operand));
      }
      return new ShapedArray(shape.slice(0, shape.rank() - 1), newDtype);
    }
    return new ShapedArray(shape, newDtype);
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    if (operand.dtype().bytes() == newDtype.bytes()) {
      return new Lowering.Elementwise(
          LoopBody.of(ScalarOp.BITCAST, newDtype, 0, List.of(operand.dtype())));
    }
    return new Lowering.Kernel((kernels, in, out, _) ->
        BitcastKernel.run(
            DenseOperands.of(kernels, operand, in.getFirst()),
            operand.shape().size(),
            out.getFirst()));
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var front = Batching.moveAxis(operands.getFirst(), axes.getFirst(), 0);
    return Batched.of(Trace.bind(this, front), 0);
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    call.requireSame(this);
    var x = call.operand(0);
    var result = Trace.bind(this, x.value());
    var known = new ArrayList<@Nullable Length>(RaggedRules.unknown(result.rank()));
    for (int i = 0; i < Math.min(result.rank(), x.rank()); i++) {
      known.set(i, x.length(i));
    }
    return call.result(RaggedSizes.fill(call.lengths(), new Padded(result, known), 0), known);
  }
}
