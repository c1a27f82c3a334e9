package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
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
import io.cambric.kernel.BlockCopy;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.dims.ScatterDims;
import io.cambric.lax.dims.ScatterKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An array with windows combined with updates at integer start indices. Operands: array, indices,
 * updates. An element takes its updates in row-major order.
 *
 * <p>Shapes: the updates have the axes of the indices without the last one. The axes of the window
 * are inserted at {@code updateWindowDims}.
 *
 * <p>{@code ADD} is jointly linear in array and updates. {@code SET} gives the tangent to the last
 * update of an element. {@code MIN} and {@code MAX} divide it evenly among equal elements. The
 * derivative of {@code MUL} along an update is the product of all other factors of its element.
 *
 * @param kind the combination of an element and an update
 * @param dims the roles of the axes
 * @param mode the treatment of windows out of bounds
 * @param uniqueIndices whether the caller promises that no element is updated twice
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.scatter.html">lax.scatter</a>
 */
public record Scatter(ScatterKind kind, ScatterDims dims, GatherMode mode, boolean uniqueIndices)
    implements SingleResult {

  @Override
  public String name() {
    return kind.primitive();
  }

  @Override
  public String paramsText() {
    return "dimension_numbers=%s mode=%s unique_indices=%s".formatted(dims, mode, uniqueIndices);
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var operand = operands.get(0);
    var indices = operands.get(1);
    var updates = operands.get(2);
    if (operand.dtype() != updates.dtype()) {
      throw new DTypeException(
          "%s needs updates of the dtype of the operand, but got %s for %s. Convert them with astype."
              .formatted(name(), updates, operand));
    }
    boolean arithmetic = kind == ScatterKind.ADD || kind == ScatterKind.MUL;
    if (arithmetic && !DTypes.NUMERIC.test(operand.dtype())) {
      throw new DTypeException(
          "%s needs an operand of %s, but got %s. Convert it with astype."
              .formatted(name(), DTypes.NUMERIC.text(), operand));
    }
    var gather = dims.toGather();
    var hidden = dims.insertedWindowDims().concat(dims.operandBatchingDims());
    boolean fits =
        IndexedShapes.within(hidden, operand.rank())
            && dims.updateWindowDims().size() == operand.rank() - hidden.size()
            && indices.rank() > 0;
    for (int i = 0; fits && i < dims.updateWindowDims().size(); i++) {
      int axis = dims.updateWindowDims().get(i);
      fits = axis >= 0 && axis < updates.rank();
    }
    if (fits) {
      var sizes = sliceSizes(operand, updates);
      IndexedShapes.require(name(), operand, indices, gather, sizes, mode);
      var window = sizes.select(gather.windowAxes(operand.rank()));
      var expected = IndexedShapes.result(indices.shape(), window, dims.updateWindowDims());
      fits = expected.equals(updates.shape());
    }
    if (!fits) {
      throw new ShapeException(
          "%s of %s at %s needs updates with the axes of the indices except the last, and the window at axes %s, but got %s."
              .formatted(name(), operand, indices, dims.updateWindowDims(), updates));
    }
    return operand;
  }

  /** {@return the size of the window along each axis of the operand} */
  Shape sliceSizes(ShapedArray operand, ShapedArray updates) {
    var window = dims.toGather().windowAxes(operand.rank());
    int[] sizes = new int[operand.rank()];
    Arrays.fill(sizes, 1);
    for (int i = 0; i < window.size(); i++) {
      sizes[window.get(i)] = updates.shape().dim(dims.updateWindowDims().get(i));
    }
    for (int i = 0; i < dims.operandBatchingDims().size(); i++) {
      int axis = dims.operandBatchingDims().get(i);
      sizes[axis] = Math.min(1, operand.shape().dim(axis));
    }
    return Shape.of(sizes);
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var operand = operands.get(0);
    var indices = operands.get(1);
    var sizes = sliceSizes(operand, operands.get(2));
    var moved = mode == GatherMode.PROMISE_IN_BOUNDS ? GatherMode.FILL_OR_DROP : mode;
    var shape = operand.shape();
    var places =
        new WindowPlaces(shape, shape.strides(), indices.shape(), dims.toGather(), sizes, moved);
    return new Lowering.Kernel(
        new UpdateKernel(
            operand,
            2,
            (kernels, in, result) -> {
              var list = DenseOperands.of(kernels, indices, in.get(1));
              var updates = DenseOperands.of(kernels, operands.get(2), in.get(2));
              new ScatterKernel(kernels, kind, places, updates, result, shape.size()).run(list);
            },
            strides -> block(operands, sizes, strides)));
  }

  private static int[] strides(int[] strides, Axes axes) {
    return Arrays.stream(axes.toArray()).map(axis -> strides[axis]).toArray();
  }

  /** {@return the copy of a block at a single start index, or null} */
  private @Nullable BlockCopy block(List<ShapedArray> operands, Shape sizes, List<int[]> strides) {
    var shape = operands.get(0).shape();
    var indices = operands.get(1);
    var components = dims.scatterDimsToOperandDims();
    boolean isOne =
        kind == ScatterKind.SET
            && indices.dtype() == DType.I32
            && indices.rank() > 0
            && indices.shape().size() == components.size()
            && dims.operandBatchingDims().size() == 0;
    if (!isOne) {
      return null;
    }
    int[] to = shape.strides();
    var window = dims.insertedWindowDims().complement(shape.rank());
    int[] from = strides.get(2);
    var starts = new ArrayList<BlockCopy.Start>();
    int step = strides.get(1)[indices.rank() - 1];
    for (int i = 0; i < components.size(); i++) {
      int axis = components.get(i);
      int most = shape.dim(axis) - sizes.dim(axis);
      boolean isDropped = mode != GatherMode.CLIP;
      starts.add(new BlockCopy.Start(1, i * step, most, to[axis], isDropped));
    }
    return new BlockCopy(
        sizes.select(window).toArray(),
        2,
        strides(from, dims.updateWindowDims()),
        strides(to, window),
        starts,
        true,
        shape.size());
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var result = Trace.bind(this, primals).getFirst();
    if (tangents.get(0) == null && tangents.get(2) == null) {
      return Jvp.of(result, null);
    }
    return Jvp.of(result, ScatterTangents.of(this, primals, tangents, result));
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    if (cotangent == null || !(operands.get(1) instanceof LinearOperand.Known(var indices))) {
      return Arrays.asList(null, null, null);
    }
    return ScatterTangents.transpose(this, cotangent, indices, operands);
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var x = Batching.toFront(axis, operands.get(0), axes.get(0));
    var indices = Batching.mappedToFront(operands.get(1), axes.get(1));
    var updates = Batching.toFront(axis, operands.get(2), axes.get(2));
    var gather = dims.toGather();
    var batched =
        axes.get(1) == Batched.NOT_MAPPED ? gather.withOperandLanes() : gather.withSharedLanes();
    return Batched.of(
        Trace.bind(
            new Scatter(kind, batched.toScatter(), mode, uniqueIndices), x, indices, updates),
        0);
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedIndices.scatter(this, call);
  }
}
