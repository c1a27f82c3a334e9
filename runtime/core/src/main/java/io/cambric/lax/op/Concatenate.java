package io.cambric.lax.op;

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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The concatenation of operands of one dtype along an axis; their other axes agree. Jointly linear
 * in all.
 *
 * @param dimension the axis
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.concatenate.html">lax.concatenate</a>
 */
record Concatenate(int dimension) implements SingleResult {

  @Override
  public String name() {
    return "concatenate";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    if (operands.isEmpty()) {
      throw new ShapeException("concatenate needs at least one operand, but got none.");
    }
    var first = operands.getFirst();
    boolean fits = dimension >= 0 && dimension < first.rank();
    long length = 0;
    boolean weak = true;
    for (var operand : operands) {
      if (operand.dtype() != first.dtype()) {
        throw new DTypeException(
            "concatenate needs operands with the same dtype, but got %s. Convert them with astype."
                .formatted(operands));
      }
      fits =
          fits
              && operand.rank() == first.rank()
              && operand.shape().with(dimension, 0).equals(first.shape().with(dimension, 0));
      length += fits ? operand.shape().dim(dimension) : 0;
      weak &= operand.weak();
    }
    if (!fits) {
      throw new ShapeException(
          "concatenate along axis %d needs operands that have this axis and equal sizes along all others, but got %s."
              .formatted(dimension, operands));
    }
    return new ShapedArray(
        first.shape().with(dimension, Sizes.axis(name(), length)), first.dtype(), weak);
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var places = new ArrayList<Lowering.ViewRule>(operands.size());
    int at = 0;
    for (var operand : operands) {
      int size = operand.shape().dim(dimension);
      places.add(Split.part(dimension, at, size));
      at += size;
    }
    return new Lowering.Concatenate(places);
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var result = Trace.bind(this, primals).getFirst();
    var parts = new ArrayList<Array>(primals.size());
    boolean zero = true;
    for (int i = 0; i < primals.size(); i++) {
      zero &= tangents.get(i) == null;
      parts.add(Tangents.instantiate(tangents.get(i), primals.get(i).aval()));
    }
    return Jvp.of(result, zero ? null : Trace.bind(this, parts).getFirst());
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    var parts = new ArrayList<@Nullable Array>(operands.size());
    int at = 0;
    for (var operand : operands) {
      int end = at + operand.aval().shape().dim(dimension);
      parts.add(
          cotangent == null || operand instanceof LinearOperand.Known
              ? null
              : ShapeOps.sliceInDim(cotangent, at, end, 1, dimension));
      at = end;
    }
    return parts;
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var parts = new ArrayList<Array>(operands.size());
    for (int i = 0; i < operands.size(); i++) {
      parts.add(Batching.toFront(axis, operands.get(i), axes.get(i)));
    }
    return Batched.of(Trace.bind(new Concatenate(dimension + 1), parts).getFirst(), 0);
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedViews.concatenate(this, call);
  }
}
