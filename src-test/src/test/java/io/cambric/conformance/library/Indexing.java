package io.cambric.conformance.library;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.python.Ellipsis;
import io.cambric.conformance.python.Slice;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code x[index]} where the index is made of integers, whole and unit slices, {@code None}, {@code
 * ...}.
 */
final class Indexing {

  /** The kinds of index that this class understands, beside integers and whole slices. */
  private static final Set<String> KINDS = Set.of("array", "step");

  private Indexing() {}

  /**
   * {@return whether {@code index:KIND} exists; those of {@code at} once arrays have that method}
   */
  static boolean has(String kind) {
    return kind.startsWith("at.")
        ? Arrays.stream(Array.class.getMethods()).anyMatch(method -> method.getName().equals("at"))
        : KINDS.contains(kind);
  }

  static Array get(Array array, @Nullable Object index) {
    var parts = parts(array, index);
    if (parts.stream().anyMatch(part -> part instanceof Array || part instanceof List<?>)) {
      return gather(array, parts);
    }
    var result = array;
    int axis = 0;
    for (var part : parts) {
      switch (part) {
        case null -> {
          result = result.expandDims(axis);
          axis++;
        }
        case Slice slice when slice.isWhole() -> axis++;
        case Slice slice when slice.step() == null || Values.integer(slice.step()) == 1 -> {
          int size = result.dim(axis);
          int from = bound(slice.from(), 0, size);
          result = result.slice(axis, from, Math.max(from, bound(slice.to(), size, size)));
          axis++;
        }
        case Slice slice when slice.step() != null && Values.integer(slice.step()) > 0 -> {
          result = stepped(result, axis, slice);
          axis++;
        }
        case Object number when Values.isInteger(number) -> {
          int position = position(Values.integer(number), result.dim(axis));
          result = result.slice(axis, position, position + 1).squeeze(axis);
        }
        default -> throw new UnsupportedFeature("index:" + kind(part));
      }
    }
    return result;
  }

  private static Array stepped(Array array, int axis, Slice slice) {
    int[] starts = new int[array.rank()];
    int[] limits = array.shape().toArray();
    int[] steps = new int[array.rank()];
    Arrays.fill(steps, 1);
    starts[axis] = bound(slice.from(), 0, limits[axis]);
    limits[axis] = Math.max(starts[axis], bound(slice.to(), limits[axis], limits[axis]));
    steps[axis] = Values.integer(slice.step());
    return Lax.slice(array, Axes.of(starts), Axes.of(limits), Axes.of(steps));
  }

  /** Arrays and integers along the leading axes; what follows is whole. */
  private static Array gather(Array array, List<@Nullable Object> parts) {
    var indices = new ArrayList<Array>();
    for (var part : parts) {
      if (part instanceof Slice slice && slice.isWhole()) {
        continue;
      }
      boolean leading = indices.size() == parts.indexOf(part);
      var index = part instanceof List<?> list ? Values.ofNested(list, null) : part;
      if (!leading || !Values.isArrayLike(index)) {
        throw new UnsupportedFeature("index:mixed");
      }
      indices.add(Values.array(index));
    }
    if (indices.stream().anyMatch(index -> index.dtype() == DType.BOOL)) {
      throw new UnsupportedFeature("index:mask");
    }
    return Numpy.get(array, indices.toArray(Array[]::new));
  }

  private static List<@Nullable Object> parts(Array array, @Nullable Object index) {
    List<?> given =
        index instanceof List<?> list ? list : java.util.Collections.singletonList(index);
    long taken = given.stream().filter(each -> each != null && each != Ellipsis.ELLIPSIS).count();
    if (taken > array.rank()) {
      throw new io.cambric.errors.ShapeException(
          "An index of %d parts is too long for an array of %d axes."
              .formatted(taken, array.rank()));
    }
    var parts = new ArrayList<@Nullable Object>();
    for (var each : given) {
      if (each == Ellipsis.ELLIPSIS) {
        for (long i = taken; i < array.rank(); i++) {
          parts.add(new Slice(null, null, null));
        }
      } else {
        parts.add(each);
      }
    }
    return parts;
  }

  private static int position(int index, int size) {
    return index < 0 ? index + size : index;
  }

  private static int bound(@Nullable Object given, int otherwise, int size) {
    return given == null ? otherwise : Math.clamp(position(Values.integer(given), size), 0, size);
  }

  private static String kind(Object part) {
    return switch (part) {
      case Slice _ -> "negative_step";
      default -> part.getClass().getSimpleName();
    };
  }
}
