package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sums over the rows of each group of products of two rows; the transpose of {@link RaggedDot}.
 *
 * <p>Shapes: {@code lhs: [b, m, k], rhs: [b, m, n], sizes: [b, g] -> [g, b, k, n]}. Rows behind the
 * last group are in no sum, and a group without rows gives 0. Bilinear in lhs and rhs.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.ragged_dot_general.html">lax.ragged_dot_general</a>
 */
record RaggedContraction() implements SingleResult {

  @Override
  public String name() {
    return "ragged_dot_general";
  }

  @Override
  public String paramsText() {
    return "mode=RAGGED_CONTRACTING";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    RaggedGroups.requireOperands(this, operands, 3, 3);
    var lhs = operands.get(0);
    var rhs = operands.get(1);
    var sizes = operands.get(2).shape();
    boolean fits =
        lhs.shape().slice(0, 2).equals(rhs.shape().slice(0, 2))
            && sizes.dim(0) == lhs.shape().dim(0);
    RaggedGroups.requireShapes(fits, "lhs [b, m, k], rhs [b, m, n], sizes [b, g]", operands);
    return new ShapedArray(
        Shape.of(sizes.dim(1), lhs.shape().dim(0), lhs.shape().dim(2), rhs.shape().dim(2)),
        lhs.dtype(),
        lhs.weak() && rhs.weak());
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.Kernel(new RaggedGroups(operands, true));
  }

  /** Each row of lhs meets one row of rhs. */
  @Override
  public long kernelFlops(List<ShapedArray> operands) {
    return 2L * operands.get(0).shape().size() * operands.get(1).shape().dim(2);
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    return RaggedGroups.jvp(this, primals, tangents);
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    if (cotangent == null || !(operands.get(2) instanceof LinearOperand.Known(var sizes))) {
      return Arrays.asList(null, null, null);
    }
    if (operands.get(1) instanceof LinearOperand.Known(var rhs)) {
      var transposed = ShapeOps.transpose(cotangent, Axes.of(0, 1, 3, 2));
      return Arrays.asList(
          Trace.bind(new RaggedDot(), List.of(rhs, transposed, sizes)).getFirst(), null, null);
    }
    if (operands.get(0) instanceof LinearOperand.Known(var lhs)) {
      return Arrays.asList(
          null, Trace.bind(new RaggedDot(), List.of(lhs, cotangent, sizes)).getFirst(), null);
    }
    throw missing("transpose", "a product of two linear operands");
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var lhs = Batching.toFront(axis, operands.get(0), axes.get(0));
    var rhs = Batching.toFront(axis, operands.get(1), axes.get(1));
    var sizes = Batching.toFront(axis, operands.get(2), axes.get(2));
    var result =
        Trace.bind(
                this,
                List.of(
                    RaggedGroups.merged(lhs, 0),
                    RaggedGroups.merged(rhs, 0),
                    RaggedGroups.merged(sizes, 0)))
            .getFirst();
    var apart = Shape.of(result.dim(0), axis.size(), lhs.dim(1)).concat(result.shape().slice(2, 4));
    return Batched.of(ShapeOps.reshape(result, apart), 1);
  }
}
