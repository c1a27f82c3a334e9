package io.cambric.kernel.block;

import io.cambric.kernel.ConvSpec;

/**
 * One spatial axis of a convolution. A dilated lhs has holes, so a tap reads an element only at
 * some output positions. Output positions with the same taps form a phase; each phase is a
 * convolution without holes.
 *
 * @param out output positions
 * @param taps kernel size
 * @param stride window stride
 * @param pad padding before the dilated lhs
 * @param holes lhs dilation
 * @param dilation rhs dilation
 * @param size lhs size
 */
public record ConvAxis(int out, int taps, int stride, int pad, int holes, int dilation, int size) {

  public static ConvAxis of(ConvSpec spec, int d) {
    return new ConvAxis(
        spec.out().get(d + 1),
        spec.rhs().get(d),
        spec.strides().get(d),
        spec.padLow().get(d),
        spec.lhsDilation().get(d),
        spec.rhsDilation().get(d),
        spec.lhs().get(d + 1));
  }

  /** An axis of size one, with which every convolution has three spatial axes. */
  public static ConvAxis single() {
    return new ConvAxis(1, 1, 1, 0, 1, 1, 1);
  }

  /**
   * {@return whether there is a single tap, which reads the first element and each stride-th after
   * it}
   */
  boolean readsEvery() {
    return taps == 1 && pad == 0 && holes == 1 && out > 0 && (out - 1) * stride < size;
  }

  /** {@return the number of phases, which is the period of the output positions} */
  public int phases() {
    int a = stride;
    int b = holes;
    while (b != 0) {
      int rest = a % b;
      a = b;
      b = rest;
    }
    return holes / a;
  }

  /** {@return the number of output positions of a phase, which are {@link #phases} apart} */
  public int outputs(int phase) {
    return phase >= out ? 0 : (out - phase - 1) / phases() + 1;
  }

  /** {@return the distance in the lhs between neighbouring outputs of a phase, in elements} */
  public int step() {
    return phases() * stride / holes;
  }

  /** {@return whether a tap reads elements in a phase} */
  public boolean hits(int phase, int tap) {
    return holes == 1 || Math.floorMod(place(phase, tap), holes) == 0;
  }

  /** {@return the element that a tap reads at the first output of a phase; it may be padding} */
  public int element(int phase, int tap) {
    return holes == 1 ? place(phase, tap) : Math.floorDiv(place(phase, tap), holes);
  }

  /** {@return the position of a tap at the first output of a phase, in the dilated lhs} */
  private int place(int phase, int tap) {
    return phase * stride - pad + tap * dilation;
  }

  /** {@return the first element that the taps read, 0 or negative} */
  public int first() {
    return Math.min(0, Math.ceilDiv(-pad, holes));
  }

  /** {@return one past the last element that the taps read, at least {@code size}} */
  public int end() {
    int last = Math.floorDiv((out - 1) * stride - pad + (taps - 1) * dilation, holes);
    return Math.max(size, last + 1);
  }

  /** {@return the number of elements, including the padding that the taps read} */
  public int paddedSize() {
    return end() - first();
  }
}
