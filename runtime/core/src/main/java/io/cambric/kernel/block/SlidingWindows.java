package io.cambric.kernel.block;

/**
 * 3x3 windows that slide over images by one column along a line, and by one line between lines.
 * Images are read without a padded copy. Lines outside an image are read from zeros; columns
 * outside it are counted.
 *
 * <p>In a kernel gradient, a window holds outputs and its positions are taps.
 *
 * @param vertical the axis from line to line
 * @param horizontal the axis along a line
 * @param rows number of window positions from line to line
 * @param positions number of window positions along a line
 * @param lineStride distance of the lines of an image
 * @param columnStride distance of its columns
 * @param channels number of adjacent channels
 * @param lead number of columns before an image
 * @param tail number of columns after an image
 */
public record SlidingWindows(
    ConvAxis vertical,
    ConvAxis horizontal,
    int rows,
    int positions,
    int lineStride,
    int columnStride,
    int channels,
    int lead,
    int tail) {

  /** The number of lines of a window, and of its columns. */
  public static final int SIZE = 3;

  /** {@return the windows of a convolution; {@code lead} and {@code tail} are computed} */
  public static SlidingWindows of(ConvProblem problem, int rows, int positions) {
    var horizontal = problem.axes()[2];
    int[] strides = problem.lhs().strides();
    int lead = 0;
    int tail = 0;
    for (int column = 0; column < positions + SIZE - 1; column++) {
      int element = horizontal.element(0, 0) + column * horizontal.stride();
      lead += element < 0 ? 1 : 0;
      tail += element >= horizontal.size() ? 1 : 0;
    }
    return new SlidingWindows(
        problem.axes()[1],
        horizontal,
        rows,
        positions,
        strides[2],
        strides[3],
        problem.groups(),
        lead,
        tail);
  }

  /**
   * {@return whether the loops support these windows}
   *
   * @param height number of lines of a window
   * @param width number of its columns
   */
  public boolean fit(int height, int width) {
    return height == SIZE
        && width == SIZE
        && slide(vertical)
        && slide(horizontal)
        && columnStride > 0
        && lead <= 1
        && tail <= 1;
  }

  /** {@return whether consecutive windows are at the distance of their lines or columns} */
  private static boolean slide(ConvAxis axis) {
    return axis.holes() == 1 && axis.stride() == axis.dilation();
  }

  /** {@return the number of multiplications of two windows that move along a line} */
  public long work() {
    return 2L * positions * channels * SIZE * SIZE;
  }

  private int columns() {
    return positions + SIZE - 1;
  }

  /** {@return the distance of columns in an image} */
  public int step() {
    return horizontal.stride() * columnStride;
  }

  /** {@return the number of zeros that replace a line outside an image} */
  public int zeros() {
    return columns() * step() + channels;
  }

  /**
   * {@return the number of elements of a line of an image, starting with the first that is read}
   */
  public int lineLength() {
    return (columns() - lead - tail - 1) * step() + channels;
  }

  /** {@return the number of a line in the image, possibly outside} */
  public int line(int number) {
    return vertical.element(0, 0) + number * vertical.stride();
  }

  /** {@return the position of the first column of a line in the image, possibly outside} */
  public int position(int line) {
    return line * lineStride + horizontal.element(0, 0) * columnStride;
  }

  /** {@return whether a column is after the image, where the loops skip it} */
  public boolean isBehind(int column) {
    return column >= columns() - tail;
  }
}
