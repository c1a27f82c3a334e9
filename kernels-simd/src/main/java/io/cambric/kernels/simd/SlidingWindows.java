package io.cambric.kernels.simd;

/**
 * Windows of three lines of three columns that move along the lines of images, by one column from
 * position to position, and down from line to line. They read images where they lie: lines beside
 * an image are read from zeros, and columns beside it are counted.
 *
 * <p>In a gradient of a kernel, a window holds outputs and its positions are taps.
 *
 * @param high the axis from line to line
 * @param wide the axis along a line
 * @param positions of a window along a line
 * @param lineStride distance of the lines of an image
 * @param columnStride distance of its columns
 * @param channels that lie side by side
 * @param lead columns before an image
 * @param tail columns behind an image
 */
record SlidingWindows(
    ConvAxis high,
    ConvAxis wide,
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

  /** Lines that two windows touch, one of them a line below the other. */
  static final int LINES = SIZE + 1;

  /** {@return windows with {@code lead} and {@code tail} counted} */
  static SlidingWindows of(
      ConvAxis high, ConvAxis wide, int positions, int lineStride, int columnStride, int channels) {
    int lead = 0;
    int tail = 0;
    for (int column = 0; column < positions + SIZE - 1; column++) {
      int element = wide.element(0, 0) + column * wide.stride();
      lead += element < 0 ? 1 : 0;
      tail += element >= wide.size() ? 1 : 0;
    }
    return new SlidingWindows(
        high, wide, positions, lineStride, columnStride, channels, lead, tail);
  }

  /** {@return whether these are windows that the loops can compute with} */
  boolean fit() {
    return slide(high) && slide(wide) && columnStride > 0 && lead <= 1 && tail <= 1;
  }

  /** {@return whether neighbouring windows lie as far apart as their lines or columns} */
  private static boolean slide(ConvAxis axis) {
    return axis.holes() == 1 && axis.stride() == axis.dilation();
  }

  private int columns() {
    return positions + SIZE - 1;
  }

  /** {@return the distance of columns in an image} */
  int step() {
    return wide.stride() * columnStride;
  }

  /** {@return how many zeros stand for a line beside an image} */
  int zeros() {
    return columns() * step() + channels;
  }

  /**
   * Finds the lines of two windows.
   *
   * @param first how many windows are above the first one
   * @param start where the image begins
   * @param lines takes the arrays in which the lines lie
   * @param at takes where their first columns lie, which may be beside the image
   */
  void find(int first, float[] image, int start, float[] zeros, float[][] lines, int[] at) {
    for (int i = 0; i < LINES; i++) {
      int line = high.element(0, 0) + (first + i) * high.stride();
      boolean inside = line >= 0 && line < high.size();
      lines[i] = inside ? image : zeros;
      at[i] = inside ? start + line * lineStride + wide.element(0, 0) * columnStride : 0;
    }
  }

  /** Reads the lines that two windows come to first, for the loops jump from column to column. */
  void prefetch(float[][] lines, int[] at, float[] zeros) {
    int n = (columns() - lead - tail - 1) * step() + channels;
    for (int i = 2; i < LINES; i++) {
      if (lines[i] != zeros) {
        Prefetch.read(lines[i], at[i] + lead * step(), n);
      }
    }
  }

  /** {@return whether a column is behind an image: the loops leave it out} */
  boolean isBehind(int column) {
    return column >= columns() - tail;
  }

  /** {@return an element of a line for the plain twins of the loops, 0 before an image} */
  float element(float[] line, int at, int column, int channel) {
    return column < lead ? 0 : line[at + column * step() + channel];
  }
}
