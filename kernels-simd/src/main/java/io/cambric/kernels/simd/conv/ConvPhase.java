package io.cambric.kernels.simd.conv;

import io.cambric.kernels.simd.gemm.Gemm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;

/**
 * A phase of a convolution: the outputs that read through the same taps, and their offset tables.
 * See {@link ConvAxis} on phases.
 */
final class ConvPhase {

  private final ConvAxis[] axes;
  private final int[] phase;
  private final int[][] taps = new int[3][];

  ConvPhase(ConvAxis[] axes, int... phase) {
    this.axes = axes;
    this.phase = phase;
    for (int d = 0; d < axes.length; d++) {
      var axis = axes[d];
      int p = phase[d];
      taps[d] = IntStream.range(0, axis.taps()).filter(t -> axis.hits(p, t)).toArray();
    }
  }

  /** {@return the phases of a convolution that have outputs} */
  static List<ConvPhase> all(ConvAxis[] axes) {
    var phases = new ArrayList<ConvPhase>();
    for (int i = 0; i < axes[0].phases(); i++) {
      for (int j = 0; j < axes[1].phases(); j++) {
        for (int k = 0; k < axes[2].phases(); k++) {
          phases.add(new ConvPhase(axes, i, j, k));
        }
      }
    }
    phases.removeIf(phase -> phase.outputs() == 0);
    return phases;
  }

  /** {@return the outputs of one image} */
  int outputs() {
    return outputs(0) * outputs(1) * outputs(2);
  }

  /** {@return the outputs along an axis} */
  int outputs(int d) {
    return axes[d].outputs(phase[d]);
  }

  /** {@return the position of the first output, for the strides of a result} */
  int firstOutput(int[] strides) {
    return phase[0] * strides[1] + phase[1] * strides[2] + phase[2] * strides[3];
  }

  /** {@return how many taps read elements} */
  int taps() {
    return taps[0].length * taps[1].length * taps[2].length;
  }

  /** {@return how many taps of the innermost axis read elements} */
  int rowTaps() {
    return taps[2].length;
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
    return table(
        images,
        imagesInside,
        start + firstOutput(strides),
        strides[0],
        axes[0].phases() * strides[1],
        axes[1].phases() * strides[2],
        axes[2].phases() * strides[3]);
  }

  private int[] table(int images, boolean imagesInside, int start, int n, int a, int b, int c) {
    int outputs = outputs();
    int rows = images * outputs;
    int[] at = new int[Gemm.paddedRows(rows)];
    int height = outputs(1);
    int width = outputs(2);
    int imageStep = imagesInside ? 1 : outputs;
    int step = imagesInside ? images : 1;
    for (int image = 0; image < images; image++) {
      int row = image * imageStep;
      for (int i = 0; i < outputs(0); i++) {
        for (int j = 0; j < height; j++) {
          int position = start + image * n + i * a + j * b;
          for (int k = 0; k < width; k++) {
            at[row] = position + k * c;
            row += step;
          }
        }
      }
    }
    Arrays.fill(at, rows, at.length, at[rows - 1]);
    return at;
  }

  /**
   * {@return a position in the lhs for each channel and each tap that reads elements}
   *
   * @param merged taps of the innermost axis that share one entry
   * @param channelsOutside whether channels vary slowest instead of fastest
   */
  int[] kOffsetTable(int start, int[] strides, int channels, int merged, boolean channelsOutside) {
    int[] steps = Arrays.copyOfRange(strides, 1, strides.length);
    return kTable(
        start,
        steps,
        (d, tap) -> axes[d].element(phase[d], tap),
        channels,
        merged,
        channelsOutside);
  }

  /** {@return the positions in the kernel that belong to those of {@link #kOffsetTable}} */
  int[] kernelTable(int start, int[] strides, int channels, boolean channelsOutside) {
    return kTable(start, strides, (_, tap) -> tap, channels, 1, channelsOutside);
  }

  private int[] kTable(
      int start,
      int[] steps,
      IntBinaryOperator place,
      int channels,
      int merged,
      boolean channelsOutside) {
    int count = taps() / merged;
    int[] at = new int[count * channels];
    int number = 0;
    for (int i : taps[0]) {
      for (int j : taps[1]) {
        for (int t = 0; t < taps[2].length; t += merged) {
          int position =
              start
                  + place.applyAsInt(0, i) * steps[0]
                  + place.applyAsInt(1, j) * steps[1]
                  + place.applyAsInt(2, taps[2][t]) * steps[2];
          for (int c = 0; c < channels; c++) {
            at[channelsOutside ? c * count + number : number * channels + c] =
                position + c * steps[3];
          }
          number++;
        }
      }
    }
    return at;
  }
}
