package io.cambric.kernels.simd.conv;

import io.cambric.kernel.thread.Parallel;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Images with the padding that the taps of a convolution read. The data are those of the lhs if the
 * taps read no padding, else a padded copy in the same memory order.
 */
record ConvInput(int images, ConvAxis[] axes, int channels) {

  private static final int RANK = ConvProblem.AXES + 2;

  /** Elements of a thread's share of a copy. */
  private static final int GRAIN = 1 << 14;

  /**
   * Limit of a copy, in elements. Convolutions beyond it go to the plain kernel, which needs no
   * copy.
   */
  static final long LARGEST = 1L << 28;

  /** {@return elements of the padded images} */
  long elements() {
    long product = (long) images * channels;
    for (var axis : axes) {
      product *= axis.end() - axis.first();
    }
    return product;
  }

  /** {@return the elements of the copy; 0 if the taps read no padding} */
  long copied() {
    return isPadded() ? elements() : 0;
  }

  private boolean isPadded() {
    boolean padded = false;
    for (var axis : axes) {
      padded |= axis.first() < 0 || axis.end() > axis.size();
    }
    return padded;
  }

  /**
   * {@return the images, copied to {@code target} where they need padding}
   *
   * @param again whether {@code target} already holds a copy of the same sizes, whose padding can
   *     stay
   */
  ConvOperand of(ConvOperand lhs, float[] target, boolean again) {
    if (!isPadded()) {
      return lhs;
    }
    int[] order = memoryOrder(lhs.strides());
    int[] steps = steps(order);
    if (!again) {
      Arrays.fill(target, 0, (int) elements(), 0f);
    }
    int origin = 0;
    for (int d = 0; d < axes.length; d++) {
      origin -= axes[d].first() * steps[d + 1];
    }
    var copy = new ConvOperand(target, origin, steps);
    fill(copy, lhs, order);
    return copy;
  }

  /**
   * {@return the strides of the operand that {@link #of} returns: those of the lhs or of the padded
   * copy}
   */
  int[] strides(int[] lhsStrides) {
    return isPadded() ? steps(memoryOrder(lhsStrides)) : lhsStrides;
  }

  private int[] paddedSizes() {
    int[] sizes = {images, 0, 0, 0, channels};
    for (int d = 0; d < axes.length; d++) {
      sizes[d + 1] = axes[d].end() - axes[d].first();
    }
    return sizes;
  }

  private int[] steps(int[] order) {
    int[] sizes = paddedSizes();
    int[] steps = new int[RANK];
    int length = 1;
    for (int i = RANK - 1; i >= 0; i--) {
      steps[order[i]] = length;
      length *= sizes[order[i]];
    }
    return steps;
  }

  /** {@return the axes from the largest stride to the smallest, axes of size 1 first} */
  private int[] memoryOrder(int[] strides) {
    int[] sizes = paddedSizes();
    return IntStream.range(0, RANK)
        .boxed()
        .sorted(
            Comparator.comparingInt(d -> sizes[d] == 1 ? Integer.MIN_VALUE : -Math.abs(strides[d])))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private void fill(ConvOperand copy, ConvOperand lhs, int[] order) {
    int[] sizes = {images, axes[0].size(), axes[1].size(), axes[2].size(), channels};
    if (Arrays.stream(sizes).anyMatch(size -> size == 0)) {
      // An empty operand is padding only, and its offsets are meaningless.
      return;
    }
    int[] from = ordered(lhs.strides(), order);
    int[] to = ordered(copy.strides(), order);
    int[] n = ordered(sizes, order);
    // Rows that are adjacent in both arrays are copied at once.
    boolean together = from[4] == 1 && from[3] == n[4] && to[3] == n[4];
    int rows = together ? 1 : n[3];
    int row = together ? n[3] * n[4] : n[4];
    Parallel.forRange(
        n[0] * n[1],
        Math.max(1, GRAIN / Math.max(1, n[2] * n[3] * n[4])),
        (first, last) -> {
          for (int i = first * n[2]; i < last * n[2]; i++) {
            int a = i / n[2] / n[1];
            int b = i / n[2] % n[1];
            int c = i % n[2];
            int s = lhs.offset() + a * from[0] + b * from[1] + c * from[2];
            int t = copy.offset() + a * to[0] + b * to[1] + c * to[2];
            for (int d = 0; d < rows; d++) {
              copyRow(lhs.data(), s + d * from[3], from[4], copy.data(), t + d * to[3], row);
            }
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

  private static void copyRow(float[] source, int s, int step, float[] target, int t, int n) {
    if (step == 1) {
      System.arraycopy(source, s, target, t, n);
    } else if (step == 0) {
      Arrays.fill(target, t, t + n, source[s]);
    } else {
      for (int i = 0; i < n; i++) {
        target[t + i] = source[s + i * step];
      }
    }
  }
}
