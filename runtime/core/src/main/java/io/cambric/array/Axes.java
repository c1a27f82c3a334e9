package io.cambric.array;

import io.cambric.errors.ShapeException;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An immutable list of integers: axes, a permutation, or one number per axis. */
public final class Axes {

  private static final Axes NONE = new Axes(new int[0]);

  private final int[] axes;

  private Axes(int[] axes) {
    this.axes = axes;
  }

  /** {@return these numbers in this order} */
  public static Axes of(int... axes) {
    return axes.length == 0 ? NONE : new Axes(axes.clone());
  }

  /** {@return the numbers from {@code from} to {@code to}, exclusive} */
  public static Axes range(int from, int to) {
    return new Axes(IntStream.range(from, to).toArray());
  }

  /** {@return {@code count} equal numbers} */
  public static Axes filled(int count, int value) {
    int[] all = new int[count];
    Arrays.fill(all, value);
    return new Axes(all);
  }

  /**
   * {@return {@code axis} counted from the first axis}
   *
   * @param axis in {@code [-rank, rank)}
   * @param what the operation, for the message
   * @throws ShapeException if the axis is out of range; a scalar has no axis
   */
  public static int normalize(int axis, int rank, String what) {
    if (rank == 0) {
      throw new ShapeException(
          "%s needs an operand with at least one axis, but got a scalar. Add an axis with expandDims."
              .formatted(what));
    }
    if (axis < -rank || axis >= rank) {
      throw new ShapeException(
          "%s needs an axis in [%d, %d) for an operand of rank %d, but got %d."
              .formatted(what, -rank, rank, rank, axis));
    }
    return axis < 0 ? axis + rank : axis;
  }

  /** {@return these axes counted from the first, ascending; an axis named twice is an error} */
  public Axes normalized(int rank, String what) {
    int[] sorted = Arrays.stream(axes).map(axis -> normalize(axis, rank, what)).sorted().toArray();
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] == sorted[i - 1]) {
        throw new ShapeException("%s needs each axis once, but got %s.".formatted(what, this));
      }
    }
    return new Axes(sorted);
  }

  /** {@return these axes counted from the first, ascending; an axis named twice counts once} */
  public Axes distinct(int rank, String what) {
    return new Axes(
        Arrays.stream(axes).map(axis -> normalize(axis, rank, what)).sorted().distinct().toArray());
  }

  /** {@return the number of elements} */
  public int size() {
    return axes.length;
  }

  /** {@return the number at a position} */
  public int get(int i) {
    return axes[i];
  }

  /** {@return whether {@code axis} is among the numbers} */
  public boolean contains(int axis) {
    return indexOf(axis) >= 0;
  }

  /** {@return the position of {@code axis}, or -1} */
  public int indexOf(int axis) {
    for (int i = 0; i < axes.length; i++) {
      if (axes[i] == axis) {
        return i;
      }
    }
    return -1;
  }

  /** {@return the axes below {@code rank} that are not in this list, ascending} */
  public Axes complement(int rank) {
    return new Axes(IntStream.range(0, rank).filter(axis -> !contains(axis)).toArray());
  }

  /** {@return these numbers followed by others} */
  public Axes concat(Axes other) {
    int[] all = Arrays.copyOf(axes, axes.length + other.axes.length);
    System.arraycopy(other.axes, 0, all, axes.length, other.axes.length);
    return new Axes(all);
  }

  /** {@return the numbers at some positions, in the order of the positions} */
  public Axes select(Axes positions) {
    return new Axes(Arrays.stream(positions.axes).map(position -> axes[position]).toArray());
  }

  /** {@return these numbers, ascending} */
  public Axes sorted() {
    return new Axes(Arrays.stream(axes).sorted().toArray());
  }

  /** {@return the inverse permutation} */
  public Axes inverse() {
    int[] inverse = new int[axes.length];
    for (int i = 0; i < axes.length; i++) {
      inverse[axes[i]] = i;
    }
    return new Axes(inverse);
  }

  /** {@return the axes after an axis is inserted before {@code at}} */
  public Axes shiftedFrom(int at) {
    return new Axes(Arrays.stream(axes).map(axis -> axis >= at ? axis + 1 : axis).toArray());
  }

  /** {@return these numbers with {@code value} inserted before position {@code at}} */
  public Axes insert(int at, int value) {
    int[] grown = new int[axes.length + 1];
    System.arraycopy(axes, 0, grown, 0, at);
    grown[at] = value;
    System.arraycopy(axes, at, grown, at + 1, axes.length - at);
    return new Axes(grown);
  }

  /** {@return the number of axes below {@code axis}} */
  public int countBelow(int axis) {
    return (int) Arrays.stream(axes).filter(a -> a < axis).count();
  }

  /** {@return whether this is 0, 1, 2, ...} */
  public boolean isIdentity() {
    for (int i = 0; i < axes.length; i++) {
      if (axes[i] != i) {
        return false;
      }
    }
    return true;
  }

  /** {@return whether every number is {@code value}} */
  public boolean all(int value) {
    return Arrays.stream(axes).allMatch(axis -> axis == value);
  }

  /** {@return the numbers, in a new array} */
  public int[] toArray() {
    return axes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Axes that && Arrays.equals(axes, that.axes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(axes) + 17;
  }

  @Override
  public String toString() {
    return Arrays.stream(axes)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /** {@return the axes as a tuple in the notation of Python, as jaxprs print them: {@code (0,)}} */
  public String toTuple() {
    return Arrays.stream(axes)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(", ", "(", axes.length == 1 ? ",)" : ")"));
  }
}
