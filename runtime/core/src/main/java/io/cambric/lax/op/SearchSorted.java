package io.cambric.lax.op;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import java.util.List;

/**
 * The number of elements of an ascending table before each value; operands: table, values of the
 * same dtype. NaN comes after all numbers.
 *
 * <p>Shapes: {@code [lanes..., n], [lanes..., ...] -> i32}, of the shape of the values.
 *
 * @param right whether equal elements come before a value
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.searchsorted.html">jnp.searchsorted</a>
 */
public record SearchSorted(boolean right) implements FlatOp {

  /** {@return the positions of values in a vector of the same dtype} */
  public static Array of(Array table, Array values, boolean right) {
    return Trace.bind(new SearchSorted(right), table, values);
  }

  @Override
  public String name() {
    return "search_sorted";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var table = operands.get(0);
    var values = operands.get(1);
    if (table.dtype() != values.dtype()) {
      throw new DTypeException(
          "search_sorted needs values of the dtype of the table, but got %s for %s. Convert them with astype."
              .formatted(values, table));
    }
    int lanes = table.rank() - 1;
    boolean fits =
        lanes >= 0
            && lanes <= values.rank()
            && values.shape().slice(0, lanes).equals(table.shape().slice(0, lanes));
    if (!fits) {
      throw new ShapeException(
          "search_sorted needs a vector as table, or values with all axes of the table except the last, but got %s in %s."
              .formatted(values, table));
    }
    return new ShapedArray(values.shape(), DType.I32);
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var table = operands.get(0);
    var values = operands.get(1);
    int length = table.shape().dim(-1);
    int lanes = table.shape().slice(0, table.rank() - 1).size();
    int count = lanes == 0 ? 0 : values.shape().size() / lanes;
    return new Lowering.Kernel((kernels, in, out, _) -> {
      var sorted = DenseOperands.of(kernels, table, in.get(0));
      var wanted = DenseOperands.of(kernels, values, in.get(1));
      for (int lane = 0; lane < lanes; lane++) {
        new SearchKernel(sorted, lane * length, length, right)
            .run(wanted, lane * count, count, out.getFirst());
      }
    });
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    boolean shared = axes.get(0) == Batched.NOT_MAPPED && operands.get(0).rank() == 1;
    var table = shared ? operands.get(0) : Batching.toFront(axis, operands.get(0), axes.get(0));
    var values = Batching.toFront(axis, operands.get(1), axes.get(1));
    return Batched.of(Trace.bind(this, table, values), 0);
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedOrders.searchSorted(this, call);
  }
}
