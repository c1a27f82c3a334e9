package io.cambric.kernels.simd.conv;

import io.cambric.kernel.block.ConvAxis;
import io.cambric.kernel.block.ConvPhase;
import io.cambric.kernel.block.ConvProblem;
import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.Rows;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.gemm.Gemm;
import io.cambric.kernels.simd.gemm.Packing;
import io.cambric.kernels.simd.jit.Species;
import java.util.ArrayList;
import java.util.List;

/**
 * Convolutions in planar layout, for fewer features than a tile has columns. An example is the
 * gradient of images with three colours. Channels become padded planes and vectors hold
 * neighbouring outputs, so few features waste no lanes. Neighbouring outputs of a phase must read
 * neighbouring elements.
 *
 * <p>The lines of a plane, padding included, are convolved as one line. Outputs between two lines
 * of results are dropped.
 */
final class PlanarConv {

  /**
   * The lanes that cost estimates assume. The estimates choose between orders of summation, so they
   * must not depend on the machine.
   */
  private static final int LANES = 16;

  /** Cost of copying an element into its plane, or a result out of it, in multiplications. */
  private static final int COPY_COST = LANES;

  /** The least gain over the usual product that makes this layout pay. */
  private static final double GAIN = 1.1;

  /** Pixels that are transposed at once, which fill the tiles of the transposition. */
  private static final int PIXELS = Math.max(Packing.PACK_MR, Species.LANES);

  private final ConvProblem problem;
  private final ConvAxis[] axes;
  private final int channels;
  private final int features;
  private final int[] lhsStrides;
  private final int[] outStrides;
  private final int line;
  private final int area;
  private final int plane;
  private final int origin;
  private final List<Part> parts = new ArrayList<>();
  private int sums;

  /**
   * A phase of the convolution, and its tables.
   *
   * @param length outputs of an area as one line
   * @param weights position of its packed weights
   */
  private record Part(ConvPhase phase, int length, int[] kOffsets, int[] bOffsets, int weights) {}

  private PlanarConv(ConvProblem problem) {
    this.problem = problem;
    axes = problem.axes();
    lhsStrides = problem.lhs().strides();
    outStrides = problem.out().strides();
    channels = problem.channels();
    features = problem.features();
    line = axes[2].paddedSize();
    area = line * axes[1].paddedSize();
    int elements = area * axes[0].paddedSize();
    // One more vector keeps a pixel of all planes from mapping to the same cache set.
    plane = (elements - 1) / Species.LANES * Species.LANES + 2 * Species.LANES;
    origin = -axes[0].first() * area - axes[1].first() * line - axes[2].first();
  }

  /**
   * Computes a convolution if its strides and features suit this layout, and the features are
   * adjacent.
   *
   * @return whether it was computed
   */
  static boolean run(ConvProblem problem) {
    var axes = problem.axes();
    if (problem.groups() > 1 || axes[1].step() != 1 || axes[2].step() != 1 || problem.isEmpty()) {
      return false;
    }
    var conv = new PlanarConv(problem);
    if (!conv.isWorthwhile()) {
      return false;
    }
    conv.addParts();
    conv.compute();
    return true;
  }

  private boolean isWorthwhile() {
    boolean together = outStrides[3] == features || axes[2].out() == 1;
    if (!together || channels > 1 && lhsStrides[4] != 1) {
      return false;
    }
    double outputs = problem.outputs();
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

  private void addParts() {
    int[] strides = {0, area, line, 1, plane};
    var rhs = problem.rhs();
    int weights = 0;
    for (var phase : ConvPhase.all(axes)) {
      int[] kOffsets = phase.kOffsetTable(origin, strides, channels, 1, true);
      int[] bOffsets = phase.kernelTable(rhs.offset(), rhs.strides(), channels, true);
      int length = (phase.outputs(1) - 1) * line + phase.outputs(2);
      parts.add(new Part(phase, length, kOffsets, bOffsets, weights));
      weights += kOffsets.length * features;
      for (int f = 0; f < features; f += PlanarMicroKernel.of(features - f).features()) {
        sums = Math.max(sums, PlanarMicroKernel.of(features - f).padded(length));
      }
    }
  }

  private void compute() {
    var lhs = problem.lhs();
    var out = problem.out();
    var last = parts.getLast();
    try (var shared = new Scratch()) {
      float[] weights = shared.floats(last.weights + last.kOffsets.length * features);
      for (var part : parts) {
        packWeights(part, weights);
      }
      Parallel.forRange(
          problem.images(),
          1,
          (from, to) -> {
            try (var scratch = new Scratch()) {
              // The last tile of the last plane reads beyond it.
              float[] planes = scratch.zeros(channels * plane + sums);
              float[] results = scratch.floats(features * sums);
              for (int image = from; image < to; image++) {
                copy(lhs.data(), lhs.offset() + image * lhsStrides[0], planes);
                int target = out.offset() + image * outStrides[0];
                for (var part : parts) {
                  run(part, planes, weights, results, target);
                }
                finish(target);
              }
            }
          });
    }
  }

  /** Packs the weights: for each k, the features of a tile are adjacent. */
  private void packWeights(Part part, float[] weights) {
    var rhs = problem.rhs();
    int to = part.weights;
    for (int f = 0, count; f < features; f += count) {
      count = PlanarMicroKernel.of(features - f).features();
      for (int at : part.bOffsets) {
        for (int i = 0; i < count; i++) {
          weights[to++] = rhs.data()[at + (f + i) * rhs.strides()[4]];
        }
      }
    }
  }

  /** Copies the channels of an image into their planes. */
  private void copy(float[] source, int image, float[] planes) {
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
          var pixels = new Rows(source, pixelOffsets, 0, offset);
          Packing.ALL.transpose(pixels, PIXELS, planes, to + pixel, plane, channels);
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

  private void run(Part part, float[] planes, float[] weights, float[] results, int image) {
    int start = image + part.phase.firstOutput(outStrides);
    for (int i = 0; i < part.phase.outputs(0); i++) {
      int offset = i * axes[0].step() * area;
      int weight = part.weights;
      for (int f = 0, count; f < features; f += count) {
        var kernel = PlanarMicroKernel.of(features - f);
        count = kernel.features();
        int length = kernel.padded(part.length);
        int to = f * sums;
        kernel.run(planes, offset, part.kOffsets, weights, weight, results, to, sums, length);
        weight += part.kOffsets.length * count;
      }
      store(part.phase, results, start + i * axes[0].phases() * outStrides[1]);
    }
  }

  /** Copies the results of an area to their positions in the output. */
  private void store(ConvPhase phase, float[] results, int start) {
    float[] out = problem.out().data();
    int step = axes[2].phases() * outStrides[3];
    int width = phase.outputs(2);
    for (int j = 0; j < phase.outputs(1); j++) {
      int to = start + j * axes[1].phases() * outStrides[2];
      for (int f = 0; f < features; f++) {
        int from = f * sums + j * line;
        if (step == 1) {
          System.arraycopy(results, from, out, to + f, width);
          continue;
        }
        for (int k = 0; k < width; k++) {
          out[to + k * step + f] = results[from + k];
        }
      }
    }
  }

  private void finish(int image) {
    int[] lineOffsets = new int[axes[0].out() * axes[1].out()];
    for (int i = 0; i < lineOffsets.length; i++) {
      int j = i % axes[1].out();
      lineOffsets[i] = i / axes[1].out() * outStrides[1] + j * outStrides[2];
    }
    var lines = new Rows(problem.out().data(), lineOffsets, 0, image);
    Gemm.finish(problem.fused(), lines, lineOffsets.length, axes[2].out() * features);
  }
}
