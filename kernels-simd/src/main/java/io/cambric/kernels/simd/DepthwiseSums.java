package io.cambric.kernels.simd;

import java.util.Arrays;

/**
 * Sums over pixels of products that keep channels apart, one for each tap and channel: {@code sum
 * over k of left[rowAt[i] + leftAt[k] + c] * right[rightAt[k] + c]}.
 *
 * <p>Nine taps are summed together. If pixels of a line lie as far apart as taps of a line do,
 * these are three windows of three taps that move along the line; some taps may be summed twice
 * then.
 *
 * @param width pixels of a line, or 0 if windows do not move along it
 */
record DepthwiseSums(int width, int channels, int[] rowAt, int[] outAt, int[] leftAt, int[] rightAt)
    implements ImageSums {

  /** Taps that are summed together. */
  private static final int ROWS = 9;

  /** Taps of a window that moves along a line. */
  private static final int TAPS = 3;

  /** Pixels that make up for loading and storing nine sums. */
  private static final int PIXELS = 24;

  /** Few enough to be run often, many enough to make the JIT compile the loops. */
  private static final int SAMPLE_K = 25;

  static final BlockLoops NINE_ROWS =
      new BlockLoops(
          DepthwiseSumLoops.class,
          "nineRows",
          new float[Species.LANES],
          0,
          new int[ROWS],
          0,
          new int[SAMPLE_K],
          new float[Species.LANES],
          0,
          new int[SAMPLE_K],
          SAMPLE_K,
          new float[ROWS * Species.LANES],
          0,
          Species.LANES);

  static final BlockLoops NINE_TAPS =
      new BlockLoops(
          DepthwiseSumLoops.class,
          "nineTaps",
          new float[Species.LANES],
          0,
          0,
          0,
          new int[1],
          0,
          1,
          SAMPLE_K,
          0,
          new float[Species.LANES],
          0,
          new int[1],
          0,
          new float[ROWS * Species.LANES],
          0,
          Species.LANES,
          Species.LANES);

  /**
   * {@return the sums for the taps of a phase}
   *
   * @param rows how many taps there are: the outputs of the convolution, whose taps are the pixels
   */
  static DepthwiseSums of(
      ConvPhase phase,
      int rows,
      int channels,
      int[] rowAt,
      int[] outAt,
      int[] leftAt,
      int[] rightAt) {
    boolean moving = phase.overlaps() && phase.rowOutputs() >= TAPS && phase.rowTaps() > 1;
    int[] taps = moving ? windows(rows, phase.rowOutputs()) : OffsetTables.of(rows, 1);
    int[] padded = new int[(taps.length - 1) / ROWS * ROWS + ROWS];
    Arrays.setAll(padded, i -> taps[Math.min(i, taps.length - (moving ? TAPS - i % TAPS : 1))]);
    return new DepthwiseSums(
        moving ? phase.rowTaps() : 0,
        channels,
        Arrays.stream(padded).map(tap -> rowAt[tap]).toArray(),
        Arrays.stream(padded).map(tap -> outAt[tap]).toArray(),
        leftAt,
        rightAt);
  }

  /** {@return the taps of lines of {@code width} in threes, the last ones of a line once more} */
  private static int[] windows(int rows, int width) {
    int perLine = (width - 1) / TAPS + 1;
    int[] taps = new int[rows / width * perLine * TAPS];
    for (int i = 0; i < taps.length; i++) {
      int window = i / TAPS;
      int first = Math.min(window % perLine * TAPS, width - TAPS);
      taps[i] = window / perLine * width + first + i % TAPS;
    }
    return taps;
  }

  @Override
  public int size() {
    return rowAt.length * channels;
  }

  @Override
  public int counted() {
    return size();
  }

  @Override
  public int leftReach() {
    return PaddedArray.greatest(rowAt) + channels - 1;
  }

  @Override
  public int rightReach() {
    return channels - 1;
  }

  @Override
  public void add(float[] a, int left, float[] b, int right, int kSize, float[] sums, int at) {
    var loop = width > 0 ? NINE_TAPS : NINE_ROWS;
    boolean hot = loop.isHot((long) kSize * rowAt.length * channels);
    int whole = hot ? channels - channels % Species.LANES : 0;
    if (whole > 0 && width > 0) {
      addLines(a, left, b, right, kSize, sums, at, whole);
    } else {
      for (int row = 0; row < rowAt.length && whole > 0; row += ROWS) {
        for (int c = 0; c < whole; c += Species.LANES) {
          addNineRows(a, left + c, row, b, right + c, kSize, sums, at + row * channels + c);
        }
      }
    }
    if (whole < channels) {
      addScalars(a, left, b, right, kSize, sums, at, whole);
    }
  }

  private void addLines(
      float[] a, int left, float[] b, int right, int kSize, float[] sums, int at, int whole) {
    int together = ((PIXELS - 1) / width + 1) * width;
    int leftStep = leftAt[1] - leftAt[0];
    int rightStep = rightAt[1] - rightAt[0];
    for (int k = 0; k < kSize; k += together) {
      int end = Math.min(k + together, kSize);
      for (int row = 0; row < rowAt.length; row += ROWS) {
        int window0 = left + rowAt[row];
        int window1 = left + rowAt[row + TAPS];
        int window2 = left + rowAt[row + 2 * TAPS];
        int to = at + row * channels;
        try {
          NINE_TAPS
              .handle()
              .invokeExact(
                  a, window0, window1, window2, leftAt, k, end, width, leftStep, b, right, rightAt,
                  rightStep, sums, to, channels, whole);
        } catch (Throwable e) {
          throw VectorLoop.unchecked(e);
        }
      }
    }
  }

  private void addNineRows(
      float[] a, int left, int row, float[] b, int right, int kSize, float[] sums, int at) {
    try {
      NINE_ROWS
          .handle()
          .invokeExact(a, left, rowAt, row, leftAt, b, right, rightAt, kSize, sums, at, channels);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  private void addScalars(
      float[] a, int left, float[] b, int right, int kSize, float[] sums, int at, int first) {
    for (int i = 0; i < rowAt.length; i++) {
      int to = at + i * channels;
      for (int k = 0; k < kSize; k++) {
        int p = left + rowAt[i] + leftAt[k];
        int q = right + rightAt[k];
        for (int c = first; c < channels; c++) {
          sums[to + c] = Math.fma(a[p + c], b[q + c], sums[to + c]);
        }
      }
    }
  }

  @Override
  public void store(float[] sums, float[] out) {
    for (int i = 0; i < rowAt.length; i++) {
      System.arraycopy(sums, i * channels, out, outAt[i], channels);
    }
  }
}
