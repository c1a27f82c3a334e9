package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
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
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operand with copies of a scalar before, behind and between its elements. Negative numbers
 * before and behind remove elements. Jointly linear in both operands.
 *
 * @param low number of elements before the first, along each axis
 * @param high number of elements after the last
 * @param interior number of elements between two neighbours, not negative
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.pad.html">lax.pad</a>
 */
record Pad(Axes low, Axes high, Axes interior) implements SingleResult {

  @Override
  public String name() {
    return "pad";
  }

  @Override
  public String paramsText() {
    var config = new StringBuilder("padding_config=(");
    for (int axis = 0; axis < low.size(); axis++) {
      config
          .append(axis == 0 ? "" : ", ")
          .append("(%d, %d, %d)".formatted(low.get(axis), high.get(axis), interior.get(axis)));
    }
    return config.append(low.size() == 1 ? ",)" : ")").toString();
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var operand = operands.get(0);
    var value = operands.get(1);
    if (operand.dtype() != value.dtype()) {
      throw new DTypeException(
          "pad needs an operand and a padding value with the same dtype, but got %s. Convert one with astype."
              .formatted(operands));
    }
    int rank = operand.rank();
    boolean fits =
        value.rank() == 0 && low.size() == rank && high.size() == rank && interior.size() == rank;
    int[] dims = new int[rank];
    for (int axis = 0; fits && axis < rank; axis++) {
      dims[axis] = paddedSize(operand.shape().dim(axis), axis);
      fits = interior.get(axis) >= 0 && dims[axis] >= 0;
    }
    if (!fits) {
      throw new ShapeException(
          "pad of %s with %s needs a scalar, and interior padding of at least 0 and a non-negative result size for each axis, but got low %s, high %s and interior %s."
              .formatted(operand, value, low, high, interior));
    }
    return new ShapedArray(Shape.of(dims), operand.dtype(), operand.weak() && value.weak());
  }

  private int paddedSize(int size, int axis) {
    long within = size + Math.max(0L, size - 1) * interior.get(axis);
    return Sizes.axis(name(), within + low.get(axis) + high.get(axis));
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var operand = operands.get(0);
    var result = type(operands);
    return new Lowering.Kernel(new PadKernel(this, operand, result));
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var result = Trace.bind(this, primals.get(0), primals.get(1));
    var dx = tangents.get(0);
    var dvalue = tangents.get(1);
    if (dx == null && dvalue == null) {
      return Jvp.of(result, null);
    }
    return Jvp.of(
        result,
        Trace.bind(
            this,
            Tangents.instantiate(dx, primals.get(0).aval()),
            Tangents.instantiate(dvalue, primals.get(1).aval())));
  }

  /** The padding value gets the part of the cotangent that the operand does not get. */
  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    if (cotangent == null) {
      return Arrays.asList(null, null);
    }
    var inner = unpadded(cotangent, operands.get(0).aval());
    return Arrays.asList(
        operands.get(0) instanceof LinearOperand.Unknown ? inner : null,
        operands.get(1) instanceof LinearOperand.Unknown
            ? BinaryOps.sub(sum(cotangent), sum(inner))
            : null);
  }

  private Array unpadded(Array cotangent, ShapedArray operand) {
    int rank = operand.rank();
    int[] fewerLow = new int[rank];
    int[] fewerHigh = new int[rank];
    int[] steps = new int[rank];
    for (int axis = 0; axis < rank; axis++) {
      fewerLow[axis] = -low.get(axis);
      fewerHigh[axis] = -high.get(axis);
      steps[axis] = interior.get(axis) + 1;
    }
    var core =
        ShapeOps.pad(
            cotangent,
            ShapeOps.fullLike(cotangent, 0),
            Axes.of(fewerLow),
            Axes.of(fewerHigh),
            Axes.filled(rank, 0));
    return ShapeOps.slice(
        core, Axes.filled(rank, 0), Axes.of(core.shape().toArray()), Axes.of(steps));
  }

  private static Array sum(Array x) {
    return ReductionOps.reduceSum(x, Axes.range(0, x.rank()));
  }

  /** With a batched padding value, a padded mask selects between operand and padding. */
  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var value = operands.get(1);
    if (axes.get(1) == Batched.NOT_MAPPED) {
      int at = axes.get(0);
      return Batched.of(batched(at, operands.get(0), value), at);
    }
    var x = Batching.toFront(axis, operands.get(0), axes.get(0));
    var padded = batched(0, x, ShapeOps.fullLike(x, 0));
    var inside = ShapeOps.full(new ShapedArray(x.shape(), DType.BOOL), 1);
    var mask = batched(0, inside, ShapeOps.fullLike(inside, 0));
    var values = ShapeOps.broadcastInDim(value, padded.shape(), Axes.of(0));
    return Batched.of(BinaryOps.select(mask, padded, values), 0);
  }

  private Array batched(int at, Array x, Array value) {
    return ShapeOps.pad(x, value, low.insert(at, 0), high.insert(at, 0), interior.insert(at, 0));
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedViews.pad(this, call);
  }
}
