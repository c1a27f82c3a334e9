package io.cambric.kernels.simd.conv;

import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.VectorLoop;
import java.util.Arrays;

/**
 * Depthwise 3x3 convolutions with {@link SlidingWindows}. The nine weights stay in registers along
 * a line, and images are read without a padded copy.
 */
public final class SlidingConv {

  /** Multiplications that justify another thread. */
  private static final int GRAIN = 1 << 15;

  private static final int SAMPLE_WIDTH = 25;

  public static final BlockLoops NINE_WEIGHTS =
      new BlockLoops(
          SlidingLoops.class,
          "nineWeights",
          new float[Species.LANES],
          0,
          new float[Species.LANES],
          0,
          new float[Species.LANES],
          0,
          new float[Species.LANES],
          0,
          new float[Species.LANES],
          1,
          1,
          0,
          new float[Species.LANES],
          new int[SlidingWindows.AREA],
          new float[Species.LANES],
          0,
          0,
          0,
          SAMPLE_WIDTH,
          Species.LANES);

  private final SlidingWindows windows;
  private final Operand lhs;
  private final int[] lhsStrides;
  private final float[] weights;
  private final int[] weightOffsets = new int[SlidingWindows.AREA];
  private final Operand out;
  private final int[] outStrides;

  private SlidingConv(
      SlidingWindows windows,
      Operand lhs,
      int[] lhsStrides,
      Operand rhs,
      int[] rhsStrides,
      Operand out,
      int[] outStrides) {
    this.windows = windows;
    this.lhs = lhs;
    this.lhsStrides = lhsStrides;
    weights = rhs.buffer().floats();
    Arrays.setAll(
        weightOffsets,
        tap ->
            rhs.offset()
                + tap / SlidingWindows.SIZE * rhsStrides[1]
                + tap % SlidingWindows.SIZE * rhsStrides[2]);
    this.out = out;
    this.outStrides = outStrides;
  }

  /**
   * Computes a convolution if its windows are of this kind and features are adjacent.
   *
   * @return whether it was computed
   */
  static boolean run(
      ConvSpec spec,
      ConvAxis[] axes,
      Operand lhs,
      int[] lhsStrides,
      Operand rhs,
      int[] rhsStrides,
      Operand out,
      int[] outStrides) {
    int spatial = spec.spatialRank();
    int groups = spec.featureGroups();
    boolean apart =
        groups > 1
            && spec.batchGroups() == 1
            && spec.rhs().get(spatial) == 1
            && spec.rhs().get(spatial + 1) == groups
            && lhsStrides[4] == 1
            && rhsStrides[4] == 1;
    boolean nine =
        axes[0].equals(ConvAxis.single())
            && axes[1].taps() == SlidingWindows.SIZE
            && axes[2].taps() == SlidingWindows.SIZE;
    if (!apart || !nine || Arrays.stream(spec.out().toArray()).anyMatch(n -> n == 0)) {
      return false;
    }
    var windows =
        SlidingWindows.of(axes[1], axes[2], axes[2].out(), lhsStrides[2], lhsStrides[3], groups);
    if (!windows.fit()) {
      return false;
    }
    new SlidingConv(windows, lhs, lhsStrides, rhs, rhsStrides, out, outStrides)
        .compute(spec.lhs().get(0));
    return true;
  }

  private void compute(int images) {
    int channels = windows.channels();
    int pairs = (windows.vertical().out() + 1) / 2;
    long work = 2L * windows.positions() * channels * weightOffsets.length;
    int whole = NINE_WEIGHTS.isHot(work * images * pairs) ? channels - channels % Species.LANES : 0;
    Parallel.forRange(
        images * pairs,
        (int) Math.max(1, GRAIN / work),
        (from, to) -> {
          try (var scratch = new Scratch()) {
            float[] zeros = scratch.zeros(windows.zeros());
            var lines = new float[SlidingWindows.LINES][];
            int[] at = new int[SlidingWindows.LINES];
            for (int i = from; i < to; i++) {
              int image = i / pairs;
              int first = i % pairs * 2;
              int start = lhs.offset() + image * lhsStrides[0];
              windows.find(first, lhs.buffer().floats(), start, zeros, lines, at);
              windows.prefetch(lines, at, zeros);
              int target = out.offset() + image * outStrides[0] + first * outStrides[2];
              boolean both = first + 1 < windows.vertical().out();
              runLines(lines, at, zeros, target, both, whole);
            }
          }
        });
  }

  /** Computes a line of results, and the line below if there is one. */
  private void runLines(float[][] lines, int[] at, float[] zeros, int to, boolean both, int whole) {
    if (whole > 0) {
      runVectors(lines, at, zeros, to, both ? outStrides[2] : 0, whole);
    }
    for (int i = 0; i < (both ? 2 : 1) && whole < windows.channels(); i++) {
      runScalars(lines, at, i, to + i * outStrides[2], whole);
    }
  }

  private void runVectors(float[][] lines, int[] at, float[] zeros, int to, int down, int whole) {
    try {
      NINE_WEIGHTS
          .handle()
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
              weights,
              weightOffsets,
              out.buffer().floats(),
              to,
              down,
              outStrides[3],
              windows.positions(),
              whole);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  private void runScalars(float[][] lines, int[] at, int line, int to, int from) {
    for (int x = 0; x < windows.positions(); x++) {
      for (int c = from; c < windows.channels(); c++) {
        float sum = 0;
        for (int tap = 0; tap < weightOffsets.length; tap++) {
          int l = line + tap / SlidingWindows.SIZE;
          int column = x + tap % SlidingWindows.SIZE;
          if (!windows.isBehind(column)) {
            float element = windows.element(lines[l], at[l], column, c);
            sum = Math.fma(element, weights[weightOffsets[tap] + c], sum);
          }
        }
        out.buffer().floats()[to + x * outStrides[3] + c] = sum;
      }
    }
  }
}
