package io.cambric.kernels.simd.conv;

import io.cambric.kernels.simd.gemm.Gemm;

/**
 * A phase of a convolution: the outputs that read through the same taps, and their offset tables.
 * See {@link ConvAxis} on phases.
 */
final class ConvPhase {

  private final ConvAxis[] axes;
  private final int[] phase;
  private final int[][] taps = new int[3][];

  ConvPhase(ConvAxis[] axes, int[] phase) {
    this.axes = axes;
    this.phase = phase;
    for (int d = 0; d < axes.length; d++) {
      var axis = axes[d];
      int p = phase[d];
      taps[d] =
          java.util.stream.IntStream.range(0, axis.taps()).filter(t -> axis.hits(p, t)).toArray();
    }
  }

  /** {@return the outputs of one image} */
  int outputs() {
    return axes[0].outputs(phase[0]) * axes[1].outputs(phase[1]) * axes[2].outputs(phase[2]);
  }

  /** {@return how many taps read elements} */
  int taps() {
    return taps[0].length * taps[1].length * taps[2].length;
  }

  /** {@return how many taps of the innermost axis read elements} */
  int rowTaps() {
    return taps[2].length;
  }

  /** {@return the outputs along the innermost axis} */
  int rowOutputs() {
    return axes[2].outputs(phase[2]);
  }

  /**
   * {@return the distance in the lhs between neighbouring outputs of the innermost axis, in
   * elements}
   */
  int step() {
    return axes[2].step();
  }

  /**
   * {@return the distance in the result between neighbouring outputs, for the strides of a result}
   */
  int outStep(int[] strides) {
    return axes[2].phases() * strides[3];
  }

  /**
   * {@return whether neighbouring taps of the innermost axis are as far apart as neighbouring
   * outputs}
   */
  boolean overlaps() {
    return isRow(1, axes[2].step());
  }

  /** {@return whether neighbouring taps of the innermost axis are {@code distance} apart} */
  boolean isRow(int stride, int distance) {
    for (int t = 1; t < taps[2].length; t++) {
      int gap = axes[2].element(phase[2], taps[2][t]) - axes[2].element(phase[2], taps[2][t - 1]);
      if (gap * stride != distance) {
        return false;
      }
    }
    return taps[2].length > 0;
  }

  /**
   * {@return the lhs position under the first tap of each output, padded to whole tiles}
   *
   * @param imagesInside whether images vary fastest instead of slowest
   */
  int[] rowTable(int images, boolean imagesInside, int start, int[] strides) {
    return table(
        images,
        imagesInside,
        start,
        strides[0],
        axes[0].step() * strides[1],
        axes[1].step() * strides[2],
        axes[2].step() * strides[3]);
  }

  /** {@return the position of each output, padded to whole tiles} */
  int[] outTable(int images, boolean imagesInside, int start, int[] strides) {
    int first = start;
    for (int d = 0; d < axes.length; d++) {
      first += phase[d] * strides[d + 1];
    }
    return table(
        images,
        imagesInside,
        first,
        strides[0],
        axes[0].phases() * strides[1],
        axes[1].phases() * strides[2],
        outStep(strides));
  }

  private int[] table(int images, boolean imagesInside, int start, int n, int a, int b, int c) {
    int outputs = outputs();
    int rows = images * outputs;
    int[] at = new int[Gemm.paddedRows(rows)];
    int width = rowOutputs();
    int height = axes[1].outputs(phase[1]);
    int slices = axes[0].outputs(phase[0]);
    int imageStep = imagesInside ? 1 : outputs;
    int step = imagesInside ? images : 1;
    for (int image = 0; image < images; image++) {
      int row = image * imageStep;
      for (int i = 0; i < slices; i++) {
        for (int j = 0; j < height; j++) {
          int position = start + image * n + i * a + j * b;
          for (int k = 0; k < width; k++) {
            at[row] = position + k * c;
            row += step;
          }
        }
      }
    }
    java.util.Arrays.fill(at, rows, at.length, at[rows - 1]);
    return at;
  }

  /**
   * {@return a position for each channel and each tap that reads elements}
   *
   * @param first index of the first spatial stride
   * @param kernel whether positions are those of the kernel and not of the lhs
   * @param channels channels with an entry each, at the last of the strides
   * @param merged taps of the innermost axis that share one entry
   * @param channelsOutside whether channels vary slowest instead of fastest
   */
  int[] kOffsetTable(
      int start,
      int[] strides,
      int first,
      boolean kernel,
      int channels,
      int merged,
      boolean channelsOutside) {
    int step = strides[first + 3];
    int count = taps() / merged;
    int[] at = new int[count * channels];
    int tap = 0;
    for (int i : taps[0]) {
      for (int j : taps[1]) {
        for (int t = 0; t < taps[2].length; t += merged) {
          int position =
              start
                  + at(0, i, kernel) * strides[first]
                  + at(1, j, kernel) * strides[first + 1]
                  + at(2, taps[2][t], kernel) * strides[first + 2];
          for (int c = 0; c < channels; c++) {
            at[channelsOutside ? c * count + tap : tap * channels + c] = position + c * step;
          }
          tap++;
        }
      }
    }
    return at;
  }

  private int at(int d, int tap, boolean kernel) {
    return kernel ? tap : axes[d].element(phase[d], tap);
  }
}
