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
 * Products of rows in groups with the matrix of their group, as the experts of a mixture need.
 *
 * <p>Shapes: {@code lhs: [b, m, k], rhs: [g, c, k, n], sizes: [b, g] -> [b, m, n]}. The batches are
 * c runs of one length, and those of a run share a matrix. The first {@code sizes[b, 0]} rows
 * belong to group 0, and so on; rows behind the last group give 0. Bilinear in lhs and rhs. Only
 * products of rows with their own matrix are computed. Half types accumulate in f32.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.ragged_dot.html">lax.ragged_dot</a>
 */
record RaggedDot() implements SingleResult {

  @Override
  public String name() {
    return "ragged_dot_general";
  }

  @Override
  public String paramsText() {
    return "mode=RAGGED_NONCONTRACTING";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var lhs = operands.get(0);
    var rhs = operands.get(1);
    RaggedGroups.requireOperands(this, operands, 3, 4);
    int batch = lhs.shape().dim(0);
    int shared = rhs.shape().dim(1);
    boolean fits =
        lhs.shape().dim(2) == rhs.shape().dim(2)
            && (shared == 0 ? batch == 0 : batch % shared == 0)
            && operands.get(2).shape().equals(Shape.of(batch, rhs.shape().dim(0)));
    RaggedGroups.requireShapes(fits, "lhs [b, m, k], rhs [g, c, k, n], sizes [b, g]", operands);
    return new ShapedArray(
        Shape.of(batch, lhs.shape().dim(1), rhs.shape().dim(3)),
        lhs.dtype(),
        lhs.weak() && rhs.weak());
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.Kernel(new RaggedGroups(operands, false));
  }

  /** Each row meets one matrix. */
  @Override
  public long kernelFlops(List<ShapedArray> operands) {
    return 2L * operands.get(0).shape().dim(2) * type(operands).shape().size();
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
      var transposed = ShapeOps.transpose(rhs, Axes.of(0, 1, 3, 2));
      return Arrays.asList(
          Trace.bind(this, List.of(cotangent, transposed, sizes)).getFirst(), null, null);
    }
    if (operands.get(0) instanceof LinearOperand.Known(var lhs)) {
      var each = Trace.bind(new RaggedContraction(), List.of(lhs, cotangent, sizes)).getFirst();
      return Arrays.asList(null, shared(each, operands.get(1).aval().shape()), null);
    }
    throw missing("transpose", "a product of two linear operands");
  }

  /** {@return matrices of each batch summed over the batches that share one} */
  private static Array shared(Array each, Shape shape) {
    int batches = each.dim(1);
    if (batches == shape.dim(1)) {
      return each;
    }
    var parts = Shape.of(shape.dim(0), shape.dim(1), batches / shape.dim(1));
    var apart = ShapeOps.reshape(each, parts.concat(shape.slice(2, 4)));
    return ReductionOps.reduceSum(apart, Axes.of(2));
  }

  /** Lanes become batches: the outer ones if rhs is mapped, else inner ones that share matrices. */
  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    int lanes = axis.size();
    var lhs = Batching.toFront(axis, operands.get(0), axes.get(0));
    var sizes = Batching.toFront(axis, operands.get(2), axes.get(2));
    int batch = lhs.dim(1);
    if (axes.get(1) != Batched.NOT_MAPPED) {
      var rhs = Batching.moveAxis(operands.get(1), axes.get(1), 1);
      var result =
          Trace.bind(
                  this,
                  List.of(
                      RaggedGroups.merged(lhs, 0),
                      RaggedGroups.merged(rhs, 1),
                      RaggedGroups.merged(sizes, 0)))
              .getFirst();
      return Batched.of(split(result, lanes, batch), 0);
    }
    var rhs = operands.get(1);
    int shared = rhs.dim(1);
    int times = shared == 0 ? 0 : batch / shared;
    var result =
        Trace.bind(this, List.of(inner(lhs, shared, times), rhs, inner(sizes, shared, times)))
            .getFirst();
    var apart =
        ShapeOps.reshape(result, Shape.of(shared, lanes, times).concat(result.shape().slice(1, 3)));
    var front = ShapeOps.transpose(apart, Axes.of(1, 0, 2, 3, 4));
    return Batched.of(
        ShapeOps.reshape(front, Shape.of(lanes, batch).concat(result.shape().slice(1, 3))), 0);
  }

  private static Array split(Array x, int lanes, int batch) {
    return ShapeOps.reshape(x, Shape.of(lanes, batch).concat(x.shape().slice(1, x.rank())));
  }

  /** {@return {@code [lanes, shared * times, ...]} as {@code [shared * lanes * times, ...]}} */
  private static Array inner(Array x, int shared, int times) {
    var rest = x.shape().slice(2, x.rank());
    var apart = ShapeOps.reshape(x, Shape.of(x.dim(0), shared, times).concat(rest));
    var order = Axes.of(1, 0).concat(Axes.range(2, apart.rank()));
    return ShapeOps.reshape(
        ShapeOps.transpose(apart, order), Shape.of(x.dim(0) * x.dim(1)).concat(rest));
  }
}
