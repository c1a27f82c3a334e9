package io.cambric.kernels.simd.conv;

import io.cambric.kernel.Operand;
import io.cambric.kernel.thread.Parallel;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The lhs of a convolution with the padding that its taps read. The data are those of the operand
 * if the taps read no padding, else a padded copy in the same memory order.
 *
 * @param strides of batch, three spatial axes and channels
 * @param origin position of the first element that is not padding
 */
record ConvInput(float[] data, int origin, int[] strides) {

  private static final int RANK = 5;

  /**
   * Limit of a copy, in elements. Convolutions beyond it go to the plain kernel, which needs no
   * copy.
   */
  static final long LARGEST = 1L << 28;

  /** {@return elements of the padded input} */
  static long elements(int batch, ConvAxis[] axes, int channels) {
    long product = (long) batch * channels;
    for (var axis : axes) {
      product *= axis.end() - axis.first();
    }
    return product;
  }

  /** {@return the elements of the copy; 0 if the taps read no padding} */
  static long copied(int batch, ConvAxis[] axes, int channels) {
    return isPadded(axes) ? elements(batch, axes, channels) : 0;
  }

  private static boolean isPadded(ConvAxis[] axes) {
    boolean padded = false;
    for (var axis : axes) {
      padded |= axis.first() < 0 || axis.end() > axis.size();
    }
    return padded;
  }

  /**
   * {@return the input, copied to {@code target} where it needs padding}
   *
   * @param again whether {@code target} already holds a copy of the same sizes, whose padding can
   *     stay
   */
  static ConvInput of(
      Operand lhs,
      int[] strides,
      int batch,
      ConvAxis[] axes,
      int channels,
      float[] target,
      boolean again) {
    return isPadded(axes)
        ? copy(lhs, strides, batch, axes, channels, target, again)
        : new ConvInput(lhs.buffer().floats(), lhs.offset(), strides);
  }

  private static ConvInput copy(
      Operand lhs,
      int[] strides,
      int batch,
      ConvAxis[] axes,
      int channels,
      float[] target,
      boolean again) {
    int[] sizes = {batch, axes[0].size(), axes[1].size(), axes[2].size(), channels};
    int[] low = {0, -axes[0].first(), -axes[1].first(), -axes[2].first(), 0};
    int[] padded = paddedSizes(batch, axes, channels);
    int[] order = memoryOrder(strides, padded);
    int[] steps = steps(order, padded);
    if (!again) {
      Arrays.fill(target, 0, (int) elements(batch, axes, channels), 0f);
    }
    int origin = 0;
    for (int d = 0; d < RANK; d++) {
      origin += low[d] * steps[d];
    }
    var input = new ConvInput(target, origin, steps);
    input.fill(lhs, strides, sizes, order);
    return input;
  }

  private static int[] paddedSizes(int batch, ConvAxis[] axes, int channels) {
    int[] sizes = {batch, 0, 0, 0, channels};
    for (int d = 0; d < axes.length; d++) {
      sizes[d + 1] = axes[d].end() - axes[d].first();
    }
    return sizes;
  }

  private static int[] steps(int[] order, int[] sizes) {
    int[] steps = new int[RANK];
    int length = 1;
    for (int i = RANK - 1; i >= 0; i--) {
      steps[order[i]] = length;
      length *= sizes[order[i]];
    }
    return steps;
  }

  /**
   * {@return the strides of the input that {@link #of} returns: those of the operand or of the
   * padded copy}
   */
  static int[] strides(int[] strides, int batch, ConvAxis[] axes, int channels) {
    if (!isPadded(axes)) {
      return strides;
    }
    int[] sizes = paddedSizes(batch, axes, channels);
    return steps(memoryOrder(strides, sizes), sizes);
  }

  /** {@return the axes from the largest stride to the smallest, axes of size 1 first} */
  private static int[] memoryOrder(int[] strides, int[] sizes) {
    return IntStream.range(0, RANK)
        .boxed()
        .sorted(
            Comparator.comparingInt(d -> sizes[d] == 1 ? Integer.MIN_VALUE : -Math.abs(strides[d])))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private void fill(Operand lhs, int[] from, int[] sizes, int[] order) {
    if (Arrays.stream(sizes).anyMatch(size -> size == 0)) {
      // An empty operand is padding only, and its offsets are meaningless.
      return;
    }
    float[] source = lhs.buffer().floats();
    int a = order[0];
    int b = order[1];
    int c = order[2];
    int d = order[3];
    int e = order[4];
    // Rows that are adjacent in both arrays are copied at once.
    boolean together = from[e] == 1 && from[d] == sizes[e] && strides[d] == sizes[e];
    int outer = sizes[a] * sizes[b];
    Parallel.forRange(
        outer,
        Math.max(1, (1 << 14) / Math.max(1, sizes[c] * sizes[d] * sizes[e])),
        (first, last) -> {
          for (int o = first; o < last; o++) {
            int i = o / sizes[b];
            int j = o % sizes[b];
            for (int k = 0; k < sizes[c]; k++) {
              int s = lhs.offset() + i * from[a] + j * from[b] + k * from[c];
              int t = origin + i * strides[a] + j * strides[b] + k * strides[c];
              if (together) {
                System.arraycopy(source, s, data, t, sizes[d] * sizes[e]);
              } else {
                for (int m = 0; m < sizes[d]; m++) {
                  copyRow(source, s + m * from[d], from[e], t + m * strides[d], sizes[e]);
                }
              }
            }
          }
        });
  }

  private void copyRow(float[] source, int s, int step, int t, int n) {
    if (step == 1) {
      System.arraycopy(source, s, data, t, n);
    } else if (step == 0) {
      Arrays.fill(data, t, t + n, source[s]);
    } else {
      for (int i = 0; i < n; i++) {
        data[t + i] = source[s + i * step];
      }
    }
  }
}
