package io.cambric.testing;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.LongStream;

/**
 * Seeds of random tests: the same in every exhaustive build, a {@link Sample} of these in others,
 * or the one of {@code -Dtests.seed}. Tests print theirs in their name.
 */
public final class Seeds {

  private Seeds() {}

  /** {@return that many seeds, a sample of them, or the one to repeat} */
  public static LongStream of(int count) {
    var repeated = Long.getLong("tests.seed");
    return repeated == null
        ? Sample.of("seeds", LongStream.range(0, count).boxed().toList()).mapToLong(each -> each)
        : LongStream.of(repeated);
  }

  /** {@return the seed of the test of a name} */
  public static long ofTest(String name) {
    return Long.getLong("tests.seed", 42) * 31 + name.hashCode();
  }

  /** {@return a generator that gives the same numbers on every machine} */
  public static RandomGenerator generator(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }
}
