package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.NdArray;
import io.cambric.core.Padded;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.kernel.BlockCopy;
import io.cambric.kernel.Operand;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.dims.ScatterDims;
import io.cambric.lax.dims.ScatterKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An array with a block overwritten at dynamic start indices. Operands: the array, the block, then
 * one integer scalar per axis. Start indices are clamped to keep the block in bounds. Jointly
 * linear in array and block.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.dynamic_update_slice.html">lax.dynamic_update_slice</a>
 */
record DynamicUpdateSlice() implements SingleResult {

  @Override
  public String name() {
    return "dynamic_update_slice";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var operand = operands.get(0);
    var update = operands.get(1);
    DynamicStarts.require(name(), operand, operands.subList(2, operands.size()));
    if (operand.dtype() != update.dtype()) {
      throw new DTypeException(
          "dynamic_update_slice needs an update of the dtype of the operand, but got %s for %s. Convert it with astype."
              .formatted(update, operand));
    }
    boolean fits = update.rank() == operand.rank();
    for (int axis = 0; fits && axis < operand.rank(); axis++) {
      fits = update.shape().dim(axis) <= operand.shape().dim(axis);
    }
    if (!fits) {
      throw new ShapeException(
          "dynamic_update_slice needs an update that fits into the operand, but got %s for %s."
              .formatted(update, operand));
    }
    return operand;
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var operand = operands.get(0);
    var block = operands.get(1).shape();
    return new Lowering.Kernel(
        new UpdateKernel(
            operand,
            1,
            (kernels, in, result) -> {
              int[] strides = operand.shape().strides();
              int at = result.offset();
              for (int axis = 0; axis < strides.length; axis++) {
                at += strides[axis] * DynamicStarts.read(in, axis, 2, operand, block);
              }
              DenseOperands.copy(
                  kernels,
                  operand.dtype(),
                  block.toArray(),
                  in.get(1),
                  new Operand(result.buffer(), at, strides));
            },
            strides -> {
              int[] to = operand.shape().strides();
              var starts = DynamicStarts.of(operands, 2, block, to);
              int size = operand.shape().size();
              return starts == null
                  ? null
                  : new BlockCopy(block.toArray(), 1, strides.get(1), to, starts, true, size);
            }));
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var result = Trace.bind(this, primals).getFirst();
    if (tangents.get(0) == null && tangents.get(1) == null) {
      return Jvp.of(result, null);
    }
    var operands = new ArrayList<>(primals);
    operands.set(0, Tangents.instantiate(tangents.get(0), primals.get(0).aval()));
    operands.set(1, Tangents.instantiate(tangents.get(1), primals.get(1).aval()));
    return Jvp.of(result, Trace.bind(this, operands).getFirst());
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    var all = new ArrayList<@Nullable Array>(Collections.nCopies(operands.size(), null));
    if (cotangent == null) {
      return all;
    }
    var update = operands.get(1).aval();
    if (operands.get(0) instanceof LinearOperand.Unknown) {
      var around = DynamicStarts.with(List.of(cotangent, ShapeOps.zeros(update)), operands, 2);
      all.set(0, Trace.bind(this, around).getFirst());
    }
    if (operands.get(1) instanceof LinearOperand.Unknown) {
      var inside = DynamicStarts.with(List.of(cotangent), operands, 2);
      all.set(1, Trace.bind(new DynamicSlice(update.shape()), inside).getFirst());
    }
    return all;
  }

  /** With batched start indices, the operation becomes a scatter. */
  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var starts = operands.subList(2, operands.size());
    var startAxes = axes.subList(2, axes.size());
    var x = Batching.toFront(axis, operands.get(0), axes.get(0));
    var update = Batching.toFront(axis, operands.get(1), axes.get(1));
    if (startAxes.stream().allMatch(start -> start == Batched.NOT_MAPPED)) {
      var all = new ArrayList<Array>(List.of(x, update));
      all.add(
          starts.isEmpty()
              ? NdArray.ofInts(Shape.scalar(), 0)
              : ShapeOps.fullLike(starts.getFirst(), 0));
      all.addAll(starts);
      return Batched.of(Trace.bind(this, all).getFirst(), 0);
    }
    var dims = Axes.range(0, x.rank() - 1);
    var scatter =
        new Scatter(
            ScatterKind.SET,
            new ScatterDims(dims, Axes.of(), dims, Axes.of(), Axes.of()),
            GatherMode.CLIP,
            true);
    return scatter.batch(
        axis, List.of(x, DynamicStarts.stacked(axis, starts, startAxes), update), List.of(0, 0, 0));
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedOrders.dynamicUpdateSlice(this, call);
  }
}
