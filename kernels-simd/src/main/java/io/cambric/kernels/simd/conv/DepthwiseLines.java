package io.cambric.kernels.simd.conv;

import io.cambric.kernel.block.ConvAxis;
import io.cambric.kernel.block.ConvOperand;
import io.cambric.kernel.block.ConvPhase;
import io.cambric.kernel.block.ConvProblem;
import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.Rows;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.gemm.Gemm;
import io.cambric.kernels.simd.jit.Species;

/**
 * Depthwise convolutions of few channels. The channels of all pixels of a line become the channels
 * of one {@link DepthwiseProduct}, whose weights are repeated for each pixel.
 *
 * <p>Neighbouring outputs must read neighbouring columns. Images are therefore copied with every
 * stride-th column side by side, unless the stride is 1 and no tap reads padding.
 */
final class DepthwiseLines {

  /** The number of channels from which vectors of one pixel waste few lanes. */
  private static final int MANY = 4 * Species.LANES;

  /** Elements of copied images that stay in the L2 cache next to other data. */
  private static final int COPY_BLOCK = 1 << 16;

  private final ConvProblem problem;
  private final ConvAxis[] axes;
  private final ConvAxis across;
  private final int channels;
  private final boolean copies;

  /** Columns of a line that have the same remainder modulo the stride. */
  private final int columns;

  /** The strides of the images that the product reads. */
  private final int[] strides;

  private DepthwiseLines(ConvProblem problem) {
    this.problem = problem;
    axes = problem.axes();
    across = axes[2];
    channels = problem.groups();
    columns = across.out() + (across.taps() - 1) * across.dilation() / across.stride();
    int[] given = problem.lhs().strides();
    copies = across.stride() > 1 || problem.input(1).copied() > 0 || given[3] != channels;
    int line = across.stride() * columns * channels;
    int area = axes[1].paddedSize() * line;
    int image = axes[0].paddedSize() * area;
    strides = copies ? new int[] {image, area, line, channels, 1} : given;
  }

  /**
   * Computes a convolution if it is depthwise and has few channels.
   *
   * @return whether it was computed
   */
  static boolean run(ConvProblem problem) {
    if (!SlidingConv.isDepthwise(problem)
        || problem.groups() >= MANY
        || problem.groups() % Species.LANES == 0
        || !problem.spec().lhsDilation().all(1)
        || problem.out().strides()[3] != problem.groups()
        || problem.isEmpty()) {
      return false;
    }
    new DepthwiseLines(problem).compute();
    return true;
  }

  private void compute() {
    var lhs = problem.lhs();
    int all = problem.images();
    int together = copies ? Math.clamp(COPY_BLOCK / strides[0], 1, all) : all;
    int parts = (all - 1) / together + 1;
    int width = across.out() * channels;
    int[] taps = taps();
    try (var shared = new Scratch()) {
      float[] data = shared.floats(taps.length * width);
      repeatWeights(data, width);
      var weights = new Rows(data, OffsetTables.of(taps.length, width), 0, 0);
      Parallel.forRange(
          parts,
          1,
          (from, to) -> {
            try (var scratch = new Scratch()) {
              float[] copy = scratch.zeros(copies ? together * strides[0] : 0);
              for (int i = from * together; i < Math.min(to * together, all); i += together) {
                int images = Math.min(together, all - i);
                var given = lhs.after(i * lhs.strides()[0]);
                var input = copies ? copied(given, copy, images) : given;
                var pixels = new Rows(input.data(), taps, 0, input.offset());
                multiply(images, pixels, weights, i, parts == 1);
              }
            }
          });
    }
  }

  /** Computes images from image {@code i} on. */
  private void multiply(int images, Rows pixels, Rows weights, int i, boolean parallel) {
    var lines = new ConvPhase(new ConvAxis[] {axes[0], axes[1], ConvAxis.single()}, 0, 0, 0);
    var out = problem.out();
    int[] rows = Gemm.padded(lines.rowTable(images, false, 0, strides));
    int[] results = Gemm.padded(lines.outTable(images, false, out.offset(), out.strides()));
    new DepthwiseProduct(
            false,
            images * lines.outputs(),
            pixels.table().length,
            across.out() * channels,
            pixels,
            rows,
            weights,
            out.data(),
            i * out.strides()[0],
            results)
        .compute(parallel);
  }

  /** {@return the position in the lhs of each tap of the first output} */
  private int[] taps() {
    int[] taps = new ConvPhase(axes, 0, 0, 0).kOffsetTable(0, strides, 1, 1, false);
    for (int i = 0; i < taps.length && copies; i++) {
      int column = i % across.taps() * across.dilation();
      int place = column % across.stride() * columns + column / across.stride();
      taps[i] += (place - across.element(0, i % across.taps())) * channels;
    }
    return taps;
  }

  /** Repeats the weights of each tap for all pixels of a line. */
  private void repeatWeights(float[] weights, int width) {
    var rhs = problem.rhs();
    int[] starts = new ConvPhase(axes, 0, 0, 0).kernelTable(rhs.offset(), rhs.strides(), 1, false);
    for (int i = 0; i < starts.length; i++) {
      int to = i * width;
      System.arraycopy(rhs.data(), starts[i], weights, to, channels);
      for (int done = channels; done < width; done *= 2) {
        System.arraycopy(weights, to, weights, to + done, Math.min(done, width - done));
      }
    }
  }

  /** {@return images with the columns of each remainder modulo the stride side by side} */
  private ConvOperand copied(ConvOperand lhs, float[] copy, int images) {
    int stride = across.stride();
    int[] steps = lhs.strides().clone();
    steps[3] *= stride;
    int start = -axes[0].first() * strides[1] - axes[1].first() * strides[2];
    // No tap reads further remainders.
    int rests = Math.min(stride, (across.taps() - 1) * across.dilation() + 1);
    for (int rest = 0; rest < rests; rest++) {
      int column = rest - across.pad();
      int first = Math.max(0, Math.ceilDiv(-column, stride));
      int end = Math.min(columns, Math.ceilDiv(across.size() - column, stride));
      int from = lhs.offset() + (column + first * stride) * lhs.strides()[3];
      int to = start + (rest * columns + first) * channels;
      new ConvOperand(lhs.array(), from, steps)
          .copyTo(
              new ConvOperand(copy, to, strides),
              new int[] {
                images, axes[0].size(), axes[1].size(), Math.max(0, end - first), channels
              });
    }
    return new ConvOperand(copy, start, strides);
  }
}
