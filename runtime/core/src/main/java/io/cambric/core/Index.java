package io.cambric.core;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One part of an index, as between the brackets of {@code x[...]} in Python: an integer, a range, a
 * new axis, an ellipsis, or an index array.
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
@CheckReturnValue
public sealed interface Index {

  /**
   * One position along an axis, which the result lacks.
   *
   * @param place negative to count from the last
   */
  record Place(int place) implements Index {}

  /**
   * Every {@code step}-th position of a range along an axis.
   *
   * @param from the first position, {@code null} for the end where the steps begin; negative to
   *     count from the last
   * @param to the position before which the range ends, {@code null} for the end of the axis;
   *     negative to count from the last
   * @param step not 0; negative to go backwards
   */
  record Range(@Nullable Integer from, @Nullable Integer to, int step) implements Index {

    /** {@return whether this selects a whole axis in order} */
    public boolean isWhole() {
      return from == null && to == null && step == 1;
    }
  }

  /** A new axis of size 1. */
  record NewAxis() implements Index {}

  /** As many whole axes as the other parts leave. */
  record Ellipsis() implements Index {}

  /**
   * The positions in an array of integers, or the positions where an array of bool is true, over
   * all its axes.
   *
   * @param array integers, which may be traced, or bools of known values
   */
  record Places(Array array) implements Index {}

  /** {@return one position, negative to count from the last} */
  static Index at(int place) {
    return new Place(place);
  }

  /** {@return all positions, as {@code :}} */
  static Index all() {
    return new Range(null, null, 1);
  }

  /** {@return the positions from {@code from} on, as {@code from:}} */
  static Index from(int from) {
    return new Range(from, null, 1);
  }

  /** {@return the positions before {@code to}, as {@code :to}} */
  static Index to(int to) {
    return new Range(null, to, 1);
  }

  /** {@return every {@code step}-th position, backwards if negative, as {@code ::step}} */
  static Index step(int step) {
    return new Range(null, null, step);
  }

  /** {@return the positions from {@code from} to before {@code to}, as {@code from:to}} */
  static Index slice(int from, int to) {
    return new Range(from, to, 1);
  }

  /**
   * {@return every {@code step}-th position of a range, as {@code from:to:step}}
   *
   * @param from {@code null} for the end where the steps begin
   * @param to {@code null} for the end where the steps finish
   */
  static Index slice(@Nullable Integer from, @Nullable Integer to, int step) {
    return new Range(from, to, step);
  }

  /** {@return a new axis of size 1, as {@code None}} */
  static Index newAxis() {
    return new NewAxis();
  }

  /** {@return all axes that the other parts do not index, as {@code ...}} */
  static Index ellipsis() {
    return new Ellipsis();
  }

  /**
   * {@return the positions in an array of integers, or the positions where an array of bool is
   * true}
   */
  static Index of(Array array) {
    return new Places(array);
  }

  /**
   * {@return the parts of an index written as in Python}
   *
   * @param text such as {@code "1:, None, ..., {}, -1"}
   * @param arrays replace the braces, in order
   * @throws io.cambric.errors.ShapeException naming the invalid part
   */
  static List<Index> parse(String text, Array... arrays) {
    return IndexText.parse(text, arrays);
  }
}
