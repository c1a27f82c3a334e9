package io.cambric.kernels.simd;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.EpilogueRun;
import io.cambric.kernel.Operand;
import io.cambric.kernel.Parallel;
import io.cambric.kernel.Scratch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * f32 convolutions as matrix products that read the lhs where it lies: output pixels are rows, taps
 * and channels are depths. Nothing is unfolded and no hole of a dilated operand is visited. The
 * gradients are convolutions too and go the same way.
 */
final class SimdConv {

  private static final int AXES = 3;

  /** Shorter runs are read faster one by one, through a table. */
  private static final int LEAST_RUN = 8;

  /** Elements of padded images that stay in the second-level cache, beside other things. */
  private static final int COPY_BLOCK = 1 << 16;

  /** Rows of a part that make up for packing the kernel: gradients of kernels have few. */
  private static final int LEAST_ROWS = 128;

  /** Parts a thread into which images are divided, or not at all. */
  private static final int PARTS = 2;

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

  /** Puts strides of single axes in front of the spatial ones. */
  private static int[] widened(int[] strides, int before, int spatial) {
    int missing = AXES - spatial;
    int[] all = new int[strides.length + missing];
    System.arraycopy(strides, 0, all, 0, before);
    System.arraycopy(strides, before, all, before + missing, strides.length - before);
    return all;
  }

  /** {@return whether this is one product, whose results have their features together} */
  static boolean isOneProduct(ConvSpec spec, Operand out) {
    int features = out.strides()[spec.spatialRank() + 1];
    return spec.featureGroups() == 1
        && spec.batchGroups() == 1
        && spec.lhsDilation().all(1)
        && Arrays.stream(spec.rhs().toArray()).allMatch(size -> size > 0)
        && (features == 1 || spec.out().get(spec.spatialRank() + 1) == 1);
  }

  /** {@return whether it did: not for more than three spatial axes or enormous padding} */
  static boolean run(
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
      int images = conv.imagesTogether(allChannels);
      if (images < conv.batch) {
        conv.runImages(lhs, rhs, out, images);
      } else {
        conv.run(lhs, rhs, out, allChannels, true);
      }
    }
    return true;
  }

  private boolean runSpecially(Operand lhs, Operand rhs, Operand out) {
    return KernelGradient.run(
            spec, axes, lhs, lhsStrides, rhs, rhsStrides, out, outStrides, epilogue)
        || ScatterConv.run(spec, axes, lhs, lhsStrides, rhs, rhsStrides, out, outStrides, epilogue);
  }

  /** {@return images whose padded copies stay in the cache, or all if they are not to be parted} */
  private int imagesTogether(int allChannels) {
    long copied = ConvInput.copied(1, axes, allChannels);
    if (copied == 0 || spec.batchGroups() > 1) {
      return batch;
    }
    int images = (int) Math.max(1, COPY_BLOCK / copied);
    long rows = (long) images * axes[0].out() * axes[1].out() * axes[2].out();
    int parts = (batch - 1) / images + 1;
    return rows < LEAST_ROWS || parts < PARTS * Parallel.threads() ? batch : images;
  }

  /** Convolves some images at a time, and leaves different ones to different threads. */
  private void runImages(Operand lhs, Operand rhs, Operand out, int images) {
    int all = spec.lhs().get(0);
    Parallel.forRange(
        (all - 1) / images + 1,
        1,
        (from, to) -> {
          for (int i = from * images; i < Math.min(to * images, all); i += images) {
            int count = Math.min(images, all - i);
            var part =
                new ConvSpec(
                    withFirst(spec.lhs(), count),
                    spec.rhs(),
                    withFirst(spec.out(), count),
                    spec.strides(),
                    spec.padLow(),
                    spec.lhsDilation(),
                    spec.rhsDilation(),
                    spec.featureGroups(),
                    spec.batchGroups());
            var x = advanced(lhs, i);
            var y = advanced(out, i);
            int allChannels = spec.lhs().get(spec.spatialRank() + 1);
            new SimdConv(part, x, rhs, y, epilogue).run(x, rhs, y, allChannels, false);
          }
        });
  }

  private static Axes withFirst(Axes dims, int first) {
    int[] changed = dims.toArray();
    changed[0] = first;
    return Axes.of(changed);
  }

  private static Operand advanced(Operand operand, int images) {
    int[] strides = operand.strides();
    return new Operand(operand.buffer(), operand.offset() + images * strides[0], strides);
  }

  private void run(Operand lhs, Operand rhs, Operand out, int allChannels, boolean parallel) {
    int images = spec.lhs().get(0);
    try (var scratch = new Scratch()) {
      float[] copy = scratch.floats((int) ConvInput.copied(images, axes, allChannels));
      var input = ConvInput.of(lhs, lhsStrides, images, axes, allChannels, copy);
      runGroups(input, rhs, out, parallel);
    }
  }

  private static void runThroughCopy(ConvSpec spec, Operand lhs, Operand rhs, Operand out) {
    int[] dims = spec.out().toArray();
    var shape = io.cambric.array.Shape.of(dims);
    var dense = Operand.dense(Buffer.wrap(new float[shape.size()]), shape);
    run(spec, lhs, rhs, dense, null);
    Strided.copy(dims, dense, out);
  }

  private void runGroups(ConvInput input, Operand rhs, Operand out, boolean parallel) {
    if (isDepthwise(input, rhs)) {
      runPhases(input, input.origin(), rhs, rhs.offset(), out, out.offset(), true, parallel);
      return;
    }
    int groups = spec.featureGroups() * spec.batchGroups();
    for (int g = 0; g < groups; g++) {
      int image = spec.batchGroups() > 1 ? g * batch * input.strides()[0] : 0;
      int channel = spec.featureGroups() > 1 ? g * channels * input.strides()[4] : 0;
      runPhases(
          input,
          input.origin() + image + channel,
          rhs,
          rhs.offset() + g * features * rhsStrides[4],
          out,
          out.offset() + g * features * outStrides[4],
          false,
          parallel);
    }
  }

  /** One feature a group, of one channel or one image; groups lie together in all operands. */
  private boolean isDepthwise(ConvInput input, Operand rhs) {
    if (features != 1 || rhsStrides[4] != 1) {
      return false;
    }
    boolean byChannel = spec.featureGroups() > 1 && channels == 1 && input.strides()[4] == 1;
    boolean byImage = spec.batchGroups() > 1 && batch == 1 && input.strides()[0] == 1;
    return byChannel || byImage;
  }

  private void runPhases(
      ConvInput input,
      int left,
      Operand rhs,
      int right,
      Operand out,
      int target,
      boolean depthwise,
      boolean parallel) {
    for (int i = 0; i < axes[0].phases(); i++) {
      for (int j = 0; j < axes[1].phases(); j++) {
        for (int k = 0; k < axes[2].phases(); k++) {
          var phase = new ConvPhase(axes, new int[] {i, j, k});
          int images = depthwise && spec.batchGroups() > 1 ? 1 : batch;
          int rows = images * phase.outputs();
          if (rows == 0) {
            continue;
          }
          // Rows that lie side by side are packed and loaded together.
          boolean inside = input.strides()[0] == 1;
          int[] rowAt = phase.rowTable(images, inside, left, input.strides());
          int[] outAt = phase.outTable(images, inside, target, outStrides);
          if (depthwise) {
            runDepthwise(phase, input, rowAt, rhs, right, out, outAt, rows);
          } else {
            runProduct(phase, input, rowAt, rhs, right, out, outAt, rows, parallel);
          }
        }
      }
    }
  }

  private void runProduct(
      ConvPhase phase,
      ConvInput input,
      int[] rowAt,
      Operand rhs,
      int right,
      Operand out,
      int[] outAt,
      int rows,
      boolean parallel) {
    if (phase.taps() == 0 || channels == 0) {
      clear(out.buffer().floats(), outAt, rows, features);
      return;
    }
    int[] strides = input.strides();
    boolean together = channels == 1 ? phase.isRow(strides[3], 1) : strides[4] == 1;
    int taps = together && phase.isRow(strides[3], channels) ? phase.rowTaps() : 1;
    boolean runs = together && taps * channels >= LEAST_RUN;
    int merged = runs ? taps : 1;
    int run = merged * (runs ? channels : 1);
    boolean channelsOutside = !runs && Math.abs(strides[4]) > Math.abs(strides[3]);
    int[] rightAt = phase.depthTable(right, rhsStrides, 0, true, channels, 1, channelsOutside);
    int[] depthAt =
        phase.depthTable(0, strides, 1, false, runs ? 1 : channels, merged, channelsOutside);
    new Product(
            rows,
            features,
            input.data(),
            0,
            rowAt,
            depthAt,
            run,
            rhs.buffer().floats(),
            0,
            rightAt,
            rhsStrides[4],
            out.buffer().floats(),
            0,
            outAt,
            1)
        .compute(parallel, epilogue);
  }

  private void runDepthwise(
      ConvPhase phase,
      ConvInput input,
      int[] rowAt,
      Operand rhs,
      int right,
      Operand out,
      int[] outAt,
      int rows) {
    int width = spec.featureGroups() * spec.batchGroups();
    if (phase.taps() == 0 || channels == 0) {
      clear(out.buffer().floats(), outAt, rows, width);
      return;
    }
    boolean outside = Math.abs(input.strides()[4]) > Math.abs(input.strides()[3]);
    new DepthwiseProduct(
            rows,
            width,
            input.data(),
            rowAt,
            phase.depthTable(0, input.strides(), 1, false, channels, 1, outside),
            rhs.buffer().floats(),
            phase.depthTable(right, rhsStrides, 0, true, channels, 1, outside),
            out.buffer().floats(),
            outAt)
        .compute();
  }

  private static void clear(float[] out, int[] outAt, int rows, int columns) {
    for (int i = 0; i < rows; i++) {
      Arrays.fill(out, outAt[i], outAt[i] + columns, 0f);
    }
  }
}
