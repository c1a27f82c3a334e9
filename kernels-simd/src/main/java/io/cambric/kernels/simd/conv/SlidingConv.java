package io.cambric.kernels.simd.conv;

import io.cambric.kernel.block.ConvAxis;
import io.cambric.kernel.block.ConvProblem;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.block.SlidingWindows;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.micro.WindowKernel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Depthwise 3x3 convolutions with {@link SlidingWindows}, and the gradients of their kernels. Along
 * a line, the nine weights of a window stay in registers, or the nine sums. Images are read without
 * a padded copy.
 */
record SlidingConv(ConvProblem problem, SlidingWindows windows) {

  /** Multiplications that justify another thread. */
  private static final int GRAIN = 1 << 15;

  /**
   * Computes a convolution if its windows fit and its features are adjacent.
   *
   * @return whether it was computed
   */
  static boolean run(ConvProblem problem) {
    var axes = problem.axes();
    if (!isDepthwise(problem)
        || !axes[0].equals(ConvAxis.single())
        || Arrays.stream(problem.spec().out().toArray()).anyMatch(n -> n == 0)) {
      return false;
    }
    var windows = SlidingWindows.of(problem, axes[1].out(), axes[2].out());
    if (!windows.fit(axes[1].taps(), axes[2].taps())) {
      return false;
    }
    new SlidingConv(problem, windows).compute();
    return true;
  }

  static boolean isDepthwise(ConvProblem problem) {
    int groups = problem.spec().featureGroups();
    return groups > 1
        && problem.spec().batchGroups() == 1
        && problem.channels() == 1
        && problem.features() == groups
        && problem.lhs().strides()[4] == 1
        && problem.rhs().strides()[4] == 1;
  }

  /** {@return the gradient of a depthwise kernel, or {@code null} if its windows do not fit} */
  static @Nullable SlidingConv ofGradient(ConvProblem problem) {
    var axes = problem.axes();
    var windows = SlidingWindows.of(problem, axes[1].taps(), axes[2].taps());
    boolean fits =
        axes[0].equals(ConvAxis.single())
            && windows.rows() % 2 == 0
            && windows.fit(axes[1].out(), axes[2].out());
    return fits ? new SlidingConv(problem, windows) : null;
  }

  private static int[] heldOffsets(int start, int down, int step) {
    int[] offsets = new int[WindowKernel.SIZE * WindowKernel.SIZE];
    Arrays.setAll(
        offsets,
        place -> start + place / WindowKernel.SIZE * down + place % WindowKernel.SIZE * step);
    return offsets;
  }

  private void compute() {
    var lhs = problem.lhs();
    var rhs = problem.rhs();
    var out = problem.out();
    int[] weights = heldOffsets(rhs.offset(), rhs.strides()[1], rhs.strides()[2]);
    var pixels = new SlidingLines.Pixels(out.data(), out.strides()[2], out.strides()[3]);
    int pairs = (windows.rows() + 1) / 2;
    Parallel.forRange(
        problem.images() * pairs,
        (int) Math.max(1, GRAIN / windows.work()),
        (from, to) -> {
          try (var scratch = new Scratch()) {
            var lines = new SlidingLines(windows, false, rhs.data(), weights, pixels, scratch);
            for (int i = from; i < to; i++) {
              int image = i / pairs;
              int start = lhs.offset() + image * lhs.strides()[0];
              int target = out.offset() + image * out.strides()[0];
              lines.run(i % pairs * 2, lhs.data(), start, target);
            }
          }
        });
  }

  /**
   * Adds the products of some images to the sums of a gradient.
   *
   * @param sums a line of channels for each position in a window
   * @param to start of the sums
   */
  void add(int first, int end, float[] sums, int to) {
    var lhs = problem.lhs();
    var rhs = problem.rhs();
    int channels = windows.channels();
    int[] offsets = heldOffsets(to, WindowKernel.SIZE * channels, channels);
    var pixels = new SlidingLines.Pixels(rhs.data(), rhs.strides()[1], rhs.strides()[2]);
    try (var scratch = new Scratch()) {
      var lines = new SlidingLines(windows, true, sums, offsets, pixels, scratch);
      for (int image = first; image < end; image++) {
        int start = lhs.offset() + image * lhs.strides()[4];
        int pixel = rhs.offset() + image * rhs.strides()[3];
        for (int row = 0; row < windows.rows(); row += 2) {
          lines.run(row, lhs.data(), start, pixel);
        }
      }
    }
  }
}
