package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.Primitive;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.ShapeException;
import io.cambric.kernel.Operand;
import io.cambric.lax.dims.GatherMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Operands of one shape, reordered together along an axis. The first one ascends; the second one
 * orders elements that are equal in it, and so on. Stable. {@code -0} equals 0, and NaN comes last.
 *
 * <p>Tangents follow the elements.
 *
 * @param dimension the axis
 * @param isStable only for listings; the order is always stable
 * @param numKeys number of compared operands
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.sort.html">lax.sort</a>
 */
record Sort(int dimension, boolean isStable, int numKeys) implements Primitive {

  @Override
  public String name() {
    return "sort";
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    if (operands.isEmpty() || numKeys < 1 || numKeys > operands.size()) {
      throw new ShapeException(
          "sort by %d keys needs at least one key, and an operand for each, but got %s."
              .formatted(numKeys, operands));
    }
    var shape = operands.getFirst().shape();
    if (operands.stream().anyMatch(operand -> !operand.shape().equals(shape))) {
      throw new ShapeException(
          "sort needs operands of equal shape, but got %s. Broadcast them.".formatted(operands));
    }
    ReductionRules.requireAxes(name(), Axes.of(dimension), operands.getFirst());
    return operands;
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.Kernel((kernels, in, out, _) -> {
      var dense = new ArrayList<Operand>(in.size());
      for (int i = 0; i < in.size(); i++) {
        dense.add(DenseOperands.of(kernels, operands.get(i), in.get(i)));
      }
      SortKernel.run(operands.getFirst().shape(), dimension, numKeys, dense, out);
    });
  }

  /** Also sorts positions, and reads the tangents at them. */
  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var operands = new ArrayList<>(primals);
    operands.add(ShapeOps.broadcastedIota(DType.I32, primals.getFirst().shape(), dimension));
    var results = Trace.bind(this, operands);
    var positions = results.getLast();
    var slopes = new ArrayList<@Nullable Array>(primals.size());
    for (var tangent : tangents) {
      slopes.add(
          tangent == null
              ? null
              : Gather.alongAxis(tangent, positions, dimension, GatherMode.PROMISE_IN_BOUNDS));
    }
    return new Jvp(results.subList(0, primals.size()), slopes);
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var fronts = new ArrayList<Array>(operands.size());
    var resultAxes = new ArrayList<Integer>(operands.size());
    for (int i = 0; i < operands.size(); i++) {
      fronts.add(Batching.toFront(axis, operands.get(i), axes.get(i)));
      resultAxes.add(0);
    }
    var batched = new Sort(dimension + 1, isStable, numKeys);
    return new Batched(Trace.bind(batched, fronts), resultAxes);
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedOrders.sort(this, call);
  }
}
