package io.cambric.kernels.simd.conv;

import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.block.EpilogueRun;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.gemm.Gemm;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Kernel gradients of convolutions, as convolutions with few outputs that each sum over many
 * images. The images are the channels of such a convolution, and its channels are the images.
 *
 * <p>Each part takes some images one after another, pads them in the cache if needed, and adds
 * their products to sums of its own. The sums of all parts are added at the end. The number of
 * parts follows from the shapes alone, and so do the bits of the result.
 */
final class KernelGradient {

  /** The fewest images that leave work for several threads. */
  private static final int MIN_IMAGES = 4;

  private static final int MAX_PARTS = 16;

  /** Products of a sum that amortise one more set of sums. */
  private static final int MIN_K = 512;

  /** The most sums of all parts together. */
  private static final int MAX_SUMS = 1 << 22;

  /** Pixels that amortise a pass over the sums. */
  private static final int PIXELS = 1024;

  /** Elements of padded images that stay in the L2 cache next to other data. */
  private static final int COPY_BLOCK = 1 << 16;

  /** The least part of the sums of tiles that must be results. */
  private static final double MIN_USED = 0.2;

  private final ConvSpec spec;
  private final ConvAxis[] axes;
  private final int[] lhsStrides;
  private final int imageStep;
  private final int images;
  private final int together;
  private final int pixels;
  private final int rows;
  private final int[] outOffsets;
  private final int aLowest;
  private final int bLowest;
  private final int aHighest;
  private final int bHighest;
  private final GradientSums sums;

  /** Computes the sums without padded copies, or null where it does not apply. */
  private final @Nullable SlidingSums sliding;

  private KernelGradient(
      ConvSpec spec, ConvAxis[] axes, int[] lhsStrides, int[] rhsStrides, Operand out, int[] outs) {
    this.spec = spec;
    this.axes = axes;
    this.lhsStrides = lhsStrides;
    int spatial = spec.spatialRank();
    int groups = spec.batchGroups();
    int channels = spec.lhs().get(0) / groups;
    int features = spec.rhs().get(spatial + 1) / groups;
    var phase = new ConvPhase(axes, new int[3]);
    images = spec.rhs().get(spatial);
    imageStep = rhsStrides[3];
    pixels = phase.taps();
    long copied = ConvInput.copied(spec.lhs().get(0), axes, 1);
    long fitting = copied == 0 ? images : Math.max(1, COPY_BLOCK / copied);
    together = (int) Math.min(Math.min(images, fitting), Math.max(1, PIXELS / pixels));
    rows = channels * phase.outputs();
    int[] steps = ConvInput.strides(lhsStrides, spec.lhs().get(0), axes, together);
    int[] rowOffsets = phase.rowTable(channels, true, 0, steps);
    outOffsets = phase.outTable(channels, true, out.offset(), outs);
    int[] aOffsets = phase.kOffsetTable(0, steps, together, 1, true);
    int[] bOffsets = phase.kernelTable(0, rhsStrides, together, true);
    boolean depthwise = groups > 1 && channels == 1 && features == 1 && steps[0] == 1;
    sums =
        depthwise
            ? DepthwiseSums.of(rows, groups, rowOffsets, outOffsets, aOffsets, bOffsets)
            : OuterProductSums.of(
                rows,
                features,
                groups,
                channels * steps[0],
                features,
                rowOffsets,
                outOffsets,
                aOffsets,
                bOffsets);
    sliding = depthwise ? sliding(groups, rhsStrides) : null;
    aLowest = PaddedArray.least(rowOffsets) + PaddedArray.least(aOffsets);
    bLowest = PaddedArray.least(bOffsets);
    aHighest = sums.aReach() + PaddedArray.greatest(aOffsets);
    bHighest = sums.bReach() + PaddedArray.greatest(bOffsets);
  }

  private @Nullable SlidingSums sliding(int channels, int[] rhsStrides) {
    var windows =
        SlidingWindows.of(axes[1], axes[2], axes[2].taps(), lhsStrides[2], lhsStrides[3], channels);
    var strides = new SlidingSums.RhsStrides(imageStep, rhsStrides[1], rhsStrides[2]);
    var candidate = new SlidingSums(windows, lhsStrides[4], strides);
    return axes[0].equals(ConvAxis.single()) && candidate.fit() ? candidate : null;
  }

  /**
   * Computes a convolution if it is a kernel gradient whose features are adjacent.
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
      int[] outStrides,
      @Nullable EpilogueRun epilogue) {
    if (!isOfThisKind(spec, axes, lhsStrides, rhsStrides)) {
      return false;
    }
    var gradient = new KernelGradient(spec, axes, lhsStrides, rhsStrides, out, outStrides);
    if (!gradient.isWorthwhile()) {
      return false;
    }
    gradient.compute(lhs, rhs, out);
    Gemm.finish(
        epilogue, gradient.outOffsets, 0, gradient.rows, 0, spec.rhs().get(spec.spatialRank() + 1));
    return true;
  }

  private static boolean isOfThisKind(
      ConvSpec spec, ConvAxis[] axes, int[] lhsStrides, int[] rhsStrides) {
    return spec.featureGroups() == 1
        && spec.lhsDilation().all(1)
        && spec.rhs().get(spec.spatialRank()) >= MIN_IMAGES
        && Arrays.stream(spec.rhs().toArray()).allMatch(size -> size > 0)
        && spec.lhs().get(0) > 0
        && rhsStrides[4] == 1
        && haveImagesOutside(spec, axes, lhsStrides);
  }

  /** {@return whether images are outermost in memory, and so in padded copies} */
  private static boolean haveImagesOutside(ConvSpec spec, ConvAxis[] axes, int[] strides) {
    boolean outside = strides[0] >= 0 && (spec.lhs().get(0) == 1 || strides[0] < strides[4]);
    for (int d = 0; d < axes.length; d++) {
      boolean single = axes[d].end() - axes[d].first() == 1;
      outside &= single || Math.abs(strides[d + 1]) < strides[4];
    }
    return outside;
  }

  private boolean isWorthwhile() {
    long results = (long) rows * spec.rhs().get(spec.spatialRank() + 1);
    return (long) images * pixels >= MIN_K
        && sums.counted() <= MAX_SUMS / MIN_IMAGES
        && results >= MIN_USED * sums.counted();
  }

  private void compute(Operand lhs, Operand rhs, Operand out) {
    int size = sums.size();
    long most = Math.min((long) images * pixels / MIN_K, MAX_SUMS / sums.counted());
    int parts = (int) Math.clamp(most, 1, Math.min(images, MAX_PARTS));
    int share = (images - 1) / parts + 1;
    try (var scratch = new Scratch()) {
      float[] all = scratch.zeros(parts * size);
      Parallel.forRange(
          parts,
          1,
          (from, to) -> {
            for (int p = from; p < to; p++) {
              int first = Math.min(p * share, images);
              int end = Math.min(first + share, images);
              if (sliding == null) {
                add(lhs, rhs, first, end, all, p * size);
              } else {
                sliding.add(lhs, rhs, first, end, all, p * size);
              }
            }
          });
      for (int p = 1; p < parts; p++) {
        addTo(all, p * size, size);
      }
      sums.store(all, out.buffer().floats());
    }
  }

  private static void addTo(float[] all, int from, int n) {
    for (int i = 0; i < n; i++) {
      all[i] += all[from + i];
    }
  }

  /** Adds the products of some images, a few at a time. */
  private void add(Operand lhs, Operand rhs, int first, int end, float[] all, int at) {
    int channels = spec.lhs().get(0);
    int copied = (int) ConvInput.copied(channels, axes, together);
    try (var scratch = new Scratch()) {
      float[] copy = scratch.floats(copied + sums.aReach());
      for (int i = first; i < end; i += together) {
        int count = Math.min(together, end - i);
        var images = new Operand(lhs.buffer(), lhs.offset() + i * lhsStrides[4], lhs.strides());
        boolean again = i > first && count == together;
        var input = ConvInput.of(images, lhsStrides, channels, axes, count, copy, again);
        var a = PaddedArray.of(input.data(), input.origin(), aLowest, aHighest);
        int offset = rhs.offset() + i * imageStep;
        var b = PaddedArray.of(rhs.buffer().floats(), offset, bLowest, bHighest);
        sums.add(a.data(), a.offset(), b.data(), b.offset(), count * pixels, all, at);
      }
    }
  }
}
