package io.cambric.kernels.simd.conv;

import io.cambric.array.Buffer;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.block.EpilogueRun;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.gemm.Gemm;
import io.cambric.kernels.simd.gemm.HalfOperands;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * f32 convolutions as implicit GEMM: output pixels are rows, taps and channels are k, and the lhs
 * is read through offset tables. There is no im2col copy, and holes of dilated operands are not
 * visited. Gradients are convolutions too and take the same path.
 */
public final class SimdConv {

  private static final int AXES = 3;

  /** Elements of padded images that stay in the L2 cache next to other data. */
  private static final int COPY_BLOCK = 1 << 16;

  /** Rows of a part that amortise packing the kernel. Kernel gradients have few rows. */
  private static final int MIN_ROWS = 128;

  /** Parts per thread. Images are either divided into that many parts or not divided. */
  private static final int PARTS = 2;

  /** Multiplications of a part that justify another thread. */
  private static final long MIN_WORK = 1 << 19;

  private final ConvSpec spec;
  private final ConvAxis[] axes = new ConvAxis[AXES];
  private final int batch;
  private final int channels;
  private final int features;
  private final int[] lhsStrides;
  private final int[] rhsStrides;
  private final int[] outStrides;
  private final @Nullable EpilogueRun epilogue;

  private SimdConv(
      ConvSpec spec, Operand lhs, Operand rhs, Operand out, @Nullable EpilogueRun epilogue) {
    this.epilogue = epilogue;
    this.spec = spec;
    int spatial = spec.spatialRank();
    for (int d = 0; d < AXES; d++) {
      int missing = AXES - spatial;
      axes[d] = d < missing ? ConvAxis.single() : ConvAxis.of(spec, d - missing);
    }
    batch = spec.lhs().get(0) / spec.batchGroups();
    channels = spec.rhs().get(spatial);
    features = spec.rhs().get(spatial + 1) / (spec.featureGroups() * spec.batchGroups());
    lhsStrides = widened(lhs.strides(), 1, spatial);
    rhsStrides = widened(rhs.strides(), 0, spatial);
    outStrides = widened(out.strides(), 1, spatial);
  }

  /** Inserts strides of single axes before the spatial ones. */
  private static int[] widened(int[] strides, int before, int spatial) {
    int missing = AXES - spatial;
    int[] all = new int[strides.length + missing];
    System.arraycopy(strides, 0, all, 0, before);
    System.arraycopy(strides, before, all, before + missing, strides.length - before);
    return all;
  }

  /** {@return whether this is one product whose result has adjacent features} */
  public static boolean isOneProduct(ConvSpec spec, Operand out) {
    int features = out.strides()[spec.spatialRank() + 1];
    return spec.featureGroups() == 1
        && spec.batchGroups() == 1
        && spec.lhsDilation().all(1)
        && Arrays.stream(spec.rhs().toArray()).allMatch(size -> size > 0)
        && (features == 1 || spec.out().get(spec.spatialRank() + 1) == 1);
  }

  /**
   * {@return whether the convolution was computed: not for more than three spatial axes or enormous
   * padding}
   */
  public static boolean run(
      ConvSpec spec, Operand lhs, Operand rhs, Operand out, @Nullable EpilogueRun epilogue) {
    if (spec.spatialRank() > AXES) {
      return false;
    }
    var conv = new SimdConv(spec, lhs, rhs, out, epilogue);
    int allChannels = spec.lhs().get(spec.spatialRank() + 1);
    if (ConvInput.elements(spec.lhs().get(0), conv.axes, allChannels) > ConvInput.LARGEST) {
      return false;
    }
    int outFeature = out.strides()[spec.spatialRank() + 1];
    if (outFeature != 1 && spec.out().get(spec.spatialRank() + 1) > 1) {
      runThroughCopy(spec, lhs, rhs, out);
    } else if (!conv.runSpecially(lhs, rhs, out)) {
      conv.compute(lhs, rhs, out, allChannels);
    }
    return true;
  }

  /** {@return as {@link #run}, for operands of a half type; see {@link HalfOperands}} */
  public static boolean runWidened(ConvSpec spec, Operand lhs, Operand rhs, Operand out) {
    try (var scratch = new Scratch()) {
      int[] result = spec.out().toArray();
      var sums = HalfOperands.blank(out, result, scratch);
      boolean done =
          run(
              spec,
              HalfOperands.widened(lhs, spec.lhs().toArray(), scratch),
              HalfOperands.widened(rhs, spec.rhs().toArray(), scratch),
              sums,
              null);
      if (done) {
        HalfOperands.round(sums, out, result);
      }
      return done;
    }
  }

  private boolean runSpecially(Operand lhs, Operand rhs, Operand out) {
    return KernelGradient.run(
            spec, axes, lhs, lhsStrides, rhs, rhsStrides, out, outStrides, epilogue)
        || PlanarConv.run(spec, axes, lhs, lhsStrides, rhs, rhsStrides, out, outStrides, epilogue)
        || SlidingConv.run(spec, axes, lhs, lhsStrides, rhs, rhsStrides, out, outStrides);
  }

  /** Convolves some images at a time; different threads take different images. */
  private void compute(Operand lhs, Operand rhs, Operand out, int allChannels) {
    int all = spec.lhs().get(0);
    if (all == 0) {
      return;
    }
    int together = imagesTogether(allChannels);
    var tables = tables(together, allChannels);
    int parts = (all - 1) / together + 1;
    Parallel.forRange(
        parts,
        1,
        (from, to) -> {
          try (var scratch = new Scratch()) {
            float[] copy = scratch.floats((int) ConvInput.copied(together, axes, allChannels));
            for (int p = from; p < to; p++) {
              int i = p * together;
              int count = Math.min(together, all - i);
              var x = new Operand(lhs.buffer(), lhs.offset() + i * lhsStrides[0], lhs.strides());
              boolean again = p > from && count == together;
              var input = ConvInput.of(x, lhsStrides, count, axes, allChannels, copy, again);
              var phases = count == together ? tables : tables(count, allChannels);
              runGroups(phases, input, rhs, out, out.offset() + i * outStrides[0], parts == 1);
            }
          }
        });
  }

  /**
   * {@return the images of a part, or all images if dividing them does not pay}
   *
   * <p>The padded copies of a part stay in the cache, and there are parts for all threads.
   */
  private int imagesTogether(int allChannels) {
    int all = spec.lhs().get(0);
    if (spec.batchGroups() > 1) {
      return all;
    }
    long copied = ConvInput.copied(1, axes, allChannels);
    long outputs = (long) axes[0].out() * axes[1].out() * axes[2].out();
    long work = outputs * axes[0].taps() * axes[1].taps() * axes[2].taps() * channels;
    work = Math.max(1, work * spec.rhs().get(spec.spatialRank() + 1));
    long fitting = copied == 0 ? all : Math.max(1, COPY_BLOCK / copied);
    int target = PARTS * Parallel.threads();
    long sharing = Math.max((all - 1) / target + 1, (MIN_WORK - 1) / work + 1);
    int images = (int) Math.min(fitting, sharing);
    int parts = (all - 1) / images + 1;
    return images * outputs < MIN_ROWS || parts < target ? all : images;
  }

  private static void runThroughCopy(ConvSpec spec, Operand lhs, Operand rhs, Operand out) {
    int[] dims = spec.out().toArray();
    var shape = io.cambric.array.Shape.of(dims);
    var dense = Operand.dense(Buffer.wrap(new float[shape.size()]), shape);
    run(spec, lhs, rhs, dense, null);
    StridedCopy.run(dims, dense, out);
  }

  /** {@return the tables of all phases that have outputs, for some images} */
  private List<PhaseTables> tables(int images, int allChannels) {
    int[] strides = ConvInput.strides(lhsStrides, images, axes, allChannels);
    boolean depthwise = isDepthwise(strides);
    int rowImages = spec.batchGroups() == 1 ? images : depthwise ? 1 : batch;
    var tables = new ArrayList<PhaseTables>();
    for (int i = 0; i < axes[0].phases(); i++) {
      for (int j = 0; j < axes[1].phases(); j++) {
        for (int k = 0; k < axes[2].phases(); k++) {
          var phase = new ConvPhase(axes, new int[] {i, j, k});
          if (rowImages * phase.outputs() > 0) {
            tables.add(
                PhaseTables.of(
                    phase, depthwise, rowImages, channels, strides, rhsStrides, outStrides));
          }
        }
      }
    }
    return tables;
  }

  private void runGroups(
      List<PhaseTables> tables,
      ConvInput input,
      Operand rhs,
      Operand out,
      int target,
      boolean parallel) {
    if (isDepthwise(input.strides())) {
      for (var phase : tables) {
        runDepthwise(phase, input, rhs, out, target, parallel);
      }
      return;
    }
    int groups = spec.featureGroups() * spec.batchGroups();
    for (int g = 0; g < groups; g++) {
      int image = spec.batchGroups() > 1 ? g * batch * input.strides()[0] : 0;
      int channel = spec.featureGroups() > 1 ? g * channels * input.strides()[4] : 0;
      for (var phase : tables) {
        runProduct(
            phase,
            input,
            input.origin() + image + channel,
            rhs,
            rhs.offset() + g * features * rhsStrides[4],
            out,
            target + g * features * outStrides[4],
            parallel);
      }
    }
  }

  /**
   * {@return whether each group has one feature, and one channel or image, and groups are adjacent
   * in all operands}
   */
  private boolean isDepthwise(int[] strides) {
    if (features != 1 || rhsStrides[4] != 1) {
      return false;
    }
    boolean byChannel = spec.featureGroups() > 1 && channels == 1 && strides[4] == 1;
    boolean byImage = spec.batchGroups() > 1 && batch == 1 && strides[0] == 1;
    return byChannel || byImage;
  }

  private void runProduct(
      PhaseTables phase,
      ConvInput input,
      int aStart,
      Operand rhs,
      int bStart,
      Operand out,
      int target,
      boolean parallel) {
    if (phase.kOffsets().length == 0) {
      clear(out, target, phase, features);
      return;
    }
    new Gemm(
            phase.rows(),
            features,
            input.data(),
            aStart,
            phase.rowOffsets(),
            phase.kOffsets(),
            phase.run(),
            rhs.buffer().floats(),
            bStart,
            phase.bOffsets(),
            rhsStrides[4],
            out.buffer().floats(),
            target,
            phase.outOffsets(),
            1)
        .compute(parallel, epilogue);
  }

  private void runDepthwise(
      PhaseTables phase, ConvInput input, Operand rhs, Operand out, int target, boolean parallel) {
    int width = spec.featureGroups() * spec.batchGroups();
    if (phase.kOffsets().length == 0) {
      clear(out, target, phase, width);
      return;
    }
    new DepthwiseProduct(
            false,
            phase.rows(),
            phase.kOffsets().length,
            width,
            input.data(),
            input.origin(),
            phase.rowOffsets(),
            phase.kOffsets(),
            rhs.buffer().floats(),
            rhs.offset(),
            phase.bOffsets(),
            out.buffer().floats(),
            target,
            phase.outOffsets())
        .compute(parallel);
  }

  private static void clear(Operand out, int target, PhaseTables phase, int columns) {
    for (int i = 0; i < phase.rows(); i++) {
      int at = target + phase.outOffsets()[i];
      Arrays.fill(out.buffer().floats(), at, at + columns, 0f);
    }
  }
}
