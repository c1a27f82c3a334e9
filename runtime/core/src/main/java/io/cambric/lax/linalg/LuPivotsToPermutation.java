package io.cambric.lax.linalg;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.ShapeException;
import io.cambric.lax.op.Batching;
import io.cambric.lax.op.DenseOperands;
import io.cambric.lax.op.FlatOp;
import java.util.List;

/**
 * The permutation of rows that pivots describe: step {@code i} exchanged row {@code i} with row
 * {@code pivots[i]}, as in {@link Lu}.
 *
 * <p>Shapes: {@code i32[..., k] -> i32[..., size]}. A pivot out of bounds is moved inside.
 *
 * @param size number of rows, at least {@code k}
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.linalg.lu_pivots_to_permutation.html">lax.linalg.lu_pivots_to_permutation</a>
 */
public record LuPivotsToPermutation(int size) implements FlatOp {

  @Override
  public String name() {
    return "lu_pivots_to_permutation";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var pivots = operands.getFirst();
    if (pivots.dtype() != DType.I32 || pivots.rank() == 0 || pivots.shape().dim(-1) > size) {
      throw new ShapeException(
          "lu_pivots_to_permutation needs i32 pivots, at most %d along the last axis, but got %s."
              .formatted(size, pivots));
    }
    return pivots.withShape(pivots.shape().with(pivots.rank() - 1, size));
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var pivots = operands.getFirst();
    int steps = pivots.shape().dim(-1);
    return new Lowering.Kernel((kernels, in, out, _) -> {
      var from = DenseOperands.of(kernels, pivots, in.getFirst());
      var to = out.getFirst();
      int count = pivots.shape().slice(0, pivots.rank() - 1).size();
      for (int b = 0; b < count; b++) {
        int at = to.offset() + b * size;
        for (int i = 0; i < size; i++) {
          to.buffer().setLong(at + i, i);
        }
        for (int i = 0; i < steps; i++) {
          long pivot = from.buffer().getLong(from.offset() + b * steps + i);
          int other = at + Math.clamp(pivot, 0, size - 1);
          long moved = to.buffer().getLong(at + i);
          to.buffer().setLong(at + i, to.buffer().getLong(other));
          to.buffer().setLong(other, moved);
        }
      }
    });
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    return Batched.of(
        Trace.bind(this, Batching.moveAxis(operands.getFirst(), axes.getFirst(), 0)), 0);
  }
}
