package io.cambric.kernel;

import java.util.stream.LongStream;

/** Seeds of random tests: fixed ones, or the one given with {@code -Dtests.seed}. */
public final class Seeds {

  private Seeds() {}

  /** {@return {@code count} seeds, or only the given one} */
  public static LongStream of(int count) {
    Long asked = Long.getLong("tests.seed");
    return asked != null ? LongStream.of(asked) : LongStream.range(0, count);
  }
}
