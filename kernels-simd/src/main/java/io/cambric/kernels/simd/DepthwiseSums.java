package io.cambric.kernels.simd;

/**
 * Sums over pixels of products that keep channels apart, one for each tap and channel: {@code sum
 * over k of left[rowAt[i] + leftAt[k] + c] * right[rightAt[k] + c]}.
 */
record DepthwiseSums(int rows, int channels, int[] rowAt, int[] outAt, int[] leftAt, int[] rightAt)
    implements ImageSums {

  /** Rows that are summed together: a window of 3 x 3. */
  private static final int ROWS = 9;

  /** Few enough to be run often, many enough to make the JIT compile the loops. */
  private static final int SAMPLE_DEPTH = 25;

  private static final long FAST_NANOS = 1_500;

  static final BlockLoops NINE_ROWS =
      new BlockLoops(
          DepthwiseLoops.class,
          "nineRows",
          FAST_NANOS,
          new float[Species.LANES],
          0,
          new int[ROWS],
          0,
          new int[SAMPLE_DEPTH],
          new float[Species.LANES],
          0,
          new int[SAMPLE_DEPTH],
          SAMPLE_DEPTH,
          new float[ROWS * Species.LANES],
          0,
          Species.LANES);

  /** Pads the tables of rows to whole tiles. */
  DepthwiseSums {
    rowAt = padded(rowAt, rows);
  }

  private static int[] padded(int[] at, int rows) {
    int[] padded = new int[paddedRows(rows)];
    for (int i = 0; i < padded.length; i++) {
      padded[i] = at[Math.min(i, rows - 1)];
    }
    return padded;
  }

  private static int paddedRows(int rows) {
    return (rows - 1) / ROWS * ROWS + ROWS;
  }

  @Override
  public int size() {
    return paddedRows(rows) * channels;
  }

  @Override
  public int leftReach() {
    return Reach.greatest(rowAt) + channels - 1;
  }

  @Override
  public int rightReach() {
    return channels - 1;
  }

  @Override
  public void add(float[] a, int left, float[] b, int right, int depth, float[] sums, int at) {
    boolean hot = NINE_ROWS.isHot((long) depth * rows * channels);
    int whole = hot ? channels - channels % Species.LANES : 0;
    for (int row = 0; row < rows; row += ROWS) {
      for (int c = 0; c < whole; c += Species.LANES) {
        addNineRows(a, left + c, row, b, right + c, depth, sums, at + row * channels + c);
      }
    }
    if (whole < channels) {
      addScalars(a, left, b, right, depth, sums, at, whole);
    }
  }

  private void addNineRows(
      float[] a, int left, int row, float[] b, int right, int depth, float[] sums, int at) {
    try {
      NINE_ROWS
          .handle()
          .invokeExact(a, left, rowAt, row, leftAt, b, right, rightAt, depth, sums, at, channels);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  private void addScalars(
      float[] a, int left, float[] b, int right, int depth, float[] sums, int at, int first) {
    for (int i = 0; i < rows; i++) {
      int to = at + i * channels;
      for (int k = 0; k < depth; k++) {
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
    for (int i = 0; i < rows; i++) {
      System.arraycopy(sums, i * channels, out, outAt[i], channels);
    }
  }
}
