package io.cambric.numpy.routine;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Index;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ConcretizationException;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import java.util.ArrayList;
import java.util.List;

/**
 * An index with one part for each axis of an array, and parts for new axes between them. Ellipses
 * are expanded, ranges count from the first element, and masks become index arrays.
 *
 * @param shape of the array, with an axis of size 1 for each scalar of bool
 * @param boolAxes the axes of these scalars
 * @param parts in order
 * @param together whether integers and index arrays are neighbours, and are replaced by their axes
 */
record ResolvedIndex(Shape shape, List<Integer> boolAxes, List<Part> parts, boolean together) {

  /** The part of an index along one axis. */
  sealed interface Part {}

  /**
   * Elements at equal distances.
   *
   * @param start the first element in ascending order
   * @param step distance of the elements, positive
   * @param size number of elements
   * @param reversed whether they are taken in descending order
   */
  record Run(int start, int step, int size, boolean reversed) implements Part {}

  /** One position. It is not negative if it is in bounds. */
  record Fixed(int place) implements Part {}

  /** An index array of integers; negative integers count from the last. */
  record Listed(Array places) implements Part {}

  /** A new axis. */
  record Added() implements Part {}

  /**
   * {@return an index for an array}
   *
   * @throws ShapeException if it has more parts than the array has axes, two ellipses, a step of 0,
   *     or a mask of another shape
   * @throws DTypeException if an array in the index holds neither integers nor bools
   * @throws ConcretizationException if the values of a mask are not known
   */
  static ResolvedIndex of(ShapedArray array, List<Index> index) {
    var resolution = new Resolution(array, index);
    index.forEach(resolution::add);
    return resolution.finished();
  }

  /** Iterates over an index; mutable. */
  private static final class Resolution {

    private final ShapedArray array;
    private final int spare;
    private Shape shape;
    private int axis;
    private boolean ellipsis;
    private final List<Integer> boolAxes = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();

    /** The positions of integers and index arrays, with an ellipsis counted as one part. */
    private final List<Integer> advanced = new ArrayList<>();

    private int position;

    Resolution(ShapedArray array, List<Index> index) {
      this.array = array;
      this.shape = array.shape();
      int taken = index.stream().mapToInt(Resolution::axesOf).sum();
      this.spare = array.rank() - taken;
      if (spare < 0) {
        throw new ShapeException(
            "An index of %s takes parts for at most %d axes, but got parts for %d."
                .formatted(array, array.rank(), taken));
      }
    }

    private static int axesOf(Index part) {
      return switch (part) {
        case Index.Place _, Index.Range _ -> 1;
        case Index.Places(var places) -> places.dtype() == DType.BOOL ? places.rank() : 1;
        case Index.NewAxis _, Index.Ellipsis _ -> 0;
      };
    }

    void add(Index part) {
      switch (part) {
        case Index.Place(int place) -> {
          int size = shape.dim(axis);
          advanced(new Fixed(place < 0 ? place + size : place));
        }
        case Index.Range range -> taken(run(range, shape.dim(axis)));
        case Index.NewAxis _ -> parts.add(new Added());
        case Index.Ellipsis _ -> addEllipsis();
        case Index.Places(var places) when places.dtype() == DType.BOOL -> addMask(places);
        case Index.Places(var places) when places.dtype().isInteger() ->
            advanced(new Listed(places));
        case Index.Places(var places) ->
            throw new DTypeException(
                "An index of %s needs arrays of integers or bools, but got %s. Convert it with astype(DType.I32)."
                    .formatted(array, places.aval()));
      }
      position++;
    }

    private void taken(Part part) {
      parts.add(part);
      axis++;
    }

    private void advanced(Part part) {
      advanced.add(position);
      taken(part);
    }

    private void addEllipsis() {
      if (ellipsis) {
        throw new ShapeException(
            "An index of %s may have one ellipsis, but got more.".formatted(array));
      }
      ellipsis = true;
      for (int i = 0; i < spare; i++) {
        taken(new Run(0, 1, shape.dim(axis), false));
      }
    }

    private void addMask(Array mask) {
      var known = known(mask);
      if (mask.rank() == 0) {
        shape = shape.insert(axis, 1);
        boolAxes.add(axis);
        taken(new Listed(Ranges.arange(known.getDouble(0) != 0 ? 1 : 0)));
        return;
      }
      var covered = shape.slice(axis, axis + mask.rank());
      if (!mask.shape().equals(covered)) {
        throw new ShapeException(
            "An index of %s needs a mask of shape %s at axis %d, but got %s."
                .formatted(array, covered, axis, mask.aval()));
      }
      for (var places : NonzeroIndices.of(known)) {
        advanced(new Listed(places));
        position++;
      }
      position--;
    }

    private NdArray known(Array mask) {
      try {
        return mask.concrete("A mask");
      } catch (ConcretizationException e) {
        throw new ConcretizationException(
            "An index of %s needs a mask of known values, because they determine a shape, but got a tracer %s. Choose with where, or list the positions with nonzero and a size."
                .formatted(array, mask.aval()),
            e);
      }
    }

    /** Like {@code slice.indices} in Python. */
    private Run run(Index.Range range, int size) {
      // A step longer than the axis also takes one element.
      int step = Math.clamp(range.step(), -Math.max(1, size), Math.max(1, size));
      if (step == 0) {
        throw new ShapeException(
            "An index of %s needs steps other than 0, but got a step of 0.".formatted(array));
      }
      int low = step > 0 ? 0 : -1;
      int high = step > 0 ? size : size - 1;
      int from =
          range.from() == null ? (step > 0 ? low : high) : bound(range.from(), size, low, high);
      int to = range.to() == null ? (step > 0 ? high : low) : bound(range.to(), size, low, high);
      int count = Math.max(0, Math.ceilDiv(to - from, step));
      boolean reversed = step < 0;
      int start = count == 0 ? 0 : reversed ? from + (count - 1) * step : from;
      return new Run(start, Math.abs(step), count, reversed);
    }

    private static int bound(int place, int size, int low, int high) {
      return Math.clamp(place < 0 ? place + size : place, low, high);
    }

    ResolvedIndex finished() {
      while (axis < shape.rank()) {
        taken(new Run(0, 1, shape.dim(axis), false));
      }
      boolean together = true;
      for (int i = 1; i < advanced.size(); i++) {
        together &= advanced.get(i) == advanced.get(i - 1) + 1;
      }
      return new ResolvedIndex(shape, List.copyOf(boolAxes), List.copyOf(parts), together);
    }
  }
}
