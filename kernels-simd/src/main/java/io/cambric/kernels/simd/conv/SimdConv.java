package io.cambric.kernels.simd.conv;

import io.cambric.array.Buffer;
import io.cambric.array.Shape;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.block.ConvAxis;
import io.cambric.kernel.block.ConvInput;
import io.cambric.kernel.block.ConvOperand;
import io.cambric.kernel.block.ConvPhase;
import io.cambric.kernel.block.ConvProblem;
import io.cambric.kernel.block.FusedCallRun;
import io.cambric.kernel.block.Rows;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.gemm.Gemm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * f32 convolutions as implicit GEMM: output pixels are rows, taps and channels are k, and the lhs
 * is read through offset tables. There is no im2col copy, and the zeros between elements of dilated
 * operands are not visited. Gradients are convolutions, too, and take the same path.
 */
public final class SimdConv {

  /** Elements of padded images that stay in the L2 cache next to other data. */
  private static final int COPY_BLOCK = 1 << 16;

  /** Rows of a part that amortise packing the kernel. Kernel gradients have few rows. */
  private static final int MIN_ROWS = 128;

  /** Parts per thread. Images are either divided into this number of parts or not divided. */
  private static final int PARTS = 2;

  /** Multiplications of a part that justify another thread. */
  private static final long MIN_WORK = 1 << 19;

  private final ConvProblem problem;
  private final ConvSpec spec;
  private final ConvAxis[] axes;
  private final ConvOperand rhs;
  private final ConvOperand out;

  /** Images, channels and features of a group. */
  private final int batch;

  private final int channels;
  private final int features;

  private SimdConv(ConvProblem problem) {
    this.problem = problem;
    spec = problem.spec();
    axes = problem.axes();
    rhs = problem.rhs();
    out = problem.out();
    batch = problem.images() / spec.batchGroups();
    channels = problem.channels();
    features = problem.features() / problem.groups();
  }

  /** {@return whether this is one product, with adjacent features in its result} */
  public static boolean isOneProduct(ConvSpec spec, Operand out) {
    return spec.featureGroups() == 1
        && spec.batchGroups() == 1
        && spec.lhsDilation().all(1)
        && Arrays.stream(spec.rhs().toArray()).allMatch(size -> size > 0)
        && hasAdjacentFeatures(spec, out);
  }

  private static boolean hasAdjacentFeatures(ConvSpec spec, Operand out) {
    int last = spec.spatialRank() + 1;
    return out.strides()[last] == 1 || spec.out().get(last) <= 1;
  }

  /**
   * {@return whether the convolution was computed} It is not with more than three spatial axes or
   * enormous padding.
   */
  public static boolean run(
      ConvSpec spec, Operand lhs, Operand rhs, Operand out, FusedCallRun fused) {
    if (spec.spatialRank() > ConvProblem.AXES) {
      return false;
    }
    var problem = ConvProblem.of(spec, lhs, rhs, out, fused);
    if (problem.isEnormous()) {
      return false;
    }
    if (!hasAdjacentFeatures(spec, out)) {
      runThroughCopy(spec, lhs, rhs, out);
    } else if (!KernelGradient.run(problem)
        && !PlanarConv.run(problem)
        && !DepthwiseLines.run(problem)
        && !SlidingConv.run(problem)) {
      new SimdConv(problem).compute();
    }
    return true;
  }

  private static void runThroughCopy(ConvSpec spec, Operand lhs, Operand rhs, Operand out) {
    var shape = Shape.of(spec.out().toArray());
    var dense = Operand.dense(Buffer.wrap(new float[shape.size()]), shape);
    run(spec, lhs, rhs, dense, FusedCallRun.NONE);
    int[] sizes = ConvOperand.expand(shape.toArray(), 1, 1);
    ConvOperand.of(dense, 1).copyTo(ConvOperand.of(out, 1), sizes);
  }

  /** Convolves a few images at a time; threads take different images. */
  private void compute() {
    int all = problem.images();
    if (all == 0) {
      return;
    }
    var lhs = problem.lhs();
    int together = imagesTogether();
    var whole = problem.input(together);
    var tables = tables(whole);
    int parts = (all - 1) / together + 1;
    Parallel.forRange(
        parts,
        1,
        (from, to) -> {
          try (var scratch = new Scratch()) {
            float[] copy = scratch.floats((int) whole.copied());
            for (int p = from; p < to; p++) {
              int i = p * together;
              var images = i + together <= all ? whole : problem.input(all - i);
              boolean again = p > from && images == whole;
              var input = images.of(lhs.after(i * lhs.strides()[0]), copy, again);
              var phases = images == whole ? tables : tables(images);
              runPhases(phases, input, out.offset() + i * out.strides()[0], parts == 1);
            }
          }
        });
  }

  /**
   * {@return the images of a part, or all images if dividing them does not pay}
   *
   * <p>The padded copies of a part stay in the cache, and there are parts for every thread.
   */
  private int imagesTogether() {
    int all = problem.images();
    if (spec.batchGroups() > 1) {
      return all;
    }
    long copied = problem.input(1).copied();
    long work = problem.outputs() * axes[0].taps() * axes[1].taps() * axes[2].taps() * channels;
    work = Math.max(1, work * problem.features());
    long fitting = copied == 0 ? all : Math.max(1, COPY_BLOCK / copied);
    int target = PARTS * Parallel.threads();
    long sharing = Math.max((all - 1) / target + 1, (MIN_WORK - 1) / work + 1);
    int images = (int) Math.min(fitting, sharing);
    int parts = (all - 1) / images + 1;
    return images * problem.outputs() < MIN_ROWS || parts < target ? all : images;
  }

  /** {@return the tables of all phases that have outputs, for some images} */
  private List<ConvPhase.Tables> tables(ConvInput input) {
    int[] strides = input.strides(problem.lhs().strides());
    boolean depthwise = isDepthwise(strides);
    int images = spec.batchGroups() == 1 ? input.images() : depthwise ? 1 : batch;
    var tables = new ArrayList<ConvPhase.Tables>();
    for (var phase : ConvPhase.all(axes)) {
      tables.add(
          ConvPhase.Tables.of(
                  phase, depthwise, images, channels, strides, rhs.strides(), out.strides())
              .withRows(Gemm::padded));
    }
    return tables;
  }

  /**
   * {@return whether each group has one feature, and one channel or image, with groups adjacent in
   * all operands}
   */
  private boolean isDepthwise(int[] strides) {
    if (features != 1 || rhs.strides()[4] != 1) {
      return false;
    }
    boolean byChannel = spec.featureGroups() > 1 && channels == 1 && strides[4] == 1;
    boolean byImage = spec.batchGroups() > 1 && batch == 1 && strides[0] == 1;
    return byChannel || byImage;
  }

  private void runPhases(
      List<ConvPhase.Tables> tables, ConvOperand input, int target, boolean parallel) {
    boolean depthwise = isDepthwise(input.strides());
    for (var phase : tables) {
      if (phase.kOffsets().length == 0) {
        clear(phase, target);
      } else if (depthwise) {
        runDepthwise(phase, input, target, parallel);
      } else {
        for (int g = 0; g < problem.groups(); g++) {
          runGroup(phase, g, input, target, parallel);
        }
      }
    }
  }

  private void runGroup(
      ConvPhase.Tables phase, int group, ConvOperand input, int target, boolean parallel) {
    int[] strides = input.strides();
    int image = spec.batchGroups() > 1 ? group * batch * strides[0] : 0;
    int channel = spec.featureGroups() > 1 ? group * channels * strides[4] : 0;
    int feature = group * features;
    int bStart = rhs.offset() + feature * rhs.strides()[4];
    new Gemm(
            phase.rows(),
            features,
            new Rows(input.data(), phase.rowOffsets(), 0, input.offset() + image + channel),
            phase.kOffsets(),
            phase.run(),
            new Rows(rhs.data(), phase.bOffsets(), 0, bStart),
            rhs.strides()[4],
            new Rows(out.data(), phase.outOffsets(), 0, target + feature * out.strides()[4]),
            1,
            null)
        .compute(parallel, problem.fused());
  }

  private void runDepthwise(
      ConvPhase.Tables phase, ConvOperand input, int target, boolean parallel) {
    new DepthwiseProduct(
            false,
            phase.rows(),
            phase.kOffsets().length,
            problem.groups(),
            new Rows(input.data(), phase.kOffsets(), 0, input.offset()),
            phase.rowOffsets(),
            new Rows(rhs.data(), phase.bOffsets(), 0, rhs.offset()),
            out.data(),
            target,
            phase.outOffsets())
        .compute(parallel);
  }

  /** Writes the results of a phase with taps that read no elements. */
  private void clear(ConvPhase.Tables phase, int target) {
    for (int i = 0; i < phase.rows(); i++) {
      int at = target + phase.outOffsets()[i];
      Arrays.fill(out.data(), at, at + problem.features(), 0f);
    }
  }
}
