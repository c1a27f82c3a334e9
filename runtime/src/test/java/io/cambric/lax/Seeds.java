package io.cambric.lax;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Seeds of random tests: printed in the name of the test, and set by {@code -Dtests.seed}. */
final class Seeds {

  private static final long BASE = Long.getLong("tests.seed", 42);

  private Seeds() {}

  /** {@return the seed of the test of this name} */
  static long of(String name) {
    return BASE * 31 + name.hashCode();
  }

  static RandomGenerator generator(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }
}
