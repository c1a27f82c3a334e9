package io.cambric.core;

import org.jspecify.annotations.Nullable;

/**
 * The number of elements along a ragged axis, as an expression in the lengths of the arguments.
 *
 * <p>A function under {@code ragged} is traced twice, with two sizes of each padded axis. An axis
 * is ragged if its sizes differ. Expressions are compared by structure, so two slices of equal
 * bounds have equal lengths.
 */
public sealed interface Length {

  /** {@return the size of the axis with its padding} */
  int size();

  /** {@return the size of the axis in the twin, the program of other sizes} */
  int twin();

  /**
   * The length of an argument.
   *
   * @param number distinguishes lengths
   */
  record Root(int number, int size, int twin) implements Length {}

  /** A length without some elements, 0 if it has fewer. */
  record Less(Length of, int by) implements Length {
    @Override
    public int size() {
      return Math.max(of.size() - by, 0);
    }

    @Override
    public int twin() {
      return Math.max(of.twin() - by, 0);
    }
  }

  /** A length and some further elements. */
  record More(Length of, int by) implements Length {
    @Override
    public int size() {
      return of.size() + by;
    }

    @Override
    public int twin() {
      return of.twin() + by;
    }
  }

  /** A length of rows, in elements. */
  record Times(Length of, int by) implements Length {
    @Override
    public int size() {
      return of.size() * by;
    }

    @Override
    public int twin() {
      return of.twin() * by;
    }
  }

  /** The number of elements at every {@code by}-th position, from the first. */
  record Strided(Length of, int by) implements Length {
    @Override
    public int size() {
      return Math.ceilDiv(of.size(), by);
    }

    @Override
    public int twin() {
      return Math.ceilDiv(of.twin(), by);
    }
  }

  /** The sum of two lengths. */
  record Sum(Length first, Length second) implements Length {
    @Override
    public int size() {
      return first.size() + second.size();
    }

    @Override
    public int twin() {
      return first.twin() + second.twin();
    }
  }

  /** {@return the length without some elements} */
  default Length less(int by) {
    return by < 0 ? more(-by) : shorter(by);
  }

  private Length shorter(int by) {
    if (by == 0) {
      return this;
    }
    return switch (this) {
      case More(var of, int extra) -> extra >= by ? of.more(extra - by) : of.less(by - extra);
      case Less(var of, int fewer) -> new Less(of, fewer + by);
      default -> new Less(this, by);
    };
  }

  /** {@return the length and some further elements} */
  default Length more(int by) {
    if (by <= 0) {
      return by == 0 ? this : less(-by);
    }
    return this instanceof More(var of, int extra) ? new More(of, extra + by) : new More(this, by);
  }

  /** {@return the number of elements of that many rows} */
  default Length times(int by) {
    return by == 1 ? this : new Times(this, by);
  }

  /** {@return the number of elements at every {@code by}-th position} */
  default Length strided(int by) {
    return by == 1 ? this : new Strided(this, by);
  }

  /** {@return the sum of a length and a fixed or ragged one} */
  static @Nullable Length sum(@Nullable Length a, int sizeA, @Nullable Length b, int sizeB) {
    if (a == null) {
      return b == null ? null : b.more(sizeA);
    }
    return b == null ? a.more(sizeB) : new Sum(a, b);
  }

  /** {@return whether this is the length of an axis with these sizes} */
  default boolean has(int size, int twin) {
    return size() == size && twin() == twin;
  }
}
