package io.cambric.testing;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Samples of families of tests. A build takes some cases of each family by chance, and prints the
 * seed of the choice; {@code -Dtests.sample=N} repeats it. The profile {@code exhaustive}, which
 * continuous integration uses, takes all cases.
 */
public final class Sample {

  /** Cases for each one that is taken. */
  private static final int PART = 5;

  private static final int SMALLEST = 8;

  private static final long SEED = Long.getLong("tests.sample", new Random().nextInt(1_000_000));

  private Sample() {}

  /** {@return whether tests take all cases} */
  public static boolean isExhaustive() {
    return Boolean.getBoolean("tests.exhaustive");
  }

  /** {@return the number of cases that a build takes} */
  public static int of(int all) {
    return isExhaustive() ? all : Math.min(all, Math.max(SMALLEST, all / PART));
  }

  /** {@return whether a build takes this case, which is a family of its own} */
  static boolean has(String name) {
    return isExhaustive() || new Random(SEED + name.hashCode()).nextInt(PART) == 0;
  }

  /** {@return the line on a case that a build does not take} */
  static String left(String name) {
    return "%s: not in the sample -Dtests.sample=%d; -Pexhaustive has it.".formatted(name, SEED);
  }

  /**
   * {@return some cases of a family in order, or all}
   *
   * @param family the name of the family, for the line that is printed
   */
  public static <T> Stream<T> of(String family, List<T> cases) {
    return of(family, cases, of(cases.size())).stream();
  }

  /**
   * {@return some cases of a family in order, or all in an exhaustive build}
   *
   * @param family the name of the family, for the line that is printed
   * @param count their largest number
   */
  public static <T> List<T> of(String family, List<T> cases, int count) {
    if (isExhaustive() || count >= cases.size()) {
      return cases;
    }
    System.out.printf(
        "%s: %d of %d cases; -Dtests.sample=%d takes the same, -Pexhaustive all.%n",
        family, count, cases.size(), SEED);
    return new Random(SEED + family.hashCode())
        .ints(0, cases.size())
        .distinct()
        .limit(count)
        .sorted()
        .mapToObj(cases::get)
        .toList();
  }
}
