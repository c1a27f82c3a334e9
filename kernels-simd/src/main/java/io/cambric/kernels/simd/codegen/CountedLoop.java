package io.cambric.kernels.simd.codegen;

/**
 * A loop over an int local: {@code for (int counter = start; counter < end; counter += step)}.
 *
 * @param start the local with the first value of the counter, or the empty text for 0
 * @param end the local with the end of the counter
 */
public record CountedLoop(String counter, String start, String end, int step) {

  /** {@return a loop from 0} */
  public static CountedLoop upTo(String counter, String end, int step) {
    return new CountedLoop(counter, "", end, step);
  }

  /** {@return a loop over a part of a table} */
  public static CountedLoop between(String counter, String start, String end) {
    return new CountedLoop(counter, start, end, 1);
  }
}
