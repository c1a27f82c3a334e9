package io.cambric.core;

import io.cambric.array.DType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The methods of {@link Array} that read parts of it. */
sealed interface ArrayParts permits Array {

  private Array self() {
    return (Array) this;
  }

  /**
   * {@return the part at a position along the leading axes}
   *
   * @param indices one for each leading axis, negative to count from the last
   * @throws io.cambric.errors.ShapeException if a position is outside
   */
  default Array get(int... indices) {
    return ArrayMethods.get().get(self(), indices);
  }

  /**
   * {@return the parts at places along the leading axes that arrays list, or where one of bool is
   * true}
   *
   * <p>Places outside are moved inside; {@code at(...)} has the other ways.
   *
   * @param indices integers that broadcast together, one array for each leading axis; or bools of
   *     known values
   */
  default Array get(Array... indices) {
    return ArrayMethods.get().get(self(), listed(indices));
  }

  /**
   * {@return the part that an index names, by NumPy's rules}
   *
   * @see Index
   */
  default Array get(Index... index) {
    return ArrayMethods.get().get(self(), List.of(index));
  }

  /**
   * {@return the part that an index names, written as in Python: {@code x.get("1:, ..., ::-1")}}
   *
   * @param arrays stand for {@code {}} in the text, in order
   * @see Index#parse
   */
  default Array get(String index, Array... arrays) {
    return ArrayMethods.get().get(self(), Index.parse(index, arrays));
  }

  /** {@return elements {@code from} to below {@code to} along an axis} */
  default Array slice(int axis, int from, int to) {
    return ArrayMethods.get().slice(self(), axis, from, to);
  }

  /**
   * {@return the parts at positions along an axis, NaN (the smallest integer) for those outside}
   *
   * @param indices integers, negative ones to count from the last; their axes stand where the axis
   *     was
   */
  default Array take(Array indices, int axis) {
    return ArrayMethods.get().take(self(), indices, axis);
  }

  /** {@return the part at a position along the leading axes, to be changed in a copy} */
  default At at(int... indices) {
    return ArrayMethods.get().at(self(), Arrays.stream(indices).mapToObj(Index::at).toList());
  }

  /** {@return the parts at places that arrays list, to be read or changed in a copy} */
  default At at(Array... indices) {
    return ArrayMethods.get().at(self(), listed(indices));
  }

  /** {@return the part that an index names, to be read or changed in a copy} */
  default At at(Index... index) {
    return ArrayMethods.get().at(self(), List.of(index));
  }

  /**
   * {@return the part that an index names, written as in Python, to be read or changed in a copy}
   *
   * @param arrays stand for {@code {}} in the text, in order
   * @see Index#parse
   */
  default At at(String index, Array... arrays) {
    return ArrayMethods.get().at(self(), Index.parse(index, arrays));
  }

  /** {@return each element several times, one after the other, in one row} */
  default Array repeat(int repetitions) {
    return ArrayMethods.get().repeat(self(), repetitions);
  }

  /** {@return each slice along an axis several times, one after the other} */
  default Array repeat(int repetitions, int axis) {
    return ArrayMethods.get().repeat(self(), repetitions, axis);
  }

  /**
   * {@return each slice along an axis as often as its own number says}
   *
   * @param repetitions integers, one for each slice; they may be traced
   * @param totalLength size of the result along the axis; the last slice fills it up
   */
  default Array repeat(Array repetitions, int axis, int totalLength) {
    return ArrayMethods.get().repeat(self(), repetitions, axis, totalLength);
  }

  /** {@return the elements in one row, as {@link Array#ravel}} */
  default Array flatten() {
    return self().ravel();
  }

  /** {@return this: arrays never change} */
  default Array copy() {
    return self();
  }

  /** {@return the complex conjugate, which is this: there are no complex dtypes} */
  default Array conj() {
    return self();
  }

  /** {@return the complex conjugate, as {@link #conj}} */
  default Array conjugate() {
    return conj();
  }

  /** {@return matrices with their rows as columns: the last two axes exchanged} */
  default Array mT() {
    return self().swapaxes(-1, -2);
  }

  /**
   * {@return for each axis the places of the elements that are not 0}
   *
   * @throws io.cambric.errors.ConcretizationException if the values are not known
   */
  default List<Array> nonzero() {
    return ArrayMethods.get().nonzero(self());
  }

  /**
   * {@return for each axis the places of the first elements that are not 0}
   *
   * @param size how many places
   * @param fillValue stands for places if there are fewer; {@code null} for 0
   */
  default List<Array> nonzero(int size, @Nullable Integer fillValue) {
    return ArrayMethods.get().nonzero(self(), size, fillValue);
  }

  /** {@return for each value its place in this sorted vector, before equal ones} */
  default Array searchsorted(Array values) {
    return searchsorted(values, false);
  }

  /**
   * {@return for each value its place in this sorted vector}
   *
   * @param right whether the place is behind equal ones
   */
  default Array searchsorted(Array values, boolean right) {
    return ArrayMethods.get().searchsorted(self(), values, right);
  }

  /** {@return the main diagonal of the first two axes, along a new last axis} */
  default Array diagonal() {
    return diagonal(0);
  }

  /**
   * {@return a diagonal of the first two axes, along a new last axis}
   *
   * @param offset which one, counted to the right from the main one
   */
  default Array diagonal(int offset) {
    return diagonal(offset, 0, 1);
  }

  /** {@return a diagonal of two axes, along a new last axis} */
  default Array diagonal(int offset, int axis1, int axis2) {
    return ArrayMethods.get().diagonal(self(), offset, axis1, axis2);
  }

  /**
   * {@return the sum of a diagonal of the first two axes}
   *
   * @param offset which one, counted to the right from the main one
   */
  default Array trace(int offset) {
    return trace(offset, 0, 1);
  }

  /** {@return the sum of a diagonal of two axes} */
  default Array trace(int offset, int axis1, int axis2) {
    return trace(offset, axis1, axis2, null);
  }

  /**
   * {@return the sum of a diagonal of two axes}
   *
   * @param dtype that it is computed in; {@code null} for that of {@link Array#sum(int...)}
   */
  default Array trace(int offset, int axis1, int axis2, @Nullable DType dtype) {
    return ArrayMethods.get().trace(self(), offset, axis1, axis2, dtype);
  }

  /**
   * {@return the elements as nested lists of booleans, integers or floating numbers; of a scalar
   * its one element}
   *
   * @throws io.cambric.errors.ConcretizationException if the values are not known
   */
  default Object tolist() {
    return NestedLists.of(self().concrete("tolist()"));
  }

  private static List<Index> listed(Array... indices) {
    return Arrays.stream(indices).map(Index::of).toList();
  }
}
