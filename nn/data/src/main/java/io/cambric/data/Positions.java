package io.cambric.data;

import java.util.Arrays;

/** Positions that combine the positions of several stages. */
final class Positions {

  private Positions() {}

  /** {@return a position, followed by numbers of its own} */
  static long[] join(long[] position, long... more) {
    var joined = Arrays.copyOf(position, position.length + more.length);
    System.arraycopy(more, 0, joined, position.length, more.length);
    return joined;
  }

  /** {@return the numbers of a stage} */
  static long[] part(long[] position, int from, int count) {
    return Arrays.copyOfRange(position, from, from + count);
  }
}
