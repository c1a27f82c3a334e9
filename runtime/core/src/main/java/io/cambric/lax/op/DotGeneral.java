package io.cambric.lax.op;

import io.cambric.array.Axes;
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
import io.cambric.lax.dims.DotDims;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Products of two operands summed over contracted axes, one product for each position of the batch
 * axes.
 *
 * <p>Shapes: the result has the batch axes, the free axes of lhs, then the free axes of rhs.
 * Bilinear. Half types accumulate in f32.
 *
 * @param dims the contracted axes and the batch axes
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.dot_general.html">lax.dot_general</a>
 */
public record DotGeneral(DotDims dims) implements BilinearOp {

  @Override
  public String name() {
    return "dot_general";
  }

  @Override
  public String paramsText() {
    return "dimension_numbers=" + dims;
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var lhs = operands.get(0);
    var rhs = operands.get(1);
    if (lhs.dtype() != rhs.dtype()) {
      throw new DTypeException(
          "dot_general needs operands with the same dtype, but got %s and %s. Convert one with astype."
              .formatted(lhs, rhs));
    }
    requireMatching("contracting", lhs, dims.lhsContract(), rhs, dims.rhsContract());
    requireMatching("batch", lhs, dims.lhsBatch(), rhs, dims.rhsBatch());
    requireDistinct(lhs, dims.lhsContract().concat(dims.lhsBatch()));
    requireDistinct(rhs, dims.rhsContract().concat(dims.rhsBatch()));
    var shape =
        lhs.shape()
            .select(dims.lhsBatch())
            .concat(lhs.shape().select(dims.lhsFree(lhs.rank())))
            .concat(rhs.shape().select(dims.rhsFree(rhs.rank())));
    return new ShapedArray(shape, lhs.dtype(), lhs.weak() && rhs.weak());
  }

  private void requireDistinct(ShapedArray operand, Axes axes) {
    for (int i = 0; i < axes.size(); i++) {
      if (axes.indexOf(axes.get(i)) != i) {
        throw new ShapeException(
            "dot_general needs each axis of %s once among its contracting and batch axes, but got %s."
                .formatted(operand, axes));
      }
    }
  }

  private void requireMatching(
      String what, ShapedArray lhs, Axes lhsAxes, ShapedArray rhs, Axes rhsAxes) {
    boolean valid = lhsAxes.size() == rhsAxes.size();
    for (int i = 0; valid && i < lhsAxes.size(); i++) {
      int l = lhsAxes.get(i);
      int r = rhsAxes.get(i);
      valid =
          l >= 0
              && l < lhs.rank()
              && r >= 0
              && r < rhs.rank()
              && lhs.shape().dim(l) == rhs.shape().dim(r);
    }
    if (!valid) {
      throw new ShapeException(
          "dot_general needs %s axes of equal sizes, but got axes %s of %s and %s of %s. Transpose or reshape an operand."
              .formatted(what, lhsAxes, lhs, rhsAxes, rhs));
    }
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.Kernel(new DotKernel(dims, operands.get(0), operands.get(1)));
  }

  @Override
  public long kernelFlops(List<ShapedArray> operands) {
    long products = operands.getFirst().shape().select(dims.lhsContract()).size();
    return 2 * products * type(operands).shape().size();
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    if (cotangent == null) {
      return Arrays.asList(null, null);
    }
    int lhsRank = operands.get(0).aval().rank();
    int rhsRank = operands.get(1).aval().rank();
    int batch = dims.lhsBatch().size();
    int lhsFree = lhsRank - dims.lhsContract().size() - batch;
    var ctBatch = Axes.range(0, batch);
    var ctLhs = Axes.range(batch, batch + lhsFree);
    var ctRhs = Axes.range(batch + lhsFree, cotangent.rank());
    if (operands.get(0) instanceof LinearOperand.Unknown
        && operands.get(1) instanceof LinearOperand.Known(var rhs)) {
      var free = dims.rhsFree(rhsRank);
      var product =
          ContractionOps.dotGeneral(
              cotangent, rhs, new DotDims(ctRhs, free, ctBatch, dims.rhsBatch()));
      // The product has: batch, free axes of lhs, then contracted axes in the order of rhs.
      var order = sortedBy(dims.lhsContract(), dims.rhsContract());
      var inLhs = dims.lhsBatch().concat(dims.lhsFree(lhsRank)).concat(order);
      return Arrays.asList(ShapeOps.transpose(product, inLhs.inverse()), null);
    }
    if (operands.get(1) instanceof LinearOperand.Unknown
        && operands.get(0) instanceof LinearOperand.Known(var lhs)) {
      var free = dims.lhsFree(lhsRank);
      var product =
          ContractionOps.dotGeneral(
              lhs, cotangent, new DotDims(free, ctLhs, dims.lhsBatch(), ctBatch));
      // The product has: batch, contracted axes in the order of lhs, then free axes of rhs.
      var order = sortedBy(dims.rhsContract(), dims.lhsContract());
      var inRhs = dims.rhsBatch().concat(order).concat(dims.rhsFree(rhsRank));
      return Arrays.asList(null, ShapeOps.transpose(product, inRhs.inverse()));
    }
    throw missing("transpose", "a product of two linear operands");
  }

  /** {@return the axes in the order in which their partners ascend} */
  private static Axes sortedBy(Axes axes, Axes partners) {
    var positions =
        java.util.stream.IntStream.range(0, axes.size())
            .boxed()
            .sorted(java.util.Comparator.comparingInt(partners::get))
            .mapToInt(axes::get)
            .toArray();
    return Axes.of(positions);
  }

  /**
   * A batch axis of one operand becomes a free axis; a batch axis of both operands becomes a
   * leading batch axis.
   */
  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    int lhsAxis = axes.get(0);
    int rhsAxis = axes.get(1);
    if (lhsAxis != Batched.NOT_MAPPED && rhsAxis != Batched.NOT_MAPPED) {
      var batched =
          new DotDims(
              dims.lhsContract().shiftedFrom(lhsAxis),
              dims.rhsContract().shiftedFrom(rhsAxis),
              dims.lhsBatch().shiftedFrom(lhsAxis).insert(0, lhsAxis),
              dims.rhsBatch().shiftedFrom(rhsAxis).insert(0, rhsAxis));
      return Batched.of(Trace.bind(new DotGeneral(batched), operands).getFirst(), 0);
    }
    int batch = dims.lhsBatch().size();
    if (lhsAxis != Batched.NOT_MAPPED) {
      var batched =
          new DotDims(
              dims.lhsContract().shiftedFrom(lhsAxis),
              dims.rhsContract(),
              dims.lhsBatch().shiftedFrom(lhsAxis),
              dims.rhsBatch());
      int position = batched.lhsFree(operands.get(0).rank()).indexOf(lhsAxis);
      return Batched.of(Trace.bind(new DotGeneral(batched), operands).getFirst(), batch + position);
    }
    var batched =
        new DotDims(
            dims.lhsContract(),
            dims.rhsContract().shiftedFrom(rhsAxis),
            dims.lhsBatch(),
            dims.rhsBatch().shiftedFrom(rhsAxis));
    int lhsFree = dims.lhsFree(operands.get(0).rank()).size();
    int position = batched.rhsFree(operands.get(1).rank()).indexOf(rhsAxis);
    return Batched.of(
        Trace.bind(new DotGeneral(batched), operands).getFirst(), batch + lhsFree + position);
  }

  /** One operand has zeros in the padding of the summed axes; padding is finite in the other. */
  @Override
  public List<Padded> ragged(RaggedCall call) {
    call.requireSame(this);
    var lhs = call.operand(0);
    var rhs = call.operand(1);
    boolean first = lhs.value().size() <= rhs.value().size();
    var left = first ? RaggedSizes.fill(call.lengths(), lhs, dims.lhsContract(), 0) : lhs.value();
    var right = first ? rhs.value() : RaggedSizes.fill(call.lengths(), rhs, dims.rhsContract(), 0);
    var lengths = new ArrayList<@Nullable Length>(lhs.select(dims.lhsBatch()));
    lengths.addAll(lhs.select(dims.lhsFree(lhs.rank())));
    lengths.addAll(rhs.select(dims.rhsFree(rhs.rank())));
    return call.result(Trace.bind(this, left, right), lengths);
  }
}
