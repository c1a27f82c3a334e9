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
import io.cambric.errors.ShapeException;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Windows of an operand at the start indices of a second, integer operand. Linear in the first
 * operand.
 *
 * <p>Shapes: the result has the axes of the indices without the last one. The axes of the window
 * that are not left out are inserted at {@code offsetDims}.
 *
 * @param dims the roles of the axes
 * @param sliceSizes size of the window along each axis of the operand
 * @param mode the treatment of windows out of bounds
 * @param fillValue of windows outside; {@code null} for NaN, or the number of an integer dtype
 *     farthest from 0
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.gather.html">lax.gather</a>
 */
public record Gather(GatherDims dims, Shape sliceSizes, GatherMode mode, @Nullable Double fillValue)
    implements SingleResult {

  @Override
  public String name() {
    return "gather";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var operand = operands.get(0);
    var indices = operands.get(1);
    IndexedShapes.require(name(), operand, indices, dims, sliceSizes, mode);
    var window = sliceSizes.select(dims.windowAxes(operand.rank()));
    return operand.withShape(IndexedShapes.result(indices.shape(), window, dims.offsetDims()));
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var operand = operands.get(0);
    var indices = operands.get(1);
    double fill = fillValue == null ? defaultFill(operand.dtype()) : fillValue;
    int read = type(operands).shape().size();
    var dense = places(operand.shape(), operand.shape().strides(), indices.shape());
    return new Lowering.Kernel((kernels, in, out, _) -> {
      var x = in.getFirst();
      var places = dense;
      if (!x.isDense(operand.shape().toArray())) {
        // A copy of the whole operand pays if most of it is read.
        if (2L * read < operand.shape().size()) {
          places = places(operand.shape(), x.strides(), indices.shape());
        } else {
          x = DenseOperands.of(kernels, operand, x);
        }
      }
      var list = DenseOperands.of(kernels, indices, in.get(1));
      GatherKernel.run(places, list, x, out.getFirst(), fill);
    });
  }

  private WindowPlaces places(Shape operand, int[] strides, Shape indices) {
    return new WindowPlaces(operand, strides, indices, dims, sliceSizes, mode);
  }

  private static double defaultFill(DType dtype) {
    if (dtype.isFloating()) {
      return Double.NaN;
    }
    return dtype.kind() == DType.Kind.SIGNED ? dtype.lowest() : dtype.highest();
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var indices = primals.get(1);
    var tangent = tangents.getFirst();
    return Jvp.of(
        Trace.bind(this, primals.getFirst(), indices),
        tangent == null
            ? null
            : Trace.bind(new Gather(dims, sliceSizes, mode, 0.0), tangent, indices));
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var cotangent = cotangents.getFirst();
    if (cotangent == null || !(operands.get(1) instanceof LinearOperand.Known(var indices))) {
      return Arrays.asList(null, null);
    }
    var operand = operands.getFirst().aval();
    // The window of a gather fits into an axis of size 0; that of its scatter has size 1 there.
    if (operand.shape().size() == 0) {
      return Arrays.asList(null, null);
    }
    var zeros = ShapeOps.zeros(operand.strong());
    return Arrays.asList(
        IndexOps.scatterAdd(zeros, indices, cotangent, dims.toScatter(), mode), null);
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var x = Batching.mappedToFront(operands.get(0), axes.get(0));
    var indices = Batching.mappedToFront(operands.get(1), axes.get(1));
    Gather batched;
    if (axes.get(1) == Batched.NOT_MAPPED) {
      batched = with(dims.withOperandLanes(), sliceSizes.insert(0, axis.size()));
    } else if (axes.get(0) == Batched.NOT_MAPPED) {
      batched = with(dims.withIndexLanes(), sliceSizes);
    } else {
      batched = with(dims.withSharedLanes(), sliceSizes.insert(0, Math.min(1, axis.size())));
    }
    return Batched.of(Trace.bind(batched, x, indices), 0);
  }

  private Gather with(GatherDims otherDims, Shape otherSizes) {
    return new Gather(otherDims, otherSizes, mode, fillValue);
  }

  /**
   * {@return one element of {@code x} for each of {@code indices}, along an axis; both share all
   * other axes}
   */
  public static Array alongAxis(Array x, Array indices, int axis, GatherMode mode) {
    int rank = x.rank();
    var others = Axes.of(axis).complement(rank);
    boolean fits = indices.rank() == rank;
    for (int i = 0; fits && i < rank; i++) {
      fits = i == axis || indices.shape().dim(i) == x.shape().dim(i);
    }
    if (!fits) {
      throw new ShapeException(
          "take_along_axis needs indices with the shape of the operand, except along axis %d, but got %s for %s."
              .formatted(axis, indices.aval(), x.aval()));
    }
    if (x.shape().dim(axis) == 0 && indices.size() > 0) {
      throw new ShapeException(
          "take_along_axis of %s needs at least one element along axis %d, but got none."
              .formatted(x.aval(), axis));
    }
    var dims = new GatherDims(Axes.of(), Axes.of(axis), Axes.of(axis), others, others);
    var places = ShapeOps.reshape(indices, indices.shape().insert(rank, 1));
    int[] sizes = new int[rank];
    for (int i = 0; i < rank; i++) {
      sizes[i] = Math.min(1, x.shape().dim(i));
    }
    return Trace.bind(new Gather(dims, Shape.of(sizes), mode, null), x, places);
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedIndices.gather(this, call);
  }
}
