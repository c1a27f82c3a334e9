package io.cambric.benchmarks.sweep;

import io.cambric.benchmarks.sweep.Spec.Range;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Sizes drawn from ranges, so that small and large ones are as frequent as those between. */
final class SizeDraw {

  /** Share of sizes that may be any number. */
  private static final double ANY = 0.35;

  /** Share of sizes that are any number or a multiple of eight; the others are powers of two. */
  private static final double ANY_OR_EIGHT = 0.7;

  private SizeDraw() {}

  /**
   * {@return a size for each letter, in order}
   *
   * @param most largest product of all sizes, unless the ends of the ranges are larger
   */
  static Map<String, Integer> draw(RandomGenerator random, Map<String, Range> ranges, long most) {
    var sizes = new LinkedHashMap<String, Integer>();
    long rest = most;
    for (var letter : ranges.entrySet()) {
      var range = letter.getValue();
      int high = Math.clamp(rest, range.low(), range.high());
      int size = draw(random, range.low(), high);
      sizes.put(letter.getKey(), size);
      rest = Math.max(1, rest / Math.max(1, size));
    }
    return sizes;
  }

  /** {@return a size between two bounds, both included} */
  static int draw(RandomGenerator random, int low, int high) {
    double least = Math.max(low, 0.5);
    double size = least * Math.pow(high / least, random.nextDouble());
    double kind = random.nextDouble();
    double chosen =
        kind < ANY
            ? size
            : kind < ANY_OR_EIGHT && size >= 4
                ? 8 * Math.rint(size / 8)
                : Math.pow(2, Math.rint(Math.log(size) / Math.log(2)));
    return (int) Math.clamp(Math.round(chosen), (long) low, (long) Math.max(low, high));
  }
}
