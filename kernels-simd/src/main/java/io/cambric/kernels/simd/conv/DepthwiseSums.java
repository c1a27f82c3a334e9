package io.cambric.kernels.simd.conv;

import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.Rows;
import java.util.Arrays;

/**
 * The kernel gradient of a depthwise convolution: sums over pixels, one for each tap and channel.
 * Taps are padded to whole tiles of a {@link DepthwiseProduct} by repeating the last one.
 *
 * @param width distance of the sums of two taps: the channels, or whole vectors of them. Sums of
 *     lanes beyond the channels are not read.
 */
record DepthwiseSums(int channels, int width, int[] rowOffsets, int[] outOffsets)
    implements KernelGradient.Sums {

  /**
   * {@return the sums for some taps}
   *
   * @param width the channels, or whole vectors of them
   * @param rows the number of taps, which are the outputs of the gradient convolution, with pixels
   *     as its taps
   */
  static DepthwiseSums of(int rows, int channels, int width, int[] rowOffsets, int[] outOffsets) {
    int[] padded = OffsetTables.padded(rows, 1, DepthwiseProduct.EXTENDED_ROWS);
    return new DepthwiseSums(
        channels,
        width,
        Arrays.stream(padded).map(tap -> rowOffsets[tap]).toArray(),
        Arrays.stream(padded).map(tap -> outOffsets[tap]).toArray());
  }

  @Override
  public int size() {
    return rowOffsets.length * width;
  }

  @Override
  public int counted() {
    return rowOffsets.length * channels;
  }

  @Override
  public int aReach() {
    return KernelGradient.greatest(rowOffsets) + width - 1;
  }

  @Override
  public int bReach() {
    return width - 1;
  }

  @Override
  public void add(Rows a, Rows b, int kSize, float[] sums, int at) {
    int rows = rowOffsets.length;
    int[] sumOffsets = OffsetTables.of(rows, width);
    new DepthwiseProduct(true, rows, kSize, width, a, rowOffsets, b, sums, at, sumOffsets)
        .compute(false);
  }

  @Override
  public void store(float[] sums, float[] out) {
    for (int i = 0; i < rowOffsets.length; i++) {
      System.arraycopy(sums, i * width, out, outOffsets[i], channels);
    }
  }
}
