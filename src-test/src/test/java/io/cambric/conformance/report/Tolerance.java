package io.cambric.conformance.report;

import tools.jackson.databind.JsonNode;

/**
 * The permitted distance of a value: {@code |a - b| <= atol + rtol * |b|}.
 *
 * @param scaleMax whether {@code |b|} is the largest finite one of the whole array
 * @param ulps how many floats apart values may be where the rule above fails
 * @param signOfZero whether -0 and 0 differ
 */
public record Tolerance(double rtol, double atol, boolean scaleMax, int ulps, boolean signOfZero) {

  /** Equal, the sign of zeros included. */
  public static final Tolerance EXACT = new Tolerance(0, 0, false, 0, true);

  /** Equal, but for the sign of zeros. */
  public static final Tolerance EQUAL = new Tolerance(0, 0, false, 0, false);

  /** {@return a tolerance by element} */
  public static Tolerance of(double rtol, double atol) {
    return new Tolerance(rtol, atol, false, 0, false);
  }

  /**
   * {@return the tolerance that an object with {@code rtol}, {@code atol}, {@code scale} states}
   */
  public static Tolerance of(JsonNode node) {
    boolean scaleMax = node.path("scale").asString("").equals("max");
    return new Tolerance(
        node.get("rtol").asDouble(), node.get("atol").asDouble(), scaleMax, 0, false);
  }

  /** {@return this tolerance, also satisfied by values at most {@code ulps} floats apart} */
  public Tolerance orUlps(int ulps) {
    return new Tolerance(rtol, atol, scaleMax, ulps, signOfZero);
  }

  /** {@return this with more absolute error allowed} */
  Tolerance withMoreAtol(double more) {
    return new Tolerance(rtol, atol + more, scaleMax, ulps, signOfZero);
  }

  /** {@return the wider of two} */
  public Tolerance or(Tolerance other) {
    return new Tolerance(
        Math.max(rtol, other.rtol),
        Math.max(atol, other.atol),
        scaleMax || other.scaleMax,
        Math.max(ulps, other.ulps),
        false);
  }
}
