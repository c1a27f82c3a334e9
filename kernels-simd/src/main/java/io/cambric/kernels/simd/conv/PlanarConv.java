package io.cambric.kernels.simd.conv;

import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.block.EpilogueRun;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.gemm.Gemm;
import io.cambric.kernels.simd.gemm.Packing;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.micro.OffsetTables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Convolutions in planar layout, for fewer features than a tile has columns, such as gradients of
 * images with three colours. Channels become padded planes, and vectors hold neighbouring outputs,
 * so that few features do not waste lanes. Neighbouring outputs of a phase must read neighbouring
 * elements.
 *
 * <p>The lines of a plane, padding included, are convolved as one line. Outputs between two lines
 * of results are dropped.
 */
final class PlanarConv {

  /**
   * The lanes that cost estimates assume. The estimates decide which sums are made, and results
   * must not depend on the machine.
   */
  private static final int LANES = 16;

  /** Cost of copying an element into its plane, or a result out of it, in multiplications. */
  private static final int COPY_COST = LANES;

  /** The least gain over the usual product. */
  private static final double GAIN = 1.1;

  /** Pixels that are transposed at once. */
  private static final int PIXELS = Packing.PACK_MR;

  private final ConvAxis[] axes;
  private final int images;
  private final int channels;
  private final int features;
  private final int[] lhsStrides;
  private final int[] rhsStrides;
  private final int[] outStrides;
  private final int line;
  private final int area;
  private final int plane;
  private final int origin;
  private final List<Phase> phases = new ArrayList<>();
  private int sums;

  /**
   * A phase of the convolution; see {@link ConvAxis}.
   *
   * @param outputs of each axis
   * @param length outputs of an area as one line
   */
  private record Phase(
      int[] first, int[] outputs, int length, int[] kOffsets, int[] bOffsets, int weights) {}

  private PlanarConv(
      ConvSpec spec, ConvAxis[] axes, int[] lhsStrides, int[] rhsStrides, int[] outStrides) {
    this.axes = axes;
    this.lhsStrides = lhsStrides;
    this.rhsStrides = rhsStrides;
    this.outStrides = outStrides;
    int spatial = spec.spatialRank();
    images = spec.lhs().get(0);
    channels = spec.rhs().get(spatial);
    features = spec.rhs().get(spatial + 1);
    line = axes[2].end() - axes[2].first();
    area = line * (axes[1].end() - axes[1].first());
    int elements = area * (axes[0].end() - axes[0].first());
    // One more vector, so that a pixel of all planes does not map to the same cache set.
    plane = (elements - 1) / Species.LANES * Species.LANES + 2 * Species.LANES;
    origin = -axes[0].first() * area - axes[1].first() * line - axes[2].first();
  }

  /**
   * Computes a convolution if its strides and features are of this kind, and the features are
   * adjacent.
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
    if (spec.featureGroups() > 1
        || spec.batchGroups() > 1
        || axes[1].step() != 1
        || axes[2].step() != 1
        || Arrays.stream(spec.lhs().toArray()).anyMatch(n -> n == 0)
        || Arrays.stream(spec.rhs().toArray()).anyMatch(n -> n == 0)) {
      return false;
    }
    var conv = new PlanarConv(spec, axes, lhsStrides, rhsStrides, outStrides);
    if (!conv.isWorthwhile()) {
      return false;
    }
    conv.addPhases(rhs.offset());
    conv.compute(lhs, rhs, out, epilogue);
    return true;
  }

  private boolean isWorthwhile() {
    boolean together = outStrides[3] == features || axes[2].out() == 1;
    if (!together || lhsStrides[4] != 1) {
      return false;
    }
    double outputs = (double) axes[0].out() * axes[1].out() * axes[2].out();
    double products = channels;
    for (var axis : axes) {
      products *= (double) axis.taps() / axis.holes();
    }
    // Lines of outputs include the outputs between them, and are padded to whole tiles.
    double lines = (double) axes[1].out() / axes[1].phases() * line;
    int tile = PlanarMicroKernel.of(features).countedVectors() * LANES;
    double length = Math.ceil(lines / tile) * tile;
    double computed = (double) axes[0].out() * axes[1].phases() * axes[2].phases() * length;
    double copied = (double) channels * axes[0].size() * axes[1].size() * axes[2].size();
    double cost = computed * products * features + COPY_COST * (copied + outputs * features);
    int columns = (features - 1) / LANES * LANES + LANES;
    return cost * GAIN < outputs * products * columns;
  }

  private void addPhases(int bStart) {
    int[] strides = {0, area, line, 1, plane};
    int weights = 0;
    for (int i = 0; i < axes[0].phases(); i++) {
      for (int j = 0; j < axes[1].phases(); j++) {
        for (int k = 0; k < axes[2].phases(); k++) {
          int[] first = {i, j, k};
          int[] outputs = {
            axes[0].outputs(i), axes[1].outputs(j), axes[2].outputs(k),
          };
          if (outputs[0] == 0 || outputs[1] == 0 || outputs[2] == 0) {
            continue;
          }
          var phase = new ConvPhase(axes, first);
          int[] kOffsets = phase.kOffsetTable(origin, strides, channels, 1, true);
          int[] bOffsets = phase.kernelTable(bStart, rhsStrides, channels, true);
          int length = (outputs[1] - 1) * line + outputs[2];
          phases.add(new Phase(first, outputs, length, kOffsets, bOffsets, weights));
          weights += kOffsets.length * features;
          for (int f = 0; f < features; f += PlanarMicroKernel.of(features - f).features()) {
            sums = Math.max(sums, PlanarMicroKernel.of(features - f).padded(length));
          }
        }
      }
    }
  }

  private void compute(Operand lhs, Operand rhs, Operand out, @Nullable EpilogueRun epilogue) {
    var last = phases.getLast();
    try (var shared = new Scratch()) {
      float[] weights = shared.floats(last.weights + last.kOffsets.length * features);
      for (var phase : phases) {
        packWeights(phase, rhs.buffer().floats(), weights);
      }
      Parallel.forRange(
          images,
          1,
          (from, to) -> {
            try (var scratch = new Scratch()) {
              // The last tile of the last plane reads beyond it.
              float[] planes = scratch.zeros(channels * plane + sums);
              float[] results = scratch.floats(features * sums);
              for (int image = from; image < to; image++) {
                copy(lhs, lhs.offset() + image * lhsStrides[0], planes);
                int target = out.offset() + image * outStrides[0];
                for (var phase : phases) {
                  run(phase, planes, weights, results, out.buffer().floats(), target);
                }
                finish(epilogue, target);
              }
            }
          });
    }
  }

  /** Packs the weights: those of the features of a tile are adjacent for each k. */
  private void packWeights(Phase phase, float[] rhs, float[] weights) {
    int to = phase.weights;
    for (int f = 0, count; f < features; f += count) {
      count = PlanarMicroKernel.of(features - f).features();
      for (int at : phase.bOffsets) {
        for (int i = 0; i < count; i++) {
          weights[to++] = rhs[at + (f + i) * rhsStrides[4]];
        }
      }
    }
  }

  /** Copies the channels of an image into their planes. */
  private void copy(Operand lhs, int image, float[] planes) {
    float[] source = lhs.buffer().floats();
    int width = axes[2].size();
    int[] pixelOffsets = OffsetTables.of(PIXELS, lhsStrides[3]);
    for (int i = 0; i < axes[0].size(); i++) {
      for (int j = 0; j < axes[1].size(); j++) {
        int from = image + i * lhsStrides[1] + j * lhsStrides[2];
        int to = origin + i * area + j * line;
        if (channels < Species.LANES || width < PIXELS) {
          copyLine(source, from, width, planes, to);
          continue;
        }
        for (int x = 0; x < width; x += PIXELS) {
          int pixel = Math.min(x, width - PIXELS);
          int offset = from + pixel * lhsStrides[3];
          Packing.ALL.transpose(
              source, pixelOffsets, 0, PIXELS, offset, planes, to + pixel, plane, channels);
        }
      }
    }
  }

  /** Copies the channels of a line of pixels into their planes, one after another. */
  private void copyLine(float[] source, int from, int width, float[] planes, int to) {
    int step = lhsStrides[3];
    for (int c = 0; c < channels; c++) {
      int first = from + c;
      int target = to + c * plane;
      for (int x = 0; x < width; x++) {
        planes[target + x] = source[first + x * step];
      }
    }
  }

  private void run(
      Phase phase, float[] planes, float[] weights, float[] results, float[] out, int image) {
    int start = image;
    for (int d = 0; d < axes.length; d++) {
      start += phase.first[d] * outStrides[d + 1];
    }
    for (int i = 0; i < phase.outputs[0]; i++) {
      int offset = i * axes[0].step() * area;
      int weight = phase.weights;
      for (int f = 0, count; f < features; f += count) {
        var kernel = PlanarMicroKernel.of(features - f);
        count = kernel.features();
        int length = kernel.padded(phase.length);
        int to = f * sums;
        kernel.run(planes, offset, phase.kOffsets, weights, weight, results, to, sums, length);
        weight += phase.kOffsets.length * count;
      }
      store(phase, results, out, start + i * axes[0].phases() * outStrides[1]);
    }
  }

  /** Copies the results of an area to their positions in the output. */
  private void store(Phase phase, float[] results, float[] out, int start) {
    int step = axes[2].phases() * outStrides[3];
    for (int j = 0; j < phase.outputs[1]; j++) {
      int to = start + j * axes[1].phases() * outStrides[2];
      for (int f = 0; f < features; f++) {
        int from = f * sums + j * line;
        if (step == 1) {
          System.arraycopy(results, from, out, to + f, phase.outputs[2]);
          continue;
        }
        for (int k = 0; k < phase.outputs[2]; k++) {
          out[to + k * step + f] = results[from + k];
        }
      }
    }
  }

  private void finish(@Nullable EpilogueRun epilogue, int image) {
    int[] lineOffsets = new int[axes[0].out() * axes[1].out()];
    for (int i = 0; i < lineOffsets.length; i++) {
      int j = i % axes[1].out();
      lineOffsets[i] = image + i / axes[1].out() * outStrides[1] + j * outStrides[2];
    }
    Gemm.finish(epilogue, lineOffsets, 0, lineOffsets.length, 0, axes[2].out() * features);
  }
}
