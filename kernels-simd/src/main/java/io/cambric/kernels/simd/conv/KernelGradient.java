package io.cambric.kernels.simd.conv;

import io.cambric.kernel.block.ConvAxis;
import io.cambric.kernel.block.ConvInput;
import io.cambric.kernel.block.ConvOperand;
import io.cambric.kernel.block.ConvPhase;
import io.cambric.kernel.block.ConvProblem;
import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.Rows;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.gemm.Gemm;
import io.cambric.kernels.simd.jit.Species;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Kernel gradients of convolutions. Such a gradient is itself a convolution with few outputs, each
 * of them a sum over many images. The roles of images and channels are exchanged in it.
 *
 * <p>Each part takes some images one after another, pads them in the cache if needed, and adds
 * their products to its own sums. The sums of all parts are added at the end. The number of parts,
 * and therefore the bits of the result, depend on the shapes alone.
 */
final class KernelGradient {

  /** The fewest images that are enough work for several threads. */
  private static final int MIN_IMAGES = 4;

  private static final int MAX_PARTS = 16;

  /** Products per sum that amortise one more set of sums. */
  private static final int MIN_K = 512;

  /** The most sums in all parts together. */
  private static final int MAX_SUMS = 1 << 22;

  /** Pixels that amortise a pass over the sums. */
  private static final int PIXELS = 1024;

  /** Elements of padded images that stay in the L2 cache next to other data. */
  private static final int COPY_BLOCK = 1 << 16;

  /** The least fraction of the sums of tiles that must be results. */
  private static final double MIN_USED = 0.2;

  private final ConvProblem problem;
  private final ConvAxis[] axes;

  /** The images, which are the channels of the convolution, and those that are summed together. */
  private final int images;

  private final int together;
  private final int pixels;
  private final int rows;
  private final int[] outOffsets;
  private final PaddedReads aReads;
  private final PaddedReads bReads;
  private final Sums sums;

  /** Computes the sums without padded copies; null if its windows do not fit. */
  private final @Nullable SlidingConv sliding;

  private KernelGradient(ConvProblem problem) {
    this.problem = problem;
    axes = problem.axes();
    int[] rhsStrides = problem.rhs().strides();
    int groups = problem.groups();
    int channels = problem.images() / groups;
    int features = problem.features() / groups;
    var phase = new ConvPhase(axes, 0, 0, 0);
    images = problem.channels();
    pixels = phase.taps();
    long copied = input(1).copied();
    long fitting = copied == 0 ? images : Math.max(1, COPY_BLOCK / copied);
    together = (int) Math.min(Math.min(images, fitting), Math.max(1, PIXELS / pixels));
    rows = channels * phase.outputs();
    int[] steps = input(together).strides(problem.lhs().strides());
    int[] rowOffsets = Gemm.padded(phase.rowTable(channels, true, 0, steps));
    var out = problem.out();
    outOffsets = Gemm.padded(phase.outTable(channels, true, out.offset(), out.strides()));
    int[] aOffsets = phase.kOffsetTable(0, steps, together, 1, true);
    int[] bOffsets = phase.kernelTable(0, rhsStrides, together, true);
    boolean depthwise = groups > 1 && channels == 1 && features == 1 && steps[0] == 1;
    sliding = depthwise ? SlidingConv.ofGradient(problem) : null;
    int width = sliding == null ? OffsetTables.whole(groups, Species.LANES) : groups;
    sums =
        depthwise
            ? DepthwiseSums.of(rows, groups, width, rowOffsets, outOffsets)
            : OuterProductSums.of(
                rows, features, groups, channels * steps[0], features, rowOffsets, outOffsets);
    aReads = PaddedReads.of(aOffsets, least(rowOffsets), sums.aReach());
    bReads = PaddedReads.of(bOffsets, 0, sums.bReach());
  }

  private ConvInput input(int count) {
    return new ConvInput(problem.images(), axes, count);
  }

  /**
   * Computes a convolution if it is a kernel gradient with adjacent features.
   *
   * @return whether it was computed
   */
  static boolean run(ConvProblem problem) {
    if (!isOfThisKind(problem)) {
      return false;
    }
    var gradient = new KernelGradient(problem);
    if (!gradient.isWorthwhile()) {
      return false;
    }
    gradient.compute();
    var results = new Rows(problem.out().data(), gradient.outOffsets, 0, 0);
    Gemm.finish(problem.fused(), results, gradient.rows, problem.features());
    return true;
  }

  private static boolean isOfThisKind(ConvProblem problem) {
    return problem.spec().featureGroups() == 1
        && problem.spec().lhsDilation().all(1)
        && problem.channels() >= MIN_IMAGES
        && Arrays.stream(problem.spec().rhs().toArray()).allMatch(size -> size > 0)
        && problem.images() > 0
        && problem.rhs().strides()[4] == 1
        && haveImagesOutside(problem);
  }

  /** {@return whether images are outermost in memory, and therefore in padded copies} */
  private static boolean haveImagesOutside(ConvProblem problem) {
    int[] strides = problem.lhs().strides();
    boolean outside = strides[0] >= 0 && (problem.images() == 1 || strides[0] < strides[4]);
    for (int d = 0; d < ConvProblem.AXES; d++) {
      var axis = problem.axes()[d];
      boolean single = axis.paddedSize() == 1;
      outside &= single || Math.abs(strides[d + 1]) < strides[4];
    }
    return outside;
  }

  private boolean isWorthwhile() {
    long results = (long) rows * problem.features();
    return (long) images * pixels >= MIN_K
        && sums.counted() <= MAX_SUMS / MIN_IMAGES
        && results >= MIN_USED * sums.counted();
  }

  private void compute() {
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
                add(first, end, all, p * size);
              } else {
                sliding.add(first, end, all, p * size);
              }
            }
          });
      for (int p = 1; p < parts; p++) {
        for (int i = 0; i < size; i++) {
          all[i] += all[p * size + i];
        }
      }
      sums.store(all, problem.out().data());
    }
  }

  /** Adds the products of some images, a few at a time. */
  private void add(int first, int end, float[] all, int at) {
    var lhs = problem.lhs();
    var rhs = problem.rhs();
    try (var scratch = new Scratch()) {
      float[] copy = scratch.floats((int) input(together).copied() + sums.aReach());
      for (int i = first; i < end; i += together) {
        int count = Math.min(together, end - i);
        boolean again = i > first && count == together;
        var input = input(count).of(lhs.after(i * lhs.strides()[4]), copy, again);
        var b = bReads.of(rhs.after(i * rhs.strides()[3]));
        sums.add(aReads.of(input), b, count * pixels, all, at);
      }
    }
  }

  /**
   * Reads of an operand. Vector loads may reach beyond its last element, and such elements do not
   * affect results.
   *
   * @param lowest first element that is read, relative to the operand's offset
   * @param highest last element that is read, relative to the operand's offset
   */
  private record PaddedReads(int[] kOffsets, int lowest, int highest) {

    /** {@return the reads from {@code first} to {@code last}, relative to the offset of each k} */
    static PaddedReads of(int[] kOffsets, int first, int last) {
      return new PaddedReads(kOffsets, first + least(kOffsets), last + greatest(kOffsets));
    }

    /** {@return the operand, or a copy of its end followed by zeros if reads reach beyond it} */
    Rows of(ConvOperand operand) {
      float[] data = operand.data();
      int offset = operand.offset();
      return offset + highest < data.length
          ? new Rows(data, kOffsets, 0, offset)
          : new Rows(
              Arrays.copyOfRange(data, offset + lowest, offset + highest + 1),
              kOffsets,
              0,
              -lowest);
    }
  }

  /** {@return the least of some offsets} */
  private static int least(int[] at) {
    return Arrays.stream(at).min().orElseThrow();
  }

  /** {@return the greatest of some offsets} */
  static int greatest(int[] at) {
    return Arrays.stream(at).max().orElseThrow();
  }

  /** The accumulators of a {@link KernelGradient}, in the layout that its products need. */
  interface Sums {

    /** {@return the number of floats that hold the sums} */
    int size();

    /**
     * {@return an estimate of {@link #size} from the shapes alone}
     *
     * <p>Decisions that affect rounding use it, since results must not depend on the machine.
     */
    default int counted() {
      return size();
    }

    /** {@return the last element of A that is read for a value of k, relative to its offset} */
    int aReach();

    /** {@return the last element of B that is read for a value of k, relative to its offset} */
    int bReach();

    /**
     * Adds the products of some images.
     *
     * @param kSize products per sum: the used entries of the offset tables
     * @param at start of the sums
     */
    void add(Rows a, Rows b, int kSize, float[] sums, int at);

    /** Writes the sums to their positions in the result. */
    void store(float[] sums, float[] out);
  }
}
