package io.cambric.errors;

import java.util.ArrayList;
import java.util.List;

/** Writes a long list of names with what repeats in it once. */
final class Repetition {

  /** Names that are not repeated more often stand for themselves. */
  private static final int FEW = 3;

  private static final int LONGEST_PERIOD = 12;

  /** Names shown of what does not repeat, at each end. */
  private static final int SHOWN = 4;

  private Repetition() {}

  static String text(List<String> names, String separator) {
    int end = names.size();
    int period = 1;
    for (int tail = 0; tail <= Math.min(SHOWN, names.size()); tail++) {
      for (int candidate = 1; candidate <= LONGEST_PERIOD; candidate++) {
        int more = repeated(names, names.size() - tail, candidate) - repeated(names, end, period);
        if (more > candidate + tail) {
          end = names.size() - tail;
          period = candidate;
        }
      }
    }
    int times = repeated(names, end, period) / period;
    if (times < FEW) {
      return shortened(names, separator);
    }
    int first = end - times * period;
    var once = String.join(separator, names.subList(first, first + period));
    var parts = new ArrayList<String>();
    if (first > 0) {
      parts.add(shortened(names.subList(0, first), separator));
    }
    parts.add("(%s) %d times".formatted(once, times));
    parts.addAll(names.subList(end, names.size()));
    return String.join(separator, parts);
  }

  /** {@return how many names before an end are as those a period before them, with the period} */
  private static int repeated(List<String> names, int end, int period) {
    int from = end - period;
    if (from < 0) {
      return 0;
    }
    while (from > 0 && names.get(from - 1).equals(names.get(from - 1 + period))) {
      from--;
    }
    return end - from;
  }

  private static String shortened(List<String> names, String separator) {
    return names.size() <= 2 * SHOWN
        ? String.join(separator, names)
        : String.join(separator, names.subList(0, SHOWN))
            + separator
            + "..."
            + separator
            + String.join(separator, names.subList(names.size() - SHOWN, names.size()));
  }
}
