package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Index;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.GatherMode;
import io.cambric.numpy.routine.ResolvedIndex.Added;
import io.cambric.numpy.routine.ResolvedIndex.Fixed;
import io.cambric.numpy.routine.ResolvedIndex.Listed;
import io.cambric.numpy.routine.ResolvedIndex.Part;
import io.cambric.numpy.routine.ResolvedIndex.Run;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the part of an array that an index selects. Ranges and integers become slices, traced
 * scalars a dynamic slice, and index arrays one gather.
 */
final class Indexing {

  private Indexing() {}

  /**
   * {@return the part of x that an index selects}
   *
   * @param mode the treatment of indices out of bounds; {@code null} clips index arrays and refuses
   *     integers
   * @param fill for mode {@code FILL_OR_DROP}, {@code null} for NaN or the integer farthest from 0
   */
  static Array read(Array x, List<Index> index, @Nullable GatherMode mode, @Nullable Double fill) {
    var resolved = settled(x.aval(), ResolvedIndex.of(x.aval(), index), mode);
    var operand = sliced(withBoolAxes(x, resolved), resolved);
    var rest = withWholeRuns(resolved, operand.shape());
    if (isStatic(rest)) {
      return reshaped(cut(operand, rest), rest);
    }
    boolean scalars =
        rest.parts().stream()
            .allMatch(part -> !(part instanceof Listed(var places)) || places.rank() == 0);
    if (scalars && mode != GatherMode.FILL_OR_DROP && mode != GatherMode.WRAP) {
      requireElements(x.aval(), rest);
      return reshaped(dynamicCut(operand, rest), rest);
    }
    var plan = GatherPlan.of(rest);
    if (plan.shape().size() == 0) {
      return Lax.zeros(x.aval().withShape(plan.shape()));
    }
    requireElements(x.aval(), rest);
    var how = mode == null ? GatherMode.PROMISE_IN_BOUNDS : mode;
    var part = Lax.gather(operand, plan.indices(), plan.dims(), plan.sizes(), how, fill);
    return Lax.expandDims(part, plan.added());
  }

  /** {@return whether no element can be indexed twice, since the index has no arrays} */
  static boolean listsOnce(List<Index> index) {
    return index.stream()
        .noneMatch(
            part -> part instanceof Index.Places(var places) && places.dtype() != DType.BOOL);
  }

  /** {@return the array with an axis of size 1 for each scalar of bool} */
  static Array withBoolAxes(Array x, ResolvedIndex index) {
    var result = x;
    for (int axis : index.boolAxes()) {
      result = Lax.expandDims(result, Axes.of(axis));
    }
    return result;
  }

  /**
   * {@return the index with its integers moved by the rule of the mode}
   *
   * @throws ShapeException if an integer is out of bounds and there is no mode
   */
  static ResolvedIndex settled(ShapedArray x, ResolvedIndex index, @Nullable GatherMode mode) {
    var parts = new ArrayList<Part>();
    int axis = 0;
    for (var part : index.parts()) {
      parts.add(part instanceof Fixed fixed ? settled(x, fixed, axis, index, mode) : part);
      axis += part instanceof Added ? 0 : 1;
    }
    return new ResolvedIndex(index.shape(), index.boolAxes(), parts, index.together());
  }

  private static Fixed settled(
      ShapedArray x, Fixed fixed, int axis, ResolvedIndex index, @Nullable GatherMode mode) {
    int size = index.shape().dim(axis);
    int place = fixed.place();
    if (place >= 0 && place < size) {
      return fixed;
    }
    if (size > 0 && mode == GatherMode.CLIP) {
      return new Fixed(Math.clamp(place, 0, size - 1));
    }
    if (size > 0 && mode == GatherMode.WRAP) {
      return new Fixed(Math.floorMod(place, size));
    }
    if (mode == GatherMode.FILL_OR_DROP) {
      return fixed;
    }
    throw new ShapeException(
        "An index of %s needs positions in [%d, %d) along axis %d, but got %d."
            .formatted(x, -size, size, axis, place < 0 ? place - size : place));
  }

  /** {@return whether the index has only runs and integers in bounds} */
  private static boolean isStatic(ResolvedIndex index) {
    int axis = 0;
    for (var part : index.parts()) {
      boolean inside =
          switch (part) {
            case Listed _ -> false;
            case Fixed(int place) -> place >= 0 && place < index.shape().dim(axis);
            case Run _, Added _ -> true;
          };
      if (!inside) {
        return false;
      }
      axis += part instanceof Added ? 0 : 1;
    }
    return true;
  }

  private static void requireElements(ShapedArray x, ResolvedIndex index) {
    int axis = 0;
    for (var part : index.parts()) {
      if (part instanceof Listed && index.shape().dim(axis) == 0) {
        throw new ShapeException(
            "An index of %s needs at least one element along axis %d, but got none."
                .formatted(x, axis));
      }
      axis += part instanceof Added ? 0 : 1;
    }
  }

  /** {@return the slice of the array that all runs select} */
  private static Array sliced(Array x, ResolvedIndex index) {
    int[] starts = new int[x.rank()];
    int[] limits = x.shape().toArray();
    int[] steps = Axes.filled(x.rank(), 1).toArray();
    var backwards = new ArrayList<Integer>();
    int axis = 0;
    for (var part : index.parts()) {
      if (part instanceof Run run) {
        starts[axis] = run.start();
        limits[axis] =
            run.size() == 0 ? run.start() : run.start() + (run.size() - 1) * run.step() + 1;
        steps[axis] = run.step();
        if (run.reversed()) {
          backwards.add(axis);
        }
      }
      axis += part instanceof Added ? 0 : 1;
    }
    var taken = Lax.slice(x, Axes.of(starts), Axes.of(limits), Axes.of(steps));
    return Lax.rev(taken, Axes.of(backwards.stream().mapToInt(Integer::intValue).toArray()));
  }

  private static ResolvedIndex withWholeRuns(ResolvedIndex index, Shape shape) {
    var parts =
        index.parts().stream()
            .map(part -> part instanceof Run run ? new Run(0, 1, run.size(), false) : part)
            .toList();
    return new ResolvedIndex(shape, index.boolAxes(), parts, index.together());
  }

  /** {@return the array with size 1 along the axes of integers} */
  private static Array cut(Array x, ResolvedIndex index) {
    int[] starts = new int[x.rank()];
    int[] limits = x.shape().toArray();
    int axis = 0;
    for (var part : index.parts()) {
      if (part instanceof Fixed(int place)) {
        starts[axis] = place;
        limits[axis] = place + 1;
      }
      axis += part instanceof Added ? 0 : 1;
    }
    return Lax.slice(x, Axes.of(starts), Axes.of(limits));
  }

  private static Array dynamicCut(Array x, ResolvedIndex index) {
    boolean wide =
        index.parts().stream()
            .anyMatch(part -> part instanceof Listed(var places) && places.dtype().is64Bit());
    var dtype = wide ? DType.I64 : DType.I32;
    var starts = new ArrayList<Array>();
    var sizes = x.shape();
    for (var part : index.parts()) {
      if (part instanceof Added) {
        continue;
      }
      int axis = starts.size();
      starts.add(
          switch (part) {
            case Listed(var place) -> Lax.convertElementType(place, dtype);
            case Fixed(int place) -> Creation.scalar(place, dtype);
            case Run _, Added _ -> Creation.scalar(0, dtype);
          });
      sizes = part instanceof Run ? sizes : sizes.with(axis, 1);
    }
    return Lax.dynamicSlice(x, starts, sizes);
  }

  /** {@return the array without the axes of integers, which have size 1, and with new axes} */
  private static Array reshaped(Array x, ResolvedIndex index) {
    var dropped = new ArrayList<Integer>();
    var added = new ArrayList<Integer>();
    int axis = 0;
    int resultAxis = 0;
    for (var part : index.parts()) {
      switch (part) {
        case Added _ -> added.add(resultAxis++);
        case Run _ -> {
          axis++;
          resultAxis++;
        }
        case Fixed _, Listed _ -> dropped.add(axis++);
      }
    }
    var squeezed = Lax.squeeze(x, Axes.of(dropped.stream().mapToInt(Integer::intValue).toArray()));
    return Lax.expandDims(squeezed, Axes.of(added.stream().mapToInt(Integer::intValue).toArray()));
  }
}
