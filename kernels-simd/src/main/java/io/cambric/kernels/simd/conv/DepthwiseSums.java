package io.cambric.kernels.simd.conv;

import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.VectorLoop;
import io.cambric.kernels.simd.micro.AddressB;
import io.cambric.kernels.simd.micro.AddressC;
import io.cambric.kernels.simd.micro.MicroKernelSpec;
import io.cambric.kernels.simd.micro.OffsetTables;
import io.cambric.kernels.simd.micro.TileShape;
import io.cambric.kernels.simd.micro.UnpackedA;
import java.util.Arrays;

/**
 * The kernel gradient of a depthwise convolution: sums over pixels, one for each tap and channel.
 * {@code sum over k of a[rowOffsets[i] + aOffsets[k] + c] * b[bOffsets[k] + c]}.
 *
 * <p>Nine taps are summed together. If pixels of a line are as far apart as its taps, the nine are
 * three windows of three taps that move along the line. Some taps may then be summed twice.
 *
 * @param width pixels of a line, or 0 if windows do not move along it
 */
public record DepthwiseSums(
    int width, int channels, int[] rowOffsets, int[] outOffsets, int[] aOffsets, int[] bOffsets)
    implements GradientSums {

  /** Taps that are summed together. */
  private static final int ROWS = 9;

  /** Taps of a window that moves along a line. */
  private static final int TAPS = 3;

  /** Pixels that amortise loading and storing nine sums. */
  private static final int PIXELS = 24;

  /**
   * The number of pixels in a sample: few enough for frequent runs, many enough to make the JIT
   * compile the loops.
   */
  private static final int SAMPLE_K = 25;

  public static final BlockLoops NINE_ROWS =
      MicroKernelSpec.of(
              TileShape.of(ROWS, 1),
              new UnpackedA.Indexed(),
              new AddressB.Indexed(),
              new AddressC.Stepped())
          .with(MicroKernelSpec.Factor.VECTOR)
          .extending()
          .loop();

  public static final BlockLoops NINE_TAPS =
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
   * @param rows the number of taps. They are the outputs of this convolution, and its taps are the
   *     pixels.
   */
  static DepthwiseSums of(
      ConvPhase phase,
      int rows,
      int channels,
      int[] rowOffsets,
      int[] outOffsets,
      int[] aOffsets,
      int[] bOffsets) {
    boolean moving = phase.overlaps() && phase.rowOutputs() >= TAPS && phase.rowTaps() > 1;
    int[] taps = moving ? windows(rows, phase.rowOutputs()) : OffsetTables.of(rows, 1);
    int[] padded = new int[(taps.length - 1) / ROWS * ROWS + ROWS];
    Arrays.setAll(padded, i -> taps[Math.min(i, taps.length - (moving ? TAPS - i % TAPS : 1))]);
    return new DepthwiseSums(
        moving ? phase.rowTaps() : 0,
        channels,
        Arrays.stream(padded).map(tap -> rowOffsets[tap]).toArray(),
        Arrays.stream(padded).map(tap -> outOffsets[tap]).toArray(),
        aOffsets,
        bOffsets);
  }

  /**
   * {@return the taps of lines of {@code width}, in threes; the last three of a line may repeat
   * taps}
   */
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
    return rowOffsets.length * channels;
  }

  @Override
  public int counted() {
    return size();
  }

  @Override
  public int aReach() {
    return PaddedArray.greatest(rowOffsets) + channels - 1;
  }

  @Override
  public int bReach() {
    return channels - 1;
  }

  @Override
  public void add(float[] a, int aStart, float[] b, int bStart, int kSize, float[] sums, int at) {
    var loop = width > 0 ? NINE_TAPS : NINE_ROWS;
    boolean hot = loop.isHot((long) kSize * rowOffsets.length * channels);
    int whole = hot ? channels - channels % Species.LANES : 0;
    if (whole > 0 && width > 0) {
      addLines(a, aStart, b, bStart, kSize, sums, at, whole);
    } else {
      for (int row = 0; row < rowOffsets.length && whole > 0; row += ROWS) {
        for (int c = 0; c < whole; c += Species.LANES) {
          addNineRows(a, aStart + c, row, b, bStart + c, kSize, sums, at + row * channels + c);
        }
      }
    }
    if (whole < channels) {
      addScalars(a, aStart, b, bStart, kSize, sums, at, whole);
    }
  }

  private void addLines(
      float[] a, int aStart, float[] b, int bStart, int kSize, float[] sums, int at, int whole) {
    int together = ((PIXELS - 1) / width + 1) * width;
    int aStep = aOffsets[1] - aOffsets[0];
    int bStep = bOffsets[1] - bOffsets[0];
    for (int k = 0; k < kSize; k += together) {
      int end = Math.min(k + together, kSize);
      for (int row = 0; row < rowOffsets.length; row += ROWS) {
        int window0 = aStart + rowOffsets[row];
        int window1 = aStart + rowOffsets[row + TAPS];
        int window2 = aStart + rowOffsets[row + 2 * TAPS];
        int to = at + row * channels;
        try {
          NINE_TAPS
              .handle()
              .invokeExact(
                  a, window0, window1, window2, aOffsets, k, end, width, aStep, b, bStart, bOffsets,
                  bStep, sums, to, channels, whole);
        } catch (Throwable e) {
          throw VectorLoop.unchecked(e);
        }
      }
    }
  }

  private void addNineRows(
      float[] a, int aStart, int row, float[] b, int bStart, int kSize, float[] sums, int at) {
    try {
      NINE_ROWS
          .handle()
          .invokeExact(
              a,
              rowOffsets,
              row,
              row + ROWS,
              aOffsets,
              0,
              kSize,
              aStart,
              1,
              b,
              bStart,
              bOffsets,
              sums,
              at,
              channels);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  private void addScalars(
      float[] a, int aStart, float[] b, int bStart, int kSize, float[] sums, int at, int first) {
    for (int i = 0; i < rowOffsets.length; i++) {
      int to = at + i * channels;
      for (int k = 0; k < kSize; k++) {
        int p = aStart + rowOffsets[i] + aOffsets[k];
        int q = bStart + bOffsets[k];
        for (int c = first; c < channels; c++) {
          sums[to + c] = Math.fma(a[p + c], b[q + c], sums[to + c]);
        }
      }
    }
  }

  @Override
  public void store(float[] sums, float[] out) {
    for (int i = 0; i < rowOffsets.length; i++) {
      System.arraycopy(sums, i * channels, out, outOffsets[i], channels);
    }
  }
}
