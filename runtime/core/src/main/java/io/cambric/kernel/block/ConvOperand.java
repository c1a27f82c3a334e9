package io.cambric.kernel.block;

import io.cambric.kernel.Operand;
import io.cambric.kernel.thread.Parallel;
import java.util.Arrays;

/**
 * An operand of a convolution with three spatial axes.
 *
 * @param array floats or doubles
 * @param strides for an lhs or a result: images, spatial axes, channels; for a kernel: spatial
 *     axes, channels, features
 */
public record ConvOperand(Object array, int offset, int[] strides) {

  /**
   * The number of axes of images or of a result: one of images, the spatial ones, one of channels.
   */
  private static final int RANK = ConvProblem.AXES + 2;

  /** The least number of elements that a thread copies. */
  private static final int GRAIN = 1 << 14;

  /**
   * {@return an operand whose missing spatial axes are added with stride 0}
   *
   * @param before number of axes before the spatial ones
   */
  public static ConvOperand of(Operand operand, int before) {
    int[] strides = expand(operand.strides(), before, 0);
    return new ConvOperand(operand.buffer().storage(), operand.offset(), strides);
  }

  /**
   * {@return values for all axes, including the missing spatial ones}
   *
   * @param before number of axes before the spatial ones
   * @param single the value for missing spatial axes
   */
  public static int[] expand(int[] values, int before, int single) {
    int[] all = new int[RANK];
    int missing = RANK - values.length;
    Arrays.fill(all, single);
    System.arraycopy(values, 0, all, 0, before);
    System.arraycopy(values, before, all, before + missing, values.length - before);
    return all;
  }

  public float[] data() {
    return (float[]) array;
  }

  public double[] doubles() {
    return (double[]) array;
  }

  /** {@return the operand, moved by {@code distance} elements} */
  public ConvOperand after(int distance) {
    return new ConvOperand(array, offset + distance, strides);
  }

  /** {@return the strides of dense images, in the axis order that these strides imply} */
  public static int[] denseStrides(int[] strides, int[] sizes) {
    int[] order = memoryOrder(strides, sizes);
    int[] dense = new int[RANK];
    int length = 1;
    for (int i = RANK - 1; i >= 0; i--) {
      dense[order[i]] = length;
      length *= sizes[order[i]];
    }
    return dense;
  }

  /** {@return the axes from the largest stride to the smallest, with axes of size 1 first} */
  private static int[] memoryOrder(int[] strides, int[] sizes) {
    int[] order = new int[RANK];
    for (int d = 0; d < RANK; d++) {
      int at = d;
      for (; at > 0 && isBefore(d, order[at - 1], strides, sizes); at--) {
        order[at] = order[at - 1];
      }
      order[at] = d;
    }
    return order;
  }

  private static boolean isBefore(int axis, int other, int[] strides, int[] sizes) {
    boolean larger = sizes[axis] == 1 || Math.abs(strides[axis]) > Math.abs(strides[other]);
    return larger && sizes[other] != 1;
  }

  /** Copies images or a result. */
  public void copyTo(ConvOperand target, int[] sizes) {
    if (Arrays.stream(sizes).anyMatch(size -> size == 0)) {
      // The offsets of an empty operand have no meaning.
      return;
    }
    int[] order = memoryOrder(target.strides, sizes);
    int[] n = ordered(sizes, order);
    int[] from = ordered(strides, order);
    int[] to = ordered(target.strides, order);
    if (from[3] == n[4] * from[4] && to[3] == n[4] * to[4]) {
      // Lines that are adjacent in both arrays become one line.
      n[4] *= n[3];
      n[3] = 1;
    }
    Parallel.forRange(
        n[0] * n[1],
        Math.max(1, GRAIN / (n[2] * n[3] * n[4])),
        (first, last) -> {
          for (int i = first * n[2]; i < last * n[2]; i++) {
            int a = i / n[2] / n[1];
            int b = i / n[2] % n[1];
            int c = i % n[2];
            int s = offset + a * from[0] + b * from[1] + c * from[2];
            int t = target.offset + a * to[0] + b * to[1] + c * to[2];
            StridedMoves.copy(
                array, s, from[3], from[4], target.array, t, to[3], to[4], n[3], n[4]);
          }
        });
  }

  private static int[] ordered(int[] values, int[] order) {
    int[] ordered = new int[RANK];
    for (int i = 0; i < RANK; i++) {
      ordered[i] = values[order[i]];
    }
    return ordered;
  }
}
