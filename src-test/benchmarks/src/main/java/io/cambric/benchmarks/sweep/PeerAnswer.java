package io.cambric.benchmarks.sweep;

import java.util.regex.Pattern;

/**
 * The answer of a peer to a case.
 *
 * @param seconds the median of its runs; NaN if it has no such operation or failed
 * @param sum of the absolute values of its results; NaN if it drew other operands
 * @param problem why it failed, else empty
 */
public record PeerAnswer(double seconds, double sum, String problem) {

  private static final Pattern FIGURES = Pattern.compile("(\\S+) (\\S+)(?: (\\S+))?");
  private static final String ERROR = "error ";

  /**
   * {@return the answer of a line: {@code MEDIAN MIN}, {@code MEDIAN MIN SUM}, {@code none} or
   * {@code error TEXT}}
   *
   * @throws IllegalArgumentException if it is none of these
   */
  static PeerAnswer of(String line) {
    if (line.equals("none")) {
      return new PeerAnswer(Double.NaN, Double.NaN, "");
    }
    if (line.startsWith(ERROR)) {
      return new PeerAnswer(Double.NaN, Double.NaN, line.substring(ERROR.length()));
    }
    var figures = FIGURES.matcher(line);
    boolean matches = figures.matches();
    double median = matches ? number(figures.group(1)) : Double.NaN;
    if (!(median > 0) || !(number(figures.group(2)) > 0)) {
      throw new IllegalArgumentException(line);
    }
    return new PeerAnswer(
        median, figures.group(3) == null ? Double.NaN : number(figures.group(3)), "");
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException _) {
      return Double.NaN;
    }
  }
}
