package io.cambric.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One part of an index, as between the brackets of {@code x[...]} in Python: a place, a range, new
 * axis, ellipsis, or an array of places.
 *
 * {@snippet :
 * import static io.cambric.core.Index.*;
 *
 * x.get(from(1), newAxis(), ellipsis(), at(0)); // x[1:, None, ..., 0]
 * x.get(of(rows), all(), of(columns)); // x[rows, :, columns]
 * x.get("1:, None, ..., 0"); // the same as the first, as text
 * }
 *
 * @see <a href="https://numpy.org/doc/stable/user/basics.indexing.html">Indexing in NumPy</a>
 */
public sealed interface Index {

  /**
   * One place along an axis, which the result leaves out.
   *
   * @param place negative to count from the last
   */
  record Place(int place) implements Index {}

  /**
   * Every {@code step}-th place of a range along an axis.
   *
   * @param from the first one, {@code null} for the end from which the steps go; negative to count
   *     from the last
   * @param to the one before which it ends, {@code null} for the end to which the steps go;
   *     negative to count from the last
   * @param step not 0; negative to go backwards
   */
  record Range(@Nullable Integer from, @Nullable Integer to, int step) implements Index {

    /** {@return whether this takes all of an axis in order} */
    public boolean isWhole() {
      return from == null && to == null && step == 1;
    }
  }

  /** A new axis of size 1. */
  record NewAxis() implements Index {}

  /** As many whole axes as the other parts leave. */
  record Ellipsis() implements Index {}

  /**
   * Places that an array lists; or those where an array of bool is true, over as many axes as that
   * has.
   *
   * @param array integers, which may be traced, or bools of known values
   */
  record Places(Array array) implements Index {}

  /** {@return one place, negative to count from the last} */
  static Index at(int place) {
    return new Place(place);
  }

  /** {@return all places, as {@code :}} */
  static Index all() {
    return new Range(null, null, 1);
  }

  /** {@return the places from one on, as {@code from:}} */
  static Index from(int from) {
    return new Range(from, null, 1);
  }

  /** {@return the places before one, as {@code :to}} */
  static Index to(int to) {
    return new Range(null, to, 1);
  }

  /** {@return every {@code step}-th place, backwards if negative, as {@code ::step}} */
  static Index step(int step) {
    return new Range(null, null, step);
  }

  /** {@return the places from one on before another, as {@code from:to}} */
  static Index slice(int from, int to) {
    return new Range(from, to, 1);
  }

  /**
   * {@return every {@code step}-th place of a range, as {@code from:to:step}}
   *
   * @param from {@code null} for the end from which the steps go
   * @param to {@code null} for the end to which the steps go
   */
  static Index slice(@Nullable Integer from, @Nullable Integer to, int step) {
    return new Range(from, to, step);
  }

  /** {@return a new axis of size 1, as {@code None}} */
  static Index newAxis() {
    return new NewAxis();
  }

  /** {@return all axes that the other parts leave, as {@code ...}} */
  static Index ellipsis() {
    return new Ellipsis();
  }

  /** {@return places that an array lists, or those where one of bool is true} */
  static Index of(Array array) {
    return new Places(array);
  }

  /**
   * {@return the parts of an index written as in Python}
   *
   * @param text such as {@code "1:, None, ..., {}, -1"}
   * @param arrays stand for the braces, in order
   * @throws io.cambric.errors.ShapeException naming the part that is none
   */
  static List<Index> parse(String text, Array... arrays) {
    return IndexText.parse(text, arrays);
  }
}
