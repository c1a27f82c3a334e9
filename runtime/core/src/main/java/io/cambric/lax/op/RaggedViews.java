package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Length;
import io.cambric.core.Padded;
import io.cambric.core.RaggedCall;
import io.cambric.core.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Ragged rules of operations that rearrange and cut arrays. */
final class RaggedViews {

  private RaggedViews() {}

  /** A reshape divides the axes into groups of equally many elements. */
  static List<Padded> reshape(Reshape operation, RaggedCall call) {
    var x = call.operand(0);
    var from = x.value().shape();
    var to = operation.newSizes();
    var twinFrom = x.twin().shape();
    var twinTo = ((Reshape) call.twin()).newSizes();
    var lengths = new ArrayList<@Nullable Length>();
    int next = 0;
    int done = 0;
    while (done < to.rank()) {
      int end = done;
      int last = next;
      // The smallest group with as many elements on both sides, here and in the twin.
      long size = 1;
      long other = 1;
      long newSize = to.dim(end);
      long newOther = twinTo.dim(end++);
      while (size != newSize || other != newOther) {
        if (last < from.rank() && (size < newSize || (size == newSize && other < newOther))) {
          size *= from.dim(last);
          other *= twinFrom.dim(last++);
        } else if (end < to.rank()) {
          newSize *= to.dim(end);
          newOther *= twinTo.dim(end++);
        } else if (last < from.rank()) {
          size *= from.dim(last);
          other *= twinFrom.dim(last++);
        } else {
          throw call.refused(operation, "it divides elements differently for other sizes");
        }
      }
      group(operation, call, next, last, done, end, lengths);
      next = last;
      done = end;
    }
    return call.result(Trace.bind(operation, x.value()), lengths);
  }

  private static void group(
      Reshape operation,
      RaggedCall call,
      int from,
      int to,
      int newFrom,
      int newTo,
      List<@Nullable Length> lengths) {
    var x = call.operand(0);
    var shape = x.value().shape();
    var newSizes = operation.newSizes();
    int ragged = -1;
    for (int axis = from; axis < to; axis++) {
      if (x.length(axis) != null) {
        for (int before = from; before < axis; before++) {
          if (shape.dim(before) != 1) {
            throw call.refused(
                operation, "elements of axis %d are not next to each other".formatted(axis));
          }
        }
        ragged = axis;
      }
    }
    var twinSizes = ((Reshape) call.twin()).newSizes();
    boolean first = true;
    for (int axis = newFrom; axis < newTo; axis++) {
      int size = newSizes.dim(axis);
      if (size == twinSizes.dim(axis)) {
        first &= size == 1;
        lengths.add(null);
        continue;
      }
      if (ragged < 0 || !first) {
        throw call.refused(operation, "a ragged axis of the result is no group of rows");
      }
      var length = Objects.requireNonNull(x.length(ragged));
      if (!length.has(size, twinSizes.dim(axis))) {
        length =
            rows(
                operation,
                call,
                length,
                size,
                twinSizes.dim(axis),
                shape.slice(ragged + 1, to).size());
      }
      lengths.add(length);
      first = false;
    }
    if (ragged >= 0 && first) {
      throw call.refused(operation, "a ragged axis has no place in the result");
    }
  }

  private static Length rows(
      Reshape operation, RaggedCall call, Length length, int size, int twin, int inner) {
    var merged = length.times(inner);
    if (merged.has(size, twin)) {
      return merged;
    }
    if (length instanceof Length.Times(var of, _) && of.has(size, twin)) {
      return of;
    }
    return call.required(operation, size, twin);
  }

  /** Reads the elements backwards: they follow the padding, and move in front of it. */
  static List<Padded> reverse(Rev operation, RaggedCall call) {
    call.requireSame(operation);
    var x = call.operand(0);
    var value = Trace.bind(operation, x.value());
    for (int axis = 0; axis < x.rank(); axis++) {
      var length = x.length(axis);
      if (length != null && operation.dimensions().contains(axis)) {
        var start =
            BinaryOps.sub(
                RaggedSizes.constant(length.size()), RaggedSizes.value(call.lengths(), length));
        value = from(value, start, axis);
      }
    }
    return List.of(x.with(value));
  }

  /** {@return the elements from a start on, followed by the elements before it} */
  private static Array from(Array x, Array start, int axis) {
    var twice = ShapeOps.concatenate(List.of(x, x), axis);
    return IndexOps.dynamicSliceInDim(twice, start, x.dim(axis), axis);
  }

  /** The bounds of a slice are counted from the first element or from the last. */
  static List<Padded> slice(Slice operation, RaggedCall call) {
    var twin = (Slice) call.twin();
    var x = call.operand(0);
    var type = operation.type(RaggedRules.types(call));
    var twinType = twin.type(call.twinTypes());
    var value = x.value();
    int rank = x.rank();
    int[] starts = operation.startIndices().toArray();
    int[] limits = operation.limitIndices().toArray();
    var lengths = new ArrayList<@Nullable Length>();
    if (!operation.strides().equals(twin.strides())) {
      throw call.refused(operation, "its strides depend on a ragged size");
    }
    for (int axis = 0; axis < rank; axis++) {
      int start = starts[axis];
      int limit = limits[axis];
      int twinStart = twin.startIndices().get(axis);
      int twinLimit = twin.limitIndices().get(axis);
      int stride = operation.strides().get(axis);
      var length = x.length(axis);
      if (length == null) {
        boolean fixed = start == twinStart && limit == twinLimit;
        if (!fixed && start != twinStart) {
          throw call.refused(operation, "its start depends on a ragged size");
        }
        lengths.add(
            fixed
                ? null
                : call.required(operation, limit - start, twinLimit - twinStart).strided(stride));
      } else if (start == twinStart && length.size() - limit == length.twin() - twinLimit) {
        lengths.add(length.less(length.size() - limit).less(start).strided(stride));
      } else if (limit - start == 1 && twinLimit - twinStart == 1) {
        value = one(operation, call, value, axis, start, twinStart);
        starts[axis] = 0;
        limits[axis] = 1;
        lengths.add(null);
      } else if (start == twinStart
          && call.lengths().find(limit - start, twinLimit - twinStart) != null) {
        lengths.add(call.required(operation, limit - start, twinLimit - twinStart).strided(stride));
      } else {
        throw call.refused(
            operation,
            "it takes %d elements of axis %d, and an example may have fewer"
                .formatted(limit - start, axis));
      }
    }
    var cut = ShapeOps.slice(value, Axes.of(starts), Axes.of(limits), operation.strides());
    return call.result(cut, call.lengths(operation, type, twinType, lengths));
  }

  /** One element, counted from the first or from the last. */
  private static Array one(
      Slice operation, RaggedCall call, Array value, int axis, int start, int twinStart) {
    var length = Objects.requireNonNull(call.operand(0).length(axis));
    if (start == twinStart) {
      return ShapeOps.sliceInDim(value, start, start + 1, 1, axis);
    }
    int fromEnd = length.size() - start;
    if (fromEnd != length.twin() - twinStart) {
      throw call.refused(operation, "its start depends on a ragged size");
    }
    var place = RaggedSizes.value(call.lengths(), length.less(fromEnd));
    return IndexOps.dynamicSliceInDim(value, place, 1, axis);
  }

  /** The padding becomes part of what is added behind. */
  static List<Padded> pad(Pad operation, RaggedCall call) {
    var twin = (Pad) call.twin();
    var x = call.operand(0);
    if (!operation.low().equals(twin.low()) || !operation.interior().equals(twin.interior())) {
      throw call.refused(operation, "the elements that it adds before depend on a ragged size");
    }
    var known = new ArrayList<@Nullable Length>();
    for (int axis = 0; axis < x.rank(); axis++) {
      var length = x.length(axis);
      if (length != null && operation.interior().get(axis) != 0) {
        throw call.refused(operation, "it adds between the elements of a ragged axis");
      }
      known.add(
          length == null
              ? null
              : length.more(operation.low().get(axis)).more(operation.high().get(axis)));
    }
    var value = call.operand(1).value();
    var mask = RaggedSizes.mask(call.lengths(), x.value().shape(), x.lengths());
    var filled = mask == null ? x.value() : BinaryOps.select(mask, x.value(), value);
    var result = Trace.bind(operation, filled, value);
    var lengths = new ArrayList<@Nullable Length>();
    var twinShape = twin.type(call.twinTypes()).shape();
    for (int axis = 0; axis < x.rank(); axis++) {
      boolean fixed = result.dim(axis) == twinShape.dim(axis);
      var length = known.get(axis);
      boolean cut = fixed && length != null && operation.high().get(axis) < 0;
      if (cut) {
        throw call.refused(operation, "it removes elements that an example may not have");
      }
      lengths.add(
          fixed
              ? null
              : length != null && length.has(result.dim(axis), twinShape.dim(axis))
                  ? length
                  : call.required(operation, result.dim(axis), twinShape.dim(axis)));
    }
    return call.result(result, lengths);
  }

  /** Writes each part behind the elements of the parts before it. */
  static List<Padded> concatenate(Concatenate operation, RaggedCall call) {
    call.requireSame(operation);
    int along = operation.dimension();
    var others = new ArrayList<@Nullable Length>(call.operand(0).lengths());
    boolean ragged = false;
    for (var part : call.operands()) {
      others = new ArrayList<@Nullable Length>(RaggedRules.join(others, part.lengths()));
      ragged |= part.length(along) != null;
    }
    if (!ragged) {
      others.set(along, null);
      return call.result(Trace.bind(operation, call.values()).getFirst(), others);
    }
    var type = operation.type(RaggedRules.types(call));
    Array result = ShapeOps.zeros(type);
    Length total = null;
    int size = 0;
    for (var part : call.operands()) {
      Array start =
          total == null ? RaggedSizes.constant(size) : RaggedSizes.value(call.lengths(), total);
      result = IndexOps.dynamicUpdateSliceInDim(result, part.value(), start, along);
      int own = part.value().dim(along);
      total = Length.sum(total, size, part.length(along), own);
      size += own;
    }
    others.set(along, total);
    return call.result(result, others);
  }

  /** A split is a slice for each part. */
  static List<Padded> split(Split operation, RaggedCall call) {
    var twin = (Split) call.twin();
    var results = new ArrayList<Padded>();
    int start = 0;
    int twinStart = 0;
    var shape = call.operand(0).value().shape();
    var twinShape = call.operand(0).twin().shape();
    for (int i = 0; i < operation.sizes().size(); i++) {
      var part = slice(shape, operation.axis(), start, start + operation.sizes().get(i));
      var other = slice(twinShape, twin.axis(), twinStart, twinStart + twin.sizes().get(i));
      results.addAll(slice(part, new RaggedCall(other, call.lengths(), call.operands())));
      start += operation.sizes().get(i);
      twinStart += twin.sizes().get(i);
    }
    return results;
  }

  private static Slice slice(Shape shape, int axis, int start, int limit) {
    int[] starts = new int[shape.rank()];
    int[] limits = shape.toArray();
    starts[axis] = start;
    limits[axis] = limit;
    return new Slice(Axes.of(starts), Axes.of(limits), Axes.filled(shape.rank(), 1));
  }
}
