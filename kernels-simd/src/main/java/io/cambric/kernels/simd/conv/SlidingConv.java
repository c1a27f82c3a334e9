package io.cambric.kernels.simd.conv;

import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.micro.WindowKernel;
import java.util.Arrays;

/**
 * Depthwise 3x3 convolutions with {@link SlidingWindows}. The nine weights stay in registers along
 * a line, and images are read without a padded copy.
 */
final class SlidingConv {

  /** Multiplications that justify another thread. */
  private static final int GRAIN = 1 << 15;

  private SlidingConv() {}

  /**
   * Computes a convolution if its windows are of this kind and features are adjacent.
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
    compute(problem, windows);
    return true;
  }

  private static boolean isDepthwise(ConvProblem problem) {
    int groups = problem.spec().featureGroups();
    return groups > 1
        && problem.spec().batchGroups() == 1
        && problem.channels() == 1
        && problem.features() == groups
        && problem.lhs().strides()[4] == 1
        && problem.rhs().strides()[4] == 1;
  }

  private static void compute(ConvProblem problem, SlidingWindows windows) {
    var lhs = problem.lhs();
    var rhs = problem.rhs();
    var out = problem.out();
    int[] weightOffsets = new int[WindowKernel.SIZE * WindowKernel.SIZE];
    Arrays.setAll(
        weightOffsets,
        tap ->
            rhs.offset()
                + tap / WindowKernel.SIZE * rhs.strides()[1]
                + tap % WindowKernel.SIZE * rhs.strides()[2]);
    var pixels = new SlidingLines.Pixels(out.data(), out.strides()[2], out.strides()[3]);
    int channels = windows.channels();
    int pairs = (windows.rows() + 1) / 2;
    long work = 2L * windows.positions() * channels * weightOffsets.length;
    boolean hot = SlidingLines.NINE_WEIGHTS.isHot(work * problem.images() * pairs);
    int whole = hot ? channels - channels % Species.LANES : 0;
    Parallel.forRange(
        problem.images() * pairs,
        (int) Math.max(1, GRAIN / work),
        (from, to) -> {
          try (var scratch = new Scratch()) {
            var lines =
                new SlidingLines(windows, false, rhs.data(), weightOffsets, pixels, scratch);
            for (int i = from; i < to; i++) {
              int image = i / pairs;
              int start = lhs.offset() + image * lhs.strides()[0];
              int target = out.offset() + image * out.strides()[0];
              lines.run(i % pairs * 2, lhs.data(), start, target, whole);
            }
          }
        });
  }
}
