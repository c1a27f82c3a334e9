package io.cambric.kernels.simd.conv;

import io.cambric.kernels.simd.jit.Prefetch;

/**
 * 3x3 windows that slide over images, by one column along a line, and by one line from line to
 * line. Images are read without a padded copy: lines outside an image are read from zeros, and
 * columns outside it are counted.
 *
 * <p>In a kernel gradient, a window holds outputs and its positions are taps.
 *
 * @param vertical the axis from line to line
 * @param horizontal the axis along a line
 * @param positions of a window along a line
 * @param lineStride distance of the lines of an image
 * @param columnStride distance of its columns
 * @param channels adjacent channels
 * @param lead columns before an image
 * @param tail columns after an image
 */
record SlidingWindows(
    ConvAxis vertical,
    ConvAxis horizontal,
    int positions,
    int lineStride,
    int columnStride,
    int channels,
    int lead,
    int tail) {

  /** Lines of a window, and columns. */
  static final int SIZE = 3;

  /** Elements of a window. */
  static final int AREA = SIZE * SIZE;

  /** Lines of two windows, one a line below the other. */
  static final int LINES = SIZE + 1;

  /** {@return windows with {@code lead} and {@code tail} counted} */
  static SlidingWindows of(
      ConvAxis vertical,
      ConvAxis horizontal,
      int positions,
      int lineStride,
      int columnStride,
      int channels) {
    int lead = 0;
    int tail = 0;
    for (int column = 0; column < positions + SIZE - 1; column++) {
      int element = horizontal.element(0, 0) + column * horizontal.stride();
      lead += element < 0 ? 1 : 0;
      tail += element >= horizontal.size() ? 1 : 0;
    }
    return new SlidingWindows(
        vertical, horizontal, positions, lineStride, columnStride, channels, lead, tail);
  }

  /** {@return whether the loops support these windows} */
  boolean fit() {
    return slide(vertical) && slide(horizontal) && columnStride > 0 && lead <= 1 && tail <= 1;
  }

  /** {@return whether neighbouring windows are as far apart as their lines or columns} */
  private static boolean slide(ConvAxis axis) {
    return axis.holes() == 1 && axis.stride() == axis.dilation();
  }

  private int columns() {
    return positions + SIZE - 1;
  }

  /** {@return the distance of columns in an image} */
  int step() {
    return horizontal.stride() * columnStride;
  }

  /** {@return the zeros that replace a line outside an image} */
  int zeros() {
    return columns() * step() + channels;
  }

  /**
   * Finds the lines of two windows.
   *
   * @param first the number of windows above the first one
   * @param start start of the image
   * @param lines receives the arrays of the lines
   * @param at receives the positions of their first columns, which may be outside the image
   */
  void find(int first, float[] image, int start, float[] zeros, float[][] lines, int[] at) {
    for (int i = 0; i < LINES; i++) {
      int line = vertical.element(0, 0) + (first + i) * vertical.stride();
      boolean inside = line >= 0 && line < vertical.size();
      lines[i] = inside ? image : zeros;
      at[i] = inside ? start + line * lineStride + horizontal.element(0, 0) * columnStride : 0;
    }
  }

  /**
   * Prefetches the lines that the windows reach first, because the loops skip from column to
   * column.
   */
  void prefetch(float[][] lines, int[] at, float[] zeros) {
    int n = (columns() - lead - tail - 1) * step() + channels;
    for (int i = 2; i < LINES; i++) {
      if (lines[i] != zeros) {
        Prefetch.read(lines[i], at[i] + lead * step(), n);
      }
    }
  }

  /** {@return whether a column is after an image, where the loops leave it out} */
  boolean isBehind(int column) {
    return column >= columns() - tail;
  }

  /** {@return an element of a line for the plain twins of the loops, 0 before an image} */
  float element(float[] line, int at, int column, int channel) {
    return column < lead ? 0 : line[at + column * step() + channel];
  }
}
