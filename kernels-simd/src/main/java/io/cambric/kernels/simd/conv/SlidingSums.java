package io.cambric.kernels.simd.conv;

import io.cambric.kernel.Operand;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Prefetch;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.VectorLoop;

/**
 * The kernel gradient of a {@link SlidingConv}: sums over pixels, one for each position in {@link
 * SlidingWindows} and each channel. Images are read without a padded copy, two lines of pixels at a
 * time.
 *
 * @param imageStride distance of images
 * @param rhsStrides of images, lines and columns of the rhs, whose channels are adjacent
 */
public record SlidingSums(SlidingWindows windows, int imageStride, RhsStrides rhsStrides) {

  private static final int SAMPLE_WIDTH = 25;

  public static final BlockLoops NINE_SUMS =
      new BlockLoops(
          SlidingLoops.class,
          "nineSums",
          new float[Species.LANES],
          0,
          new float[Species.LANES],
          0,
          new float[Species.LANES],
          0,
          new float[Species.LANES],
          0,
          new float[Species.LANES],
          1,
          1,
          0,
          new float[Species.LANES],
          0,
          0,
          0,
          SAMPLE_WIDTH,
          new float[SlidingWindows.AREA * Species.LANES],
          0,
          Species.LANES,
          Species.LANES);

  /** Distances in the rhs. */
  record RhsStrides(int image, int line, int column) {}

  /** {@return whether the loops apply: windows are 3x3, and lines of pixels come in pairs} */
  boolean fit() {
    return windows.vertical().out() == SlidingWindows.SIZE
        && windows.horizontal().out() == SlidingWindows.SIZE
        && windows.vertical().taps() % 2 == 0
        && windows.fit();
  }

  /**
   * Adds the products of some images.
   *
   * @param sums a line of channels for each position in a window
   * @param to start of the sums
   */
  void add(Operand images, Operand rhs, int first, int end, float[] sums, int to) {
    int channels = windows.channels();
    int height = windows.vertical().taps();
    long pixels = (long) height * windows.positions() * (end - first);
    boolean hot = NINE_SUMS.isHot(pixels * SlidingWindows.AREA * channels);
    int whole = hot ? channels - channels % Species.LANES : 0;
    try (var scratch = new Scratch()) {
      float[] zeros = scratch.zeros(windows.zeros());
      var lines = new float[SlidingWindows.LINES][];
      int[] at = new int[SlidingWindows.LINES];
      for (int image = first; image < end; image++) {
        int start = images.offset() + image * imageStride;
        for (int line = 0; line < height; line += 2) {
          windows.find(line, images.buffer().floats(), start, zeros, lines, at);
          windows.prefetch(lines, at, zeros);
          float[] y = rhs.buffer().floats();
          int q = rhs.offset() + image * rhsStrides.image + line * rhsStrides.line;
          int n = (windows.positions() - 1) * rhsStrides.column + channels;
          Prefetch.read(y, q, n);
          Prefetch.read(y, q + rhsStrides.line, n);
          if (whole > 0) {
            addVectors(lines, at, zeros, y, q, sums, to, whole);
          }
          if (whole < channels) {
            addScalars(lines, at, y, q, sums, to, whole);
          }
        }
      }
    }
  }

  private void addVectors(
      float[][] lines, int[] at, float[] zeros, float[] y, int q, float[] sums, int to, int whole) {
    try {
      NINE_SUMS
          .handle()
          .invokeExact(
              lines[0],
              at[0],
              lines[1],
              at[1],
              lines[2],
              at[2],
              lines[3],
              at[3],
              zeros,
              windows.lead(),
              windows.tail(),
              windows.step(),
              y,
              q,
              rhsStrides.line,
              rhsStrides.column,
              windows.positions(),
              sums,
              to,
              windows.channels(),
              whole);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  private void addScalars(
      float[][] lines, int[] at, float[] y, int q, float[] sums, int to, int from) {
    for (int place = 0; place < SlidingWindows.AREA; place++) {
      int l = place / SlidingWindows.SIZE;
      int sum = to + place * windows.channels();
      for (int x = 0; x < windows.positions(); x++) {
        int column = x + place % SlidingWindows.SIZE;
        int above = q + x * rhsStrides.column;
        for (int c = from; c < windows.channels() && !windows.isBehind(column); c++) {
          float first = windows.element(lines[l], at[l], column, c);
          float second = windows.element(lines[l + 1], at[l + 1], column, c);
          float added = Math.fma(first, y[above + c], sums[sum + c]);
          sums[sum + c] = Math.fma(second, y[above + rhsStrides.line + c], added);
        }
      }
    }
  }
}
