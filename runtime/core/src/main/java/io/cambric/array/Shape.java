package io.cambric.array;

import io.cambric.errors.ShapeException;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The sizes of an array along its axes, outermost first; an immutable value.
 *
 * <p>Sizes are not negative and their product is at most {@link #MAX_SIZE}, the length of a Java
 * array.
 */
public final class Shape {

  /**
   * The largest number of elements of an array. It is slightly below 2<sup>31</sup>, since virtual
   * machines reserve a few words of a Java array.
   */
  public static final int MAX_SIZE = Integer.MAX_VALUE - 8;

  private static final Shape SCALAR = new Shape(new int[0]);

  private final int[] dims;
  private final int size;

  private Shape(int[] dims) {
    this.dims = dims;
    this.size = checkedSize(dims);
  }

  /**
   * {@return the shape with these sizes; without arguments, the shape of a scalar}
   *
   * @param dims size along each axis, in elements, not negative
   * @throws ShapeException if a size is negative or the array would have more elements than {@link
   *     #MAX_SIZE}
   */
  public static Shape of(int... dims) {
    return dims.length == 0 ? SCALAR : new Shape(dims.clone());
  }

  /** {@return the shape of a 0-d array} */
  public static Shape scalar() {
    return SCALAR;
  }

  private static int checkedSize(int[] dims) {
    long size = 1;
    for (int dim : dims) {
      if (dim < 0) {
        throw new ShapeException(
            "A shape needs sizes that are not negative, but got %s.".formatted(toText(dims)));
      }
      // The product saturates, so a later size of 0 still gives an empty array.
      size = Math.min(size * dim, Integer.MAX_VALUE + 1L);
    }
    if (size > MAX_SIZE) {
      throw new ShapeException(
          "An array of shape %s would have more than %d elements, the maximum of a Java array. Split it along an axis."
              .formatted(toText(dims), MAX_SIZE));
    }
    return (int) size;
  }

  /** {@return the number of axes} */
  public int rank() {
    return dims.length;
  }

  /** {@return the number of elements} */
  public int size() {
    return size;
  }

  /**
   * {@return the size along an axis}
   *
   * @param axis the axis, from 0; a negative axis counts from the last
   * @throws ShapeException if there is no such axis
   */
  public int dim(int axis) {
    return dims[Axes.normalize(axis, dims.length, "Reading a dimension")];
  }

  /** {@return the sizes, in a new array} */
  public int[] toArray() {
    return dims.clone();
  }

  /** {@return this shape without the given axes} */
  public Shape without(Axes axes) {
    int[] kept = new int[dims.length - axes.size()];
    int k = 0;
    for (int i = 0; i < dims.length; i++) {
      if (!axes.contains(i)) {
        kept[k++] = dims[i];
      }
    }
    return new Shape(kept);
  }

  /** {@return the sizes along the given axes, in their order} */
  public Shape select(Axes axes) {
    int[] chosen = new int[axes.size()];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = dims[axes.get(i)];
    }
    return new Shape(chosen);
  }

  /** {@return this shape with a size inserted before {@code axis}} */
  public Shape insert(int axis, int size) {
    int[] grown = new int[dims.length + 1];
    System.arraycopy(dims, 0, grown, 0, axis);
    grown[axis] = size;
    System.arraycopy(dims, axis, grown, axis + 1, dims.length - axis);
    return new Shape(grown);
  }

  /** {@return this shape with another size along one axis} */
  public Shape with(int axis, int size) {
    int[] changed = dims.clone();
    changed[axis] = size;
    return new Shape(changed);
  }

  /** {@return this shape followed by another} */
  public Shape concat(Shape other) {
    int[] all = Arrays.copyOf(dims, dims.length + other.dims.length);
    System.arraycopy(other.dims, 0, all, dims.length, other.dims.length);
    return new Shape(all);
  }

  /** {@return the axes from {@code from} to {@code to}, exclusive} */
  public Shape slice(int from, int to) {
    return new Shape(Arrays.copyOfRange(dims, from, to));
  }

  /** {@return the row-major strides, in elements} */
  public int[] strides() {
    int[] strides = new int[dims.length];
    int stride = 1;
    for (int i = dims.length - 1; i >= 0; i--) {
      strides[i] = stride;
      stride *= Math.max(1, dims[i]);
    }
    return strides;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Shape shape && Arrays.equals(dims, shape.dims);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(dims);
  }

  /** {@return the sizes in brackets, as in {@code [2, 3]}} */
  @Override
  public String toString() {
    return toText(dims);
  }

  private static String toText(int[] dims) {
    return Arrays.stream(dims)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(", ", "[", "]"));
  }
}
