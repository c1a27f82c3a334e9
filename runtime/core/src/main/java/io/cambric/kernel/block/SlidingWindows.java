package io.cambric.kernel.block;

/**
 * 3x3 windows that slide over images, by one column along a line, and by one line from line to
 * line. Images are read without a padded copy: lines outside an image are read from zeros, and
 * columns outside it are counted.
 *
 * <p>In a kernel gradient, a window holds outputs and its positions are taps.
 *
 * @param vertical the axis from line to line
 * @param horizontal the axis along a line
 * @param rows positions of a window from line to line
 * @param positions of a window along a line
 * @param lineStride distance of the lines of an image
 * @param columnStride distance of its columns
 * @param channels adjacent channels
 * @param lead columns before an image
 * @param tail columns after an image
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

  /** Lines of a window, and columns. */
  public static final int SIZE = 3;

  /** {@return windows of a convolution, with {@code lead} and {@code tail} counted} */
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
   * @param height lines of a window
   * @param width its columns
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

  /** {@return whether neighbouring windows are as far apart as their lines or columns} */
  private static boolean slide(ConvAxis axis) {
    return axis.holes() == 1 && axis.stride() == axis.dilation();
  }

  /** {@return the multiplications of two windows that move along a line} */
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

  /** {@return the zeros that replace a line outside an image} */
  public int zeros() {
    return columns() * step() + channels;
  }

  /** {@return the elements of a line of an image from the first one that is read on} */
  public int lineLength() {
    return (columns() - lead - tail - 1) * step() + channels;
  }

  /** {@return the number of a line in the image, which may be outside} */
  public int line(int number) {
    return vertical.element(0, 0) + number * vertical.stride();
  }

  /** {@return the position of the first column of a line in the image, which may be outside} */
  public int position(int line) {
    return line * lineStride + horizontal.element(0, 0) * columnStride;
  }

  /** {@return whether a column is after an image, where the loops leave it out} */
  public boolean isBehind(int column) {
    return column >= columns() - tail;
  }
}
