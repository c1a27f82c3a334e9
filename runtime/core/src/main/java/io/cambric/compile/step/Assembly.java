package io.cambric.compile.step;

import io.cambric.array.Shape;
import io.cambric.core.Lowering.Layout;
import io.cambric.kernel.Padding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An array assembled by copies from pieces of other arrays, such as a concatenation, a roll or a
 * padding.
 *
 * @param shape the shape of the array
 * @param pieces boxes that do not overlap, and cover the array once it is complete
 */
record Assembly(Shape shape, List<Piece> pieces) {

  /**
   * A box of the array.
   *
   * @param start its first element, along each axis
   * @param source the elements, in the shape of the box
   */
  record Piece(int[] start, Value source) {

    int end(int axis) {
      return start[axis] + source.layout().shape().dim(axis);
    }

    boolean contains(int[] place) {
      for (int axis = 0; axis < place.length; axis++) {
        if (place[axis] < start[axis] || place[axis] >= end(axis)) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * A view of the array.
   *
   * @param start the first element, along each axis of the array
   * @param axes for each axis of the view, the axis of the array that it moves along, or -1
   */
  record Window(int[] start, int[] axes) {}

  /**
   * {@return an array without pieces, in the shape that a layout in it implies; null if there is
   * none}
   */
  static @Nullable Assembly of(int length, Layout part) {
    int[] strides = part.strides();
    int[] dims = new int[strides.length];
    int whole = length;
    for (int axis = 0; axis < dims.length; axis++) {
      if (strides[axis] <= 0 || whole % strides[axis] != 0) {
        return null;
      }
      dims[axis] = whole / strides[axis];
      whole = strides[axis];
    }
    return whole == 1 ? new Assembly(Shape.of(dims), new ArrayList<>()) : null;
  }

  /** {@return a padded array: an operand inside a larger array of one constant} */
  static Assembly of(Padding padding, Value operand, Value filling) {
    var whole = new Assembly(Shape.of(padding.dims()), new ArrayList<>());
    int rank = padding.dims().length;
    int[] start = whole.coordinates(padding.to());
    if (!padding.isEmpty()) {
      int offset = operand.layout().offset() + padding.from();
      var layout = new Layout(Shape.of(padding.counts()), offset, padding.fromStrides());
      whole.pieces.add(new Piece(start, new Value(operand.place(), layout, operand.dtype())));
    }
    int[] from = new int[rank];
    int[] to = padding.dims().clone();
    for (int axis = 0; axis < rank && !padding.isEmpty(); axis++) {
      int end = start[axis] + padding.counts()[axis];
      whole.fill(filling, from, with(to, axis, start[axis]));
      whole.fill(filling, with(from, axis, end), to);
      from[axis] = start[axis];
      to[axis] = end;
    }
    return whole;
  }

  private static int[] with(int[] values, int axis, int value) {
    int[] changed = values.clone();
    changed[axis] = value;
    return changed;
  }

  private void fill(Value filling, int[] from, int[] to) {
    int[] dims = new int[from.length];
    Arrays.setAll(dims, axis -> to[axis] - from[axis]);
    var box = Shape.of(dims);
    if (box.size() > 0) {
      var layout = new Layout(box, filling.layout().offset(), new int[dims.length]);
      pieces.add(new Piece(from.clone(), new Value(filling.place(), layout, filling.dtype())));
    }
  }

  /** Adds a piece, if a layout is a box of this array. {@return whether it was added} */
  boolean add(Layout box, Value source) {
    var window = window(box);
    if (window == null) {
      return false;
    }
    for (int axis = 0; axis < shape.rank(); axis++) {
      if (window.axes[axis] != axis && box.shape().dim(axis) > 1) {
        return false;
      }
    }
    int[] strides = source.stridesFor(shape.rank());
    var layout = new Layout(box.shape(), source.layout().offset(), strides);
    return pieces.add(new Piece(window.start, new Value(source.place(), layout, source.dtype())));
  }

  /** {@return whether the pieces cover the array} */
  boolean isComplete() {
    long covered = 0;
    for (var piece : pieces) {
      covered += piece.source.layout().shape().size();
    }
    return covered == shape.size();
  }

  private int[] coordinates(int offset) {
    int[] strides = shape.strides();
    int[] place = new int[strides.length];
    int rest = offset;
    for (int axis = 0; axis < place.length; axis++) {
      place[axis] = rest / strides[axis];
      rest %= strides[axis];
    }
    return place;
  }

  /** {@return a layout as a view of a box of this array, with other axes; null if it is none} */
  @Nullable Window window(Layout view) {
    int[] start = coordinates(view.offset());
    int[] axes = new int[view.strides().length];
    boolean[] used = new boolean[shape.rank()];
    for (int d = 0; d < axes.length; d++) {
      int size = view.shape().dim(d);
      axes[d] = view.strides()[d] == 0 || size == 1 ? -1 : axis(view.strides()[d]);
      if (axes[d] >= 0) {
        int axis = axes[d];
        if (used[axis] || start[axis] + size > shape.dim(axis)) {
          return null;
        }
        used[axis] = true;
      } else if (view.strides()[d] != 0 && size > 1) {
        return null;
      }
    }
    for (int axis = 0; axis < start.length; axis++) {
      if (start[axis] >= shape.dim(axis)) {
        return null;
      }
    }
    return new Window(start, axes);
  }

  private int axis(int stride) {
    int[] strides = shape.strides();
    for (int axis = 0; axis < strides.length; axis++) {
      if (strides[axis] == stride && shape.dim(axis) > 1) {
        return axis;
      }
    }
    return -1;
  }

  /** Adds the positions along an axis of a view where another piece begins. */
  void addCuts(Window window, int axis, int size, Collection<Integer> cuts) {
    int own = window.axes[axis];
    if (own < 0) {
      return;
    }
    for (var piece : pieces) {
      for (int bound : new int[] {piece.start[own], piece.end(own)}) {
        int cut = bound - window.start[own];
        if (cut > 0 && cut < size) {
          cuts.add(cut);
        }
      }
    }
  }

  /**
   * {@return the elements of a part of a view; the part is within one piece}
   *
   * @param from the first element of the part, along each axis of the view
   * @param part its shape
   */
  Value read(Window window, int[] from, Shape part) {
    int[] place = window.start.clone();
    for (int d = 0; d < from.length; d++) {
      if (window.axes[d] >= 0) {
        place[window.axes[d]] += from[d];
      }
    }
    var piece = piece(place);
    var source = piece.source.layout();
    int offset = source.offset();
    for (int axis = 0; axis < place.length; axis++) {
      offset += (place[axis] - piece.start[axis]) * source.strides()[axis];
    }
    int[] strides = new int[from.length];
    Arrays.setAll(strides, d -> window.axes[d] < 0 ? 0 : source.strides()[window.axes[d]]);
    return new Value(piece.source.place(), new Layout(part, offset, strides), piece.source.dtype());
  }

  private Piece piece(int[] place) {
    Piece found = null;
    for (var piece : pieces) {
      if (piece.contains(place)) {
        found = piece;
      }
    }
    return Objects.requireNonNull(found, "the pieces cover the array");
  }
}
