package io.cambric.kernels.simd.conv;

import io.cambric.kernel.block.Scratch;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.micro.WindowKernel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The kernel gradient of a {@link SlidingConv}: sums over pixels, one for each position in {@link
 * SlidingWindows} and each channel. Images are read without a padded copy, two lines of pixels at a
 * time.
 */
record SlidingSums(ConvProblem problem, SlidingWindows windows) {

  /** {@return the sums of a depthwise convolution, or {@code null} if its windows do not fit} */
  static @Nullable SlidingSums of(ConvProblem problem) {
    var axes = problem.axes();
    var windows = SlidingWindows.of(problem, axes[1].taps(), axes[2].taps());
    boolean fits =
        axes[0].equals(ConvAxis.single())
            && windows.rows() % 2 == 0
            && windows.fit(axes[1].out(), axes[2].out());
    return fits ? new SlidingSums(problem, windows) : null;
  }

  /**
   * Adds the products of some images.
   *
   * @param sums a line of channels for each position in a window
   * @param to start of the sums
   */
  void add(int first, int end, float[] sums, int to) {
    var lhs = problem.lhs();
    var rhs = problem.rhs();
    int channels = windows.channels();
    int[] sumOffsets = new int[WindowKernel.SIZE * WindowKernel.SIZE];
    Arrays.setAll(sumOffsets, place -> to + place * channels);
    var pixels = new SlidingLines.Pixels(rhs.data(), rhs.strides()[1], rhs.strides()[2]);
    long products = (long) windows.rows() * windows.positions() * (end - first) * sumOffsets.length;
    boolean hot = SlidingLines.NINE_SUMS.isHot(products * channels);
    int whole = hot ? channels - channels % Species.LANES : 0;
    try (var scratch = new Scratch()) {
      var lines = new SlidingLines(windows, true, sums, sumOffsets, pixels, scratch);
      for (int image = first; image < end; image++) {
        int start = lhs.offset() + image * lhs.strides()[4];
        int pixel = rhs.offset() + image * rhs.strides()[3];
        for (int row = 0; row < windows.rows(); row += 2) {
          lines.run(row, lhs.data(), start, pixel, whole);
        }
      }
    }
  }
}
