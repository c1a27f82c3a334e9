package io.cambric.kernel.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/**
 * A phase of a convolution, which is the outputs with the same taps, and its offset tables. {@link
 * ConvAxis} explains phases.
 */
public final class ConvPhase {

  private final ConvAxis[] axes;
  private final int[] phase;
  private final int[][] taps = new int[3][];

  public ConvPhase(ConvAxis[] axes, int... phase) {
    this.axes = axes;
    this.phase = phase;
    for (int d = 0; d < axes.length; d++) {
      taps[d] = hits(axes[d], phase[d]);
    }
  }

  /** {@return the taps that read elements; in gradients of kernels they are many} */
  private static int[] hits(ConvAxis axis, int phase) {
    int[] taps = new int[axis.taps()];
    int count = 0;
    for (int t = 0; t < taps.length; t++) {
      if (axis.hits(phase, t)) {
        taps[count++] = t;
      }
    }
    return Arrays.copyOf(taps, count);
  }

  /** {@return the phases of a convolution that have outputs} */
  public static List<ConvPhase> all(ConvAxis[] axes) {
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
  public int outputs() {
    return outputs(0) * outputs(1) * outputs(2);
  }

  /** {@return the outputs along an axis} */
  public int outputs(int d) {
    return axes[d].outputs(phase[d]);
  }

  /** {@return the position of the first output in a result with these strides} */
  public int firstOutput(int[] strides) {
    return phase[0] * strides[1] + phase[1] * strides[2] + phase[2] * strides[3];
  }

  /** {@return the number of taps that read elements} */
  public int taps() {
    return taps[0].length * taps[1].length * taps[2].length;
  }

  /** {@return the number of taps of the innermost axis that read elements} */
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
   * {@return the lhs position under the first tap of each output}
   *
   * @param imagesInside whether images vary fastest instead of slowest
   */
  public int[] rowTable(int images, boolean imagesInside, int start, int[] strides) {
    return table(images, imagesInside, start, strides, ConvAxis::step);
  }

  /** {@return the position of each output} */
  public int[] outTable(int images, boolean imagesInside, int start, int[] strides) {
    return table(images, imagesInside, start + firstOutput(strides), strides, ConvAxis::phases);
  }

  private int[] table(
      int images, boolean imagesInside, int start, int[] strides, ToIntFunction<ConvAxis> step) {
    var parts = new ArrayList<int[]>();
    for (int d = 0; d < axes.length; d++) {
      parts.add(OffsetTables.of(outputs(d), step.applyAsInt(axes[d]) * strides[d + 1]));
    }
    parts.add(imagesInside ? axes.length : 0, OffsetTables.of(images, strides[0]));
    return sums(start, parts);
  }

  /**
   * {@return a position in the lhs for each channel and each tap that reads elements}
   *
   * @param merged taps of the innermost axis that share one entry
   * @param channelsOutside whether channels vary slowest instead of fastest
   */
  public int[] kOffsetTable(
      int start, int[] strides, int channels, int merged, boolean channelsOutside) {
    return kTable(
        start,
        Arrays.copyOfRange(strides, 1, strides.length),
        (d, tap) -> axes[d].element(phase[d], tap),
        channels,
        merged,
        channelsOutside);
  }

  /** {@return the positions in the kernel that correspond to {@link #kOffsetTable}} */
  public int[] kernelTable(int start, int[] strides, int channels, boolean channelsOutside) {
    return kTable(start, strides, (_, tap) -> tap, channels, 1, channelsOutside);
  }

  private int[] kTable(
      int start,
      int[] steps,
      IntBinaryOperator place,
      int channels,
      int merged,
      boolean channelsOutside) {
    var parts = new ArrayList<int[]>();
    for (int d = 0; d < axes.length; d++) {
      int every = d == axes.length - 1 ? merged : 1;
      int[] part = new int[taps[d].length / every];
      for (int t = 0; t < part.length; t++) {
        part[t] = place.applyAsInt(d, taps[d][t * every]) * steps[d];
      }
      parts.add(part);
    }
    parts.add(channelsOutside ? 0 : axes.length, OffsetTables.of(channels, steps[axes.length]));
    return sums(start, parts);
  }

  /** {@return the start plus each sum of one number per part; the last part varies fastest} */
  private static int[] sums(int start, List<int[]> parts) {
    int[] sums = {start};
    for (int[] part : parts) {
      int[] before = sums;
      sums = new int[before.length * part.length];
      int at = 0;
      for (int sum : before) {
        for (int value : part) {
          sums[at++] = sum + value;
        }
      }
    }
    return sums;
  }

  /**
   * The offset tables of a {@link ConvPhase}, for some images and one group. Positions are relative
   * to the start of an operand.
   *
   * @param rows outputs of the images
   * @param run number of adjacent values of k that begin at each entry of {@code kOffsets}
   */
  public record Tables(
      int rows, int[] rowOffsets, int[] outOffsets, int[] kOffsets, int run, int[] bOffsets) {

    /** The shortest run. Elements of shorter runs are read faster one by one, through a table. */
    private static final int MIN_RUN = 8;

    /**
     * {@return the tables of a phase}
     *
     * @param apart whether groups are kept apart, so no values of k are adjacent
     */
    public static Tables of(
        ConvPhase phase,
        boolean apart,
        int images,
        int channels,
        int[] strides,
        int[] rhsStrides,
        int[] outStrides) {
      boolean together = channels == 1 ? phase.isRow(strides[3], 1) : strides[4] == 1;
      int taps = together && phase.isRow(strides[3], channels) ? phase.rowTaps() : 1;
      boolean runs = !apart && together && taps * channels >= MIN_RUN;
      int merged = runs ? taps : 1;
      boolean channelsOutside = !runs && Math.abs(strides[4]) > Math.abs(strides[3]);
      return new Tables(
          images * phase.outputs(),
          phase.rowTable(images, isInside(strides), 0, strides),
          phase.outTable(images, isInside(strides), 0, outStrides),
          phase.kOffsetTable(0, strides, runs ? 1 : channels, merged, channelsOutside),
          merged * (runs ? channels : 1),
          phase.kernelTable(0, rhsStrides, channels, channelsOutside));
    }

    /** {@return the tables with converted positions of rows} */
    public Tables withRows(UnaryOperator<int[]> form) {
      int[] positions = form.apply(rowOffsets);
      return new Tables(rows, positions, form.apply(outOffsets), kOffsets, run, bOffsets);
    }

    /** {@return whether images are innermost; their rows are then packed and loaded together} */
    private static boolean isInside(int[] strides) {
      return strides[0] == 1;
    }
  }
}
