package io.cambric.benchmarks.sweep;

import java.util.regex.Pattern;

/**
 * The answer of a peer to a case.
 *
 * @param seconds the median of its runs; NaN if it has no such operation or failed
 * @param problem why it failed, else empty
 */
public record PeerAnswer(double seconds, String problem) {

  private static final Pattern TIMES = Pattern.compile("(\\S+) \\S+");
  private static final String ERROR = "error ";

  /**
   * {@return the answer of a line: {@code MEDIAN MIN}, {@code none} or {@code error TEXT}}
   *
   * @throws IllegalArgumentException if it is none of these
   */
  static PeerAnswer of(String line) {
    if (line.equals("none")) {
      return new PeerAnswer(Double.NaN, "");
    }
    if (line.startsWith(ERROR)) {
      return new PeerAnswer(Double.NaN, line.substring(ERROR.length()));
    }
    var times = TIMES.matcher(line);
    double median = times.matches() ? number(times.group(1)) : Double.NaN;
    if (!(median > 0) || !(number(line.substring(line.indexOf(' ') + 1)) > 0)) {
      throw new IllegalArgumentException(line);
    }
    return new PeerAnswer(median, "");
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException _) {
      return Double.NaN;
    }
  }
}
