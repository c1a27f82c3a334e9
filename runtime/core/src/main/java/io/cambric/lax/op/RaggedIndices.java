package io.cambric.lax.op;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Length;
import io.cambric.core.NdArray;
import io.cambric.core.Padded;
import io.cambric.core.Primitive;
import io.cambric.core.RaggedCall;
import io.cambric.core.Trace;
import io.cambric.kernel.ReduceOp;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.dims.ScatterKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ragged rules of gather and scatter: indices outside are those outside of each example. */
final class RaggedIndices {

  private final Primitive operation;
  private final RaggedCall call;
  private final GatherDims dims;
  private final GatherMode mode;

  private RaggedIndices(Primitive operation, RaggedCall call, GatherDims dims, GatherMode mode) {
    this.operation = operation;
    this.call = call;
    this.dims = dims;
    this.mode = mode;
  }

  static List<Padded> gather(Gather operation, RaggedCall call) {
    var twin = (Gather) call.twin();
    var rule = new RaggedIndices(operation, call, operation.dims(), operation.mode());
    var windows = rule.windows(operation.sliceSizes(), twin.sliceSizes());
    var indices = rule.indices(call.operand(1), 0);
    var x = call.operand(0);
    var result = Trace.bind(operation, x.value(), indices);
    var lengths = new ArrayList<@Nullable Length>();
    int fromWindow = 0;
    int fromIndices = 0;
    var window = operation.dims().windowAxes(x.rank());
    for (int axis = 0; axis < result.rank(); axis++) {
      lengths.add(
          operation.dims().offsetDims().contains(axis)
              ? windows.get(window.get(fromWindow++))
              : call.operand(1).length(fromIndices++));
    }
    return call.result(result, lengths);
  }

  static List<Padded> scatter(Scatter operation, RaggedCall call) {
    call.requireSame(operation);
    var x = call.operand(0);
    var updates = call.operand(2);
    var gather = operation.dims().toGather();
    boolean promised = operation.mode() == GatherMode.PROMISE_IN_BOUNDS;
    var mode = promised ? GatherMode.FILL_OR_DROP : operation.mode();
    var rule = new RaggedIndices(operation, call, gather, mode);
    int[] sizes = new int[x.rank()];
    int[] twins = new int[x.rank()];
    Arrays.fill(sizes, 1);
    Arrays.fill(twins, 1);
    var window = gather.windowAxes(x.rank());
    var twinUpdates = updates.twin().shape();
    for (int i = 0; i < window.size(); i++) {
      int axis = operation.dims().updateWindowDims().get(i);
      sizes[window.get(i)] = updates.value().dim(axis);
      twins[window.get(i)] = twinUpdates.dim(axis);
    }
    rule.windows(Shape.of(sizes), Shape.of(twins));
    boolean drops = mode == GatherMode.FILL_OR_DROP && gather.startIndexMap().size() > 0;
    var indices =
        rule.indices(call.operand(1), drops ? x.value().dim(gather.startIndexMap().get(0)) : 0);
    var values = updates.value();
    var batch = operation.dims().updateWindowDims().complement(updates.rank());
    if (!drops && RaggedCall.isRagged(updates, batch)) {
      values =
          RaggedSizes.fill(call.lengths(), updates, batch, rule.neutral(operation.kind(), values));
    }
    var scatter = new Scatter(operation.kind(), operation.dims(), mode, false);
    return List.of(x.with(Trace.bind(scatter, List.of(x.value(), indices, values)).getFirst()));
  }

  private double neutral(ScatterKind kind, Array values) {
    var dtype = values.dtype();
    return switch (kind) {
      case ADD -> 0;
      case MUL -> 1;
      case MIN -> ReduceOp.MIN.identity(dtype);
      case MAX -> ReduceOp.MAX.identity(dtype);
      default ->
          throw call.refused(operation, "it cannot leave out the updates of padding in this mode");
    };
  }

  /** {@return the length of each axis of a window: one element or a whole ragged axis} */
  private List<@Nullable Length> windows(Shape sizes, Shape twins) {
    var x = call.operand(0);
    var lengths = new ArrayList<@Nullable Length>();
    for (int axis = 0; axis < x.rank(); axis++) {
      var length = x.length(axis);
      int size = sizes.dim(axis);
      int twin = twins.dim(axis);
      boolean indexed = dims.startIndexMap().contains(axis);
      if (length == null && size != twin) {
        throw call.refused(operation, "the size of its window is ragged along axis " + axis);
      }
      boolean whole = length != null && length.has(size, twin) && !indexed;
      boolean single = size == 1 && twin == 1;
      if (length != null && !whole && !single) {
        throw call.refused(
            operation,
            "its window has %d elements along axis %d, and an example may have fewer"
                .formatted(size, axis));
      }
      lengths.add(whole ? length : null);
    }
    return lengths;
  }

  /** {@return the indices, with those outside of an example treated as the mode says} */
  private Array indices(Padded indices, int inPadding) {
    int last = indices.rank() - 1;
    if (indices.length(last) != null) {
      throw call.refused(operation, "the number of components of its indices is ragged");
    }
    var x = call.operand(0);
    var columns = new ArrayList<Array>();
    boolean changed = false;
    for (int i = 0; i < dims.startIndexMap().size(); i++) {
      int axis = dims.startIndexMap().get(i);
      var column = ShapeOps.sliceInDim(indices.value(), i, i + 1, 1, last);
      var length = x.length(axis);
      changed |= length != null;
      columns.add(length == null ? column : within(column, length));
    }
    var all = changed ? ShapeOps.concatenate(columns, last) : indices.value();
    return RaggedSizes.fill(call.lengths(), indices.with(all), inPadding);
  }

  private Array within(Array column, Length length) {
    var dtype = column.dtype();
    var size = UnaryOps.convertElementType(RaggedSizes.value(call.lengths(), length), dtype);
    var zero = NdArray.scalar(dtype, 0);
    var one = NdArray.scalar(dtype, 1);
    return switch (mode) {
      // As for other arrays, a gather moves an index inside against its promise.
      case CLIP, PROMISE_IN_BOUNDS ->
          BinaryOps.max(BinaryOps.min(column, BinaryOps.sub(size, one)), zero);
      case FILL_OR_DROP ->
          BinaryOps.select(
              BinaryOps.ge(column, size), NdArray.scalar(dtype, length.size()), column);
      case WRAP -> {
        var some = BinaryOps.max(size, one);
        yield BinaryOps.rem(BinaryOps.add(BinaryOps.rem(column, some), some), some);
      }
    };
  }
}
