package io.cambric.kernels.simd.conv;

/**
 * The offset tables of a {@link ConvPhase}, for some images and one group. Positions are relative
 * to the start of an operand.
 *
 * @param rows outputs of the images
 * @param run how many values of k are adjacent from each entry of {@code kOffsets} on
 */
record PhaseTables(
    int rows, int[] rowOffsets, int[] outOffsets, int[] kOffsets, int run, int[] bOffsets) {

  /** The shortest run. Elements of a shorter one are read faster singly, through a table. */
  private static final int MIN_RUN = 8;

  /**
   * {@return the tables of a phase}
   *
   * @param apart whether groups are kept apart, so that no values of k are adjacent
   */
  static PhaseTables of(
      ConvPhase phase,
      boolean apart,
      int images,
      int channels,
      int[] strides,
      int[] rhsStrides,
      int[] outStrides) {
    boolean together = channels == 1 ? phase.isRow(strides[3], 1) : strides[4] == 1;
    int taps = together && phase.isRow(strides[3], channels) ? phase.rowTaps() : 1;
    boolean runs = !apart && together && taps * channels >= MIN_RUN;
    int merged = runs ? taps : 1;
    boolean channelsOutside = !runs && Math.abs(strides[4]) > Math.abs(strides[3]);
    return new PhaseTables(
        images * phase.outputs(),
        phase.rowTable(images, isInside(strides), 0, strides),
        phase.outTable(images, isInside(strides), 0, outStrides),
        phase.kOffsetTable(0, strides, runs ? 1 : channels, merged, channelsOutside),
        merged * (runs ? channels : 1),
        phase.kernelTable(0, rhsStrides, channels, channelsOutside));
  }

  /** {@return whether images are innermost, so that their rows are packed and loaded together} */
  private static boolean isInside(int[] strides) {
    return strides[0] == 1;
  }
}
