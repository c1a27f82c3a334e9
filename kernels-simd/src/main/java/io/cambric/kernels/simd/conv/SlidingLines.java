package io.cambric.kernels.simd.conv;

import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.block.SlidingWindows;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Prefetch;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.micro.WindowKernel;
import java.util.Arrays;

/**
 * The lines of images under {@link SlidingWindows}, used by one thread; mutable. They are
 * multiplied by nine weights and summed to pixels, or multiplied by pixels and added to nine sums.
 */
public final class SlidingLines {

  public static final BlockLoops NINE_WEIGHTS = WindowKernel.loop(false);
  public static final BlockLoops NINE_SUMS = WindowKernel.loop(true);

  private static final int SIZE = WindowKernel.SIZE;

  private final SlidingWindows windows;
  private final boolean holdsSums;
  private final float[] held;
  private final int[] heldOffsets;
  private final Pixels pixels;
  private final float[] zeros;

  /** The arrays of the lines, and the positions of their first columns. */
  private final float[][] lines = new float[WindowKernel.LINES][];

  private final int[] at = new int[WindowKernel.LINES];

  /**
   * Pixels, one for each position of a window.
   *
   * @param down distance of their lines
   * @param step distance of their columns
   */
  record Pixels(float[] data, int down, int step) {}

  /**
   * Lines that are multiplied by the held operand or by pixels.
   *
   * @param holdsSums whether the held operand is the sums, not the weights
   * @param heldOffsets the starts of its nine lines of channels
   */
  SlidingLines(
      SlidingWindows windows,
      boolean holdsSums,
      float[] held,
      int[] heldOffsets,
      Pixels pixels,
      Scratch scratch) {
    this.windows = windows;
    this.holdsSums = holdsSums;
    this.held = held;
    this.heldOffsets = heldOffsets;
    this.pixels = pixels;
    zeros = scratch.zeros(windows.zeros());
  }

  /**
   * Computes the products of two windows that move along a line, one of them a line below the
   * other.
   *
   * @param row the windows above the first one
   * @param image the data of the image, which begins at {@code start}
   * @param pixel position of the pixels of the image
   */
  void run(int row, float[] image, int start, int pixel) {
    find(row, image, start);
    int to = pixel + row * pixels.down;
    boolean both = row + 1 < windows.rows();
    prefetch(to);
    int channels = windows.channels();
    var loop = holdsSums ? NINE_SUMS : NINE_WEIGHTS;
    int whole = loop.isHot(windows.work()) ? channels - channels % Species.LANES : 0;
    if (whole > 0) {
      runVectors(loop, to, both ? pixels.down : 0, whole);
    }
    if (whole < channels) {
      runScalars(to, both ? 2 : 1, whole);
    }
  }

  /** Finds the lines. Their first columns may be outside the image. */
  private void find(int row, float[] image, int start) {
    for (int i = 0; i < lines.length; i++) {
      int line = windows.line(row + i);
      boolean inside = line >= 0 && line < windows.vertical().size();
      lines[i] = inside ? image : zeros;
      at[i] = inside ? start + windows.position(line) : 0;
    }
  }

  /**
   * Prefetches the elements that the windows reach first, because the loops skip from column to
   * column.
   */
  private void prefetch(int to) {
    int lead = windows.lead() * windows.step();
    for (int i = 2; i < lines.length; i++) {
      if (lines[i] != zeros) {
        Prefetch.read(lines[i], at[i] + lead, windows.lineLength());
      }
    }
    for (int i = 0; i < 2 && holdsSums; i++) {
      int length = (windows.positions() - 1) * pixels.step + windows.channels();
      Prefetch.read(pixels.data, to + i * pixels.down, length);
    }
  }

  private void runVectors(BlockLoops loop, int to, int down, int whole) {
    try {
      loop.handle()
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
              held,
              heldOffsets,
              pixels.data,
              to,
              down,
              pixels.step,
              windows.positions(),
              whole);
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
  }

  /**
   * The plain twin of both loops. The elements of one operand are factors, those of the other are
   * sums.
   */
  private void runScalars(int to, int count, int from) {
    int channels = windows.channels();
    float[] sums = holdsSums ? held : pixels.data;
    float[] factors = holdsSums ? pixels.data : held;
    for (int x = 0; x < windows.positions(); x++) {
      int pixel = to + x * pixels.step;
      for (int window = 0; window < count && !holdsSums; window++) {
        int at = pixel + window * pixels.down;
        Arrays.fill(sums, at + from, at + channels, 0f);
      }
      for (int place = 0; place < heldOffsets.length; place++) {
        int column = x + place % SIZE;
        for (int window = 0; window < count && !windows.isBehind(column); window++) {
          int line = window + place / SIZE;
          int element = at[line] + column * windows.step();
          int at = pixel + window * pixels.down;
          int sum = holdsSums ? heldOffsets[place] : at;
          int factor = holdsSums ? at : heldOffsets[place];
          for (int c = from; c < channels; c++) {
            float value = column < windows.lead() ? 0f : lines[line][element + c];
            sums[sum + c] = Math.fma(value, factors[factor + c], sums[sum + c]);
          }
        }
      }
    }
  }
}
