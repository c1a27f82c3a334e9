package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Length;
import io.cambric.core.NdArray;
import io.cambric.core.Padded;
import io.cambric.core.RaggedCall;
import io.cambric.core.Trace;
import io.cambric.kernel.ReduceOp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ragged rules of operations in which the order along an axis counts. */
final class RaggedOrders {

  private RaggedOrders() {}

  /** Elements come before the padding, so running results of elements do not read it. */
  static List<Padded> cumulative(Cumulative operation, RaggedCall call) {
    call.requireSame(operation);
    var x = call.operand(0);
    var length = x.length(operation.axis());
    if (length == null) {
      var filled =
          RaggedSizes.fill(call.lengths(), x, operation.kind() == CumulativeKind.PROD ? 1 : 0);
      return List.of(x.with(Trace.bind(operation, filled)));
    }
    if (operation.reverse()) {
      var backwards = new Rev(Axes.of(operation.axis()));
      var reversed = apply(backwards, call, x);
      var run = apply(new Cumulative(operation.kind(), operation.axis(), false), call, reversed);
      return List.of(apply(backwards, call, run));
    }
    double neutral = operation.kind() == CumulativeKind.PROD ? 1 : 0;
    var filled = RaggedSizes.fill(call.lengths(), x, neutral);
    return List.of(x.with(Trace.bind(operation, filled)));
  }

  private static Padded apply(SingleResult operation, RaggedCall call, Padded x) {
    return operation.ragged(new RaggedCall(operation, call.lengths(), List.of(x))).getFirst();
  }

  /** A first key places the padding behind the elements. */
  static List<Padded> sort(Sort operation, RaggedCall call) {
    call.requireSame(operation);
    var lengths = RaggedRules.common(call.operands());
    int along = operation.dimension();
    var length = lengths.get(along);
    if (length == null) {
      return RaggedRules.pass(operation, call);
    }
    var shape = call.operand(0).value().shape();
    var places = ShapeOps.iota(DType.I32, shape.dim(along));
    var behind = BinaryOps.ge(places, RaggedSizes.value(call.lengths(), length));
    var operands = new ArrayList<Array>();
    operands.add(
        ShapeOps.broadcastInDim(
            UnaryOps.convertElementType(behind, DType.I32), shape, Axes.of(along)));
    operands.addAll(call.values());
    var sorted =
        Trace.bind(new Sort(along, operation.isStable(), operation.numKeys() + 1), operands);
    return sorted.subList(1, sorted.size()).stream()
        .map(each -> new Padded(each, lengths))
        .toList();
  }

  /** {@return the places of values among the elements of a table} */
  static List<Padded> searchSorted(SearchSorted operation, RaggedCall call) {
    call.requireSame(operation);
    var table = call.operand(0);
    var values = call.operand(1);
    int last = table.rank() - 1;
    var length = table.length(last);
    var filled =
        RaggedSizes.fill(call.lengths(), table, Axes.of(last), largest(table.value().dtype()));
    Array places = Trace.bind(operation, filled, values.value());
    if (length != null) {
      places = BinaryOps.min(places, RaggedSizes.value(call.lengths(), length));
    }
    return call.result(places, values.lengths());
  }

  private static double largest(DType dtype) {
    return ReduceOp.MIN.identity(dtype);
  }

  /** A block along a ragged axis has one element or all. */
  static List<Padded> dynamicSlice(DynamicSlice operation, RaggedCall call) {
    var twin = (DynamicSlice) call.twin();
    var x = call.operand(0);
    var values = new ArrayList<>(call.values());
    var lengths = new ArrayList<@Nullable Length>();
    for (int axis = 0; axis < x.rank(); axis++) {
      int size = operation.sliceSizes().dim(axis);
      int other = twin.sliceSizes().dim(axis);
      var length = x.length(axis);
      if (length == null) {
        if (size == other) {
          lengths.add(null);
          continue;
        }
        // A block of a fixed axis: as long as each example, from a place where it fits.
        var found = call.required(operation, size, other);
        int whole = x.value().dim(axis);
        values.set(axis + 1, clamped(call, values.get(axis + 1), found, whole));
        values.set(0, extended(values.getFirst(), axis, size));
        lengths.add(found);
      } else if (length.has(size, other)) {
        values.set(axis + 1, ShapeOps.fullLike(values.get(axis + 1), 0));
        lengths.add(length);
      } else if (size == 1 && other == 1) {
        values.set(axis + 1, inside(call, values.get(axis + 1), length));
        lengths.add(null);
      } else {
        throw call.refused(
            operation,
            "it takes %d elements of axis %d, and an example may have fewer".formatted(size, axis));
      }
    }
    return call.result(Trace.bind(operation, values).getFirst(), lengths);
  }

  /** {@return the start between 0 and what the length leaves of a size} */
  private static Array clamped(RaggedCall call, Array start, Length length, int whole) {
    var own = RaggedSizes.value(call.lengths(), length);
    var most = BinaryOps.sub(RaggedSizes.constant(whole), own);
    return BinaryOps.max(
        BinaryOps.min(start, UnaryOps.convertElementType(most, start.dtype())), number(start, 0));
  }

  private static Array number(Array like, int value) {
    return NdArray.scalar(like.dtype(), value);
  }

  /** Zeros behind the elements, so that no block is moved. */
  private static Array extended(Array x, int axis, int by) {
    int[] high = new int[x.rank()];
    high[axis] = by;
    var none = Axes.filled(x.rank(), 0);
    return ShapeOps.pad(x, number(x, 0), none, Axes.of(high), none);
  }

  /** {@return the place of one element, clamped to the elements} */
  private static Array inside(RaggedCall call, Array start, Length length) {
    var last = RaggedSizes.value(call.lengths(), length.less(1));
    return BinaryOps.max(
        BinaryOps.min(start, UnaryOps.convertElementType(last, start.dtype())), number(start, 0));
  }

  /** An update along a ragged axis has one element or all. */
  static List<Padded> dynamicUpdateSlice(DynamicUpdateSlice operation, RaggedCall call) {
    call.requireSame(operation);
    var x = call.operand(0);
    var update = call.operand(1);
    var values = new ArrayList<>(call.values());
    for (int axis = 0; axis < x.rank(); axis++) {
      var length = x.length(axis);
      var own = update.length(axis);
      if (length == null && own == null) {
        continue;
      }
      if (length != null && own != null && own.has(length.size(), length.twin())) {
        values.set(axis + 2, ShapeOps.fullLike(values.get(axis + 2), 0));
      } else if (length != null && own == null && update.value().dim(axis) == 1) {
        values.set(axis + 2, inside(call, values.get(axis + 2), length));
      } else {
        throw call.refused(
            operation,
            "it writes %d elements along axis %d, and an example may have fewer"
                .formatted(update.value().dim(axis), axis));
      }
    }
    return List.of(x.with(Trace.bind(operation, values).getFirst()));
  }
}
