package io.cambric.kernels.simd.conv;

import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.block.ConvInput;
import io.cambric.kernel.block.ConvOperand;
import io.cambric.kernel.block.ConvPhase;
import io.cambric.kernel.block.ConvProblem;
import io.cambric.kernel.block.FusedCallRun;
import io.cambric.kernel.block.ListedMatrix;
import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.block.StridedIndex;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.gemm.DoubleGemm;
import java.util.List;

/**
 * f64 convolutions as implicit GEMM, like {@link SimdConv} for f32. Sums have the order of the
 * plain kernel, given by {@link ConvSpec#sumsByChannel}, and therefore the same bits.
 */
public final class DoubleConv {

  /** Elements of images that stay in the L2 cache while all phases read them. */
  private static final int BLOCK = 1 << 16;

  /** Rows of a part that amortise packing the kernel. */
  private static final int MIN_ROWS = 128;

  private final ConvProblem problem;
  private final ConvSpec spec;
  private final List<ConvPhase> phases;

  /** Channels and features of a group. */
  private final int channels;

  private final int features;

  private DoubleConv(ConvProblem problem) {
    this.problem = problem;
    spec = problem.spec();
    phases = ConvPhase.all(problem.axes());
    channels = problem.channels();
    features = problem.features() / problem.groups();
  }

  /**
   * {@return whether the convolution was computed} It is not computed before the loops are
   * compiled, nor with more than three spatial axes, no elements, or enormous padding. The same
   * holds if padding is copied while the kernel has elements that are not finite.
   */
  public static boolean run(ConvSpec spec, Operand lhs, Operand rhs, Operand out) {
    if (spec.spatialRank() > ConvProblem.AXES) {
      return false;
    }
    var problem = ConvProblem.of(spec, lhs, rhs, out, FusedCallRun.NONE);
    if (problem.isEmpty() || problem.isEnormous() || !DoubleGemm.isHot(problem.work())) {
      return false;
    }
    if (problem.input(problem.images()).copied() > 0
        && !StridedIndex.areFinite(spec.rhs().toArray(), rhs)) {
      return false;
    }
    new DoubleConv(problem).compute();
    return true;
  }

  /** Convolves a few images at a time; threads take different images. */
  private void compute() {
    int all = problem.images();
    int together = imagesTogether();
    var lhs = problem.lhs();
    var out = problem.out();
    var whole = problem.input(together);
    var products = products(whole);
    Parallel.forRange(
        (all - 1) / together + 1,
        1,
        (from, to) -> {
          try (var scratch = new Scratch()) {
            double[] copy = scratch.doubles((int) whole.copied());
            for (int p = from; p < to; p++) {
              int i = p * together;
              var images = i + together <= all ? whole : problem.input(all - i);
              boolean again = p > from && images == whole;
              var input = images.of(lhs.after(i * lhs.strides()[0]), copy, again);
              int target = out.offset() + i * out.strides()[0];
              for (var product : images == whole ? products : products(images)) {
                multiply(product, input, target);
              }
            }
          }
        });
  }

  /** {@return the images of a part; all images unless their axis is outermost in memory} */
  private int imagesTogether() {
    int all = problem.images();
    int[] strides = problem.lhs().strides();
    boolean outermost = spec.batchGroups() == 1;
    for (int step : strides) {
      outermost &= Math.abs(step) <= Math.abs(strides[0]);
    }
    if (!outermost) {
      return all;
    }
    long fitting = BLOCK / problem.input(1).elements();
    long amortising = (MIN_ROWS - 1) / Math.max(1, problem.outputs()) + 1;
    return (int) Math.clamp(fitting, Math.min(all, amortising), all);
  }

  /** {@return the products of the phases, with places relative to the start of each operand} */
  private List<DoubleGemm> products(ConvInput input) {
    int[] strides = input.strides(problem.lhs().strides());
    int images = input.images() / spec.batchGroups();
    return phases.stream().map(phase -> product(phase, images, strides)).toList();
  }

  private DoubleGemm product(ConvPhase phase, int images, int[] strides) {
    var rhs = problem.rhs();
    var out = problem.out();
    boolean byChannel = spec.sumsByChannel();
    boolean inside = strides[0] == 1;
    int[] lines = phase.rowTable(images, inside, 0, strides);
    int[] k = phase.kOffsetTable(0, strides, channels, 1, byChannel);
    int[] kernel = phase.kernelTable(0, rhs.strides(), channels, byChannel);
    int ofBatch = spec.batchGroups() > 1 ? images * strides[0] : 0;
    int group = spec.featureGroups() > 1 ? channels * strides[4] : ofBatch;
    int column = rhs.strides()[4];
    int step = out.strides()[4];
    int[] columns = OffsetTables.of(features, column);
    int[] targets = OffsetTables.of(features, step);
    int[] results = phase.outTable(images, inside, 0, out.strides());
    return new DoubleGemm(
        problem.groups(),
        new ListedMatrix(problem.lhs().doubles(), 0, group, lines, k),
        new ListedMatrix(rhs.doubles(), rhs.offset(), features * column, columns, kernel),
        new ListedMatrix(out.doubles(), 0, features * step, results, targets));
  }

  private void multiply(DoubleGemm product, ConvOperand input, int target) {
    var a = product.a().in(input.doubles(), input.offset());
    var c = product.c().in(product.c().data(), target);
    if (a.across().length == 0) {
      c.clear(problem.groups());
    } else {
      new DoubleGemm(product.batch(), a, product.b(), c).compute();
    }
  }
}
