package io.cambric.compile;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Lowering.Layout;

/**
 * Where an array of a program lies: a place and the layout in it, relative to where the place
 * begins.
 *
 * @param place the memory
 * @param layout offset and strides in it
 * @param dtype how the elements are read
 */
record Value(Place place, Layout layout, DType dtype) {

  /** {@return the whole of a place} */
  static Value dense(Place place, Shape shape) {
    return new Value(place, Layout.dense(shape, 0), place.dtype());
  }

  /** {@return whether it is all of a place that the program writes, in order} */
  boolean isWhole() {
    return place.kind == Kind.WRITTEN
        && place.dtype == dtype
        && layout.isDense()
        && layout.offset() == 0
        && layout.shape().size() == place.length;
  }

  /** {@return the strides for an iteration space: those of the layout, or none for a scalar} */
  int[] stridesFor(int rank) {
    return layout.shape().rank() == rank ? layout.strides() : new int[rank];
  }

  /** {@return this with its axes, or those that a scalar lacks, in another order} */
  Value permuted(int rank, Axes order) {
    int[] strides = stridesFor(rank);
    int[] permuted = new int[rank];
    int[] dims = new int[rank];
    for (int i = 0; i < rank; i++) {
      permuted[i] = strides[order.get(i)];
      dims[i] = layout.shape().rank() == rank ? layout.shape().dim(order.get(i)) : 1;
    }
    return new Value(place, new Layout(Shape.of(dims), layout.offset(), permuted), dtype);
  }

  /** Memory of a program; compared by identity. */
  static final class Place {

    private final Kind kind;
    private final DType dtype;
    private final int length;

    Place(Kind kind, DType dtype, int length) {
      this.kind = kind;
      this.dtype = dtype;
      this.length = length;
    }

    Kind kind() {
      return kind;
    }

    DType dtype() {
      return dtype;
    }

    int length() {
      return length;
    }
  }

  /** Whether a place comes from the caller or is written by the program. */
  enum Kind {
    INPUT,
    WRITTEN
  }
}
