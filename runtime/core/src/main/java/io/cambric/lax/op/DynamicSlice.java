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
import io.cambric.errors.ShapeException;
import io.cambric.kernel.BlockCopy;
import io.cambric.kernel.FusedCall;
import io.cambric.kernel.KernelForm;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block of fixed sizes at dynamic start indices. Operands: the array, then one integer scalar per
 * axis. Start indices are clamped to keep the block in bounds. Linear in the array.
 *
 * @param sliceSizes sizes of the block
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.dynamic_slice.html">lax.dynamic_slice</a>
 */
record DynamicSlice(Shape sliceSizes) implements SingleResult {

  @Override
  public String name() {
    return "dynamic_slice";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    DynamicStarts.require(name(), operand, operands.subList(1, operands.size()));
    boolean fits = sliceSizes.rank() == operand.rank();
    for (int axis = 0; fits && axis < sliceSizes.rank(); axis++) {
      fits = sliceSizes.dim(axis) <= operand.shape().dim(axis);
    }
    if (!fits) {
      throw new ShapeException(
          "dynamic_slice of %s needs a block that fits into it, but got sizes %s."
              .formatted(operand, sliceSizes));
    }
    return operand.withShape(sliceSizes);
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.Kernel(new SliceKernel(operands, sliceSizes));
  }

  /** Copies a block of the first operand. */
  private record SliceKernel(List<ShapedArray> operands, Shape block)
      implements Lowering.KernelRule {

    @Override
    public @Nullable KernelForm form(List<int[]> strides) {
      int[] from = strides.getFirst();
      var starts = DynamicStarts.of(operands, 1, block, from);
      return starts == null
          ? null
          : new BlockCopy(block.toArray(), 0, from, block.strides(), starts, false, 0);
    }

    @Override
    public void run(Kernels kernels, List<Operand> in, List<Operand> results, FusedCall fused) {
      var operand = operands.getFirst();
      var x = in.getFirst();
      int at = x.offset();
      for (int axis = 0; axis < block.rank(); axis++) {
        at += x.strides()[axis] * DynamicStarts.read(in, axis, 1, operand, block);
      }
      DenseOperands.copy(
          kernels,
          operand.dtype(),
          block.toArray(),
          new Operand(x.buffer(), at, x.strides()),
          results.getFirst());
    }
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var result = Trace.bind(this, primals).getFirst();
    var tangent = tangents.getFirst();
    if (tangent == null) {
      return Jvp.of(result, null);
    }
    var operands = new ArrayList<>(primals);
    operands.set(0, tangent);
    return Jvp.of(result, Trace.bind(this, operands).getFirst());
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    var all = new ArrayList<@Nullable Array>(Collections.nCopies(operands.size(), null));
    if (cotangent != null) {
      all.set(
          0,
          Trace.bind(
                  new DynamicUpdateSlice(),
                  DynamicStarts.with(
                      List.of(ShapeOps.zeros(operands.getFirst().aval()), cotangent), operands, 1))
              .getFirst());
    }
    return all;
  }

  /** With batched start indices, the operation becomes a gather. */
  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    int at = axes.getFirst();
    var starts = operands.subList(1, operands.size());
    var startAxes = axes.subList(1, axes.size());
    if (startAxes.stream().allMatch(start -> start == Batched.NOT_MAPPED)) {
      var all = new ArrayList<>(operands);
      all.add(
          1 + at,
          starts.isEmpty()
              ? NdArray.ofInts(Shape.scalar(), 0)
              : ShapeOps.fullLike(starts.getFirst(), 0));
      var batched = new DynamicSlice(sliceSizes.insert(at, axis.size()));
      return Batched.of(Trace.bind(batched, all).getFirst(), at);
    }
    var dims = Axes.range(0, sliceSizes.rank());
    var gather =
        new Gather(
            new GatherDims(dims, Axes.of(), dims, Axes.of(), Axes.of()),
            sliceSizes,
            GatherMode.CLIP,
            null);
    return gather.batch(
        axis,
        List.of(operands.getFirst(), DynamicStarts.stacked(axis, starts, startAxes)),
        List.of(at, 0));
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedOrders.dynamicSlice(this, call);
  }
}
