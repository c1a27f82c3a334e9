package io.cambric.kernels.simd.conv;

import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.block.EpilogueRun;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.gemm.Gemm;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.VectorLoop;
import io.cambric.kernels.simd.micro.OffsetTables;
import io.cambric.kernels.simd.micro.Rows;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Convolutions as one product with all taps as columns, followed by a scatter-add (col2im). For a
 * stride of one and too few features for the columns of a tile, such as gradients of images with
 * three colours.
 *
 * <p>Taps of a line with adjacent results form a run, which is added at once. The sums have room
 * for all taps at the margins; their middle is the result.
 */
public final class ScatterConv {

  /**
   * The lanes that cost estimates assume. The estimates decide which sums are made, and results
   * must not depend on the machine.
   */
  private static final int LANES = 16;

  /** Cost of adding one vector of a run, in multiplications. */
  private static final int VECTOR_COST = 6 * LANES;

  /** Elements of the product that are buffered until they are added. */
  private static final int PRODUCTS = 1 << 17;

  private static final int SAMPLE = 5 * Species.LANES + 3;

  public static final BlockLoops ADD_RUNS =
      new BlockLoops(
          ScatterLoops.class,
          "addRuns",
          new float[4 * SAMPLE],
          0,
          new float[4 * SAMPLE],
          0,
          new int[2],
          SAMPLE,
          SAMPLE,
          2);

  private final ConvAxis[] axes;
  private final int images;
  private final int channels;
  private final int features;
  private final int taps;
  private final int run;
  private final int[] size = new int[3];
  private final int pixels;
  private final int sums;
  private final int lines;
  private final int[] lhsStrides;
  private final int[] rhsStrides;
  private final int[] outStrides;

  private ScatterConv(
      ConvSpec spec, ConvAxis[] axes, int[] lhsStrides, int[] rhsStrides, int[] outStrides) {
    this.axes = axes;
    this.lhsStrides = lhsStrides;
    this.rhsStrides = rhsStrides;
    this.outStrides = outStrides;
    int spatial = spec.spatialRank();
    images = spec.lhs().get(0);
    channels = spec.rhs().get(spatial);
    features = spec.rhs().get(spatial + 1);
    taps = axes[0].taps() * axes[1].taps() * axes[2].taps();
    run = axes[2].dilation() == 1 ? axes[2].taps() * features : features;
    pixels = axes[0].size() * axes[1].size() * axes[2].size();
    for (int d = 0; d < size.length; d++) {
      size[d] =
          (axes[d].size() - 1) * axes[d].holes() + (axes[d].taps() - 1) * axes[d].dilation() + 1;
    }
    sums = size[0] * size[1] * size[2] * features;
    lines = Math.clamp(PRODUCTS / ((long) axes[2].size() * taps * features), 1, axes[1].size());
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
        || !spec.strides().all(1)
        || Arrays.stream(spec.lhs().toArray()).anyMatch(n -> n == 0)
        || Arrays.stream(spec.rhs().toArray()).anyMatch(n -> n == 0)) {
      return false;
    }
    var conv = new ScatterConv(spec, axes, lhsStrides, rhsStrides, outStrides);
    if (!conv.isWorthwhile()) {
      return false;
    }
    conv.compute(lhs, rhs, out, epilogue);
    return true;
  }

  private boolean isWorthwhile() {
    if (outStrides[3] != features && axes[2].out() > 1) {
      return false;
    }
    double outputs = 1;
    for (var axis : axes) {
      outputs *= (double) axis.out() / axis.holes();
    }
    int columns = taps * features;
    double vectors = (double) columns / run * ((run - 1) / LANES + 1);
    double direct = outputs * taps * channels * tiled(features);
    return direct > pixels * (channels * tiled(columns) + VECTOR_COST * vectors);
  }

  /** {@return {@code columns}, padded to tiles of one or two vectors} */
  private static double tiled(int columns) {
    int tile = columns <= LANES ? LANES : 2 * LANES;
    return (columns - 1) / tile * tile + tile;
  }

  private void compute(Operand lhs, Operand rhs, Operand out, @Nullable EpilogueRun epilogue) {
    int columns = taps * features;
    int[] rowOffsets = pixelTable(lines);
    int[] restOffsets = pixelTable(axes[1].size() % lines);
    try (var shared = new Scratch()) {
      float[] b = shared.floats(channels * columns);
      int[] runOffsets = arrange(rhs, b);
      Parallel.forRange(
          images,
          1,
          (from, to) -> {
            try (var scratch = new Scratch()) {
              float[] product = scratch.floats(lines * axes[2].size() * columns);
              float[] target = scratch.floats(sums);
              for (int image = from; image < to; image++) {
                Arrays.fill(target, 0, sums, 0f);
                for (int i = 0; i < axes[0].size(); i++) {
                  for (int j = 0; j < axes[1].size(); j += lines) {
                    int count = Math.min(lines, axes[1].size() - j);
                    int start = image * lhsStrides[0] + i * lhsStrides[1] + j * lhsStrides[2];
                    int[] at = count == lines ? rowOffsets : restOffsets;
                    multiply(lhs, lhs.offset() + start, count, at, b, product);
                    scatter(product, i, j, count, target, runOffsets);
                  }
                }
                store(target, out, out.offset() + image * outStrides[0], epilogue);
              }
            }
          });
    }
  }

  /** Multiplies the pixels of some lines by all taps. */
  private void multiply(
      Operand lhs, int start, int count, int[] rowOffsets, float[] b, float[] product) {
    int columns = taps * features;
    int rows = count * axes[2].size();
    boolean together = lhsStrides[4] == 1;
    new Gemm(
            rows,
            columns,
            new Rows(lhs.buffer().floats(), rowOffsets, 0, start),
            together ? OffsetTables.of(1, 0) : OffsetTables.of(channels, lhsStrides[4]),
            together ? channels : 1,
            Rows.of(b, 0, channels, columns),
            1,
            new Rows(product, Gemm.rowTable(rows, columns), 0, 0),
            1)
        .compute(false, null);
  }

  /**
   * Packs the kernel with all taps adjacent, those of a line in the order of their results.
   *
   * @return the positions of the runs in the sums
   */
  private int[] arrange(Operand rhs, float[] b) {
    int columns = taps * features;
    int[] runOffsets = new int[columns / run];
    int column = 0;
    for (int i = 0; i < axes[0].taps(); i++) {
      for (int j = 0; j < axes[1].taps(); j++) {
        for (int k = axes[2].taps() - 1; k >= 0; k--) {
          int at = rhs.offset() + i * rhsStrides[0] + j * rhsStrides[1] + k * rhsStrides[2];
          if (column % run == 0) {
            runOffsets[column / run] =
                (place(0, i) * size[1] + place(1, j)) * size[2] + place(2, k);
            runOffsets[column / run] *= features;
          }
          for (int c = 0; c < channels; c++) {
            for (int f = 0; f < features; f++) {
              b[c * columns + column + f] =
                  rhs.buffer().floats()[at + c * rhsStrides[3] + f * rhsStrides[4]];
            }
          }
          column += features;
        }
      }
    }
    return runOffsets;
  }

  /** {@return the distance of a tap from the first position of an element} */
  private int place(int d, int tap) {
    return (axes[d].taps() - 1 - tap) * axes[d].dilation();
  }

  /** {@return the positions of the pixels of some lines, padded to whole tiles} */
  private int[] pixelTable(int count) {
    int width = axes[2].size();
    int[] at = new int[Gemm.paddedRows(count * width)];
    for (int row = 0; row < at.length; row++) {
      int pixel = Math.min(row, count * width - 1);
      at[row] = pixel / width * lhsStrides[2] + pixel % width * lhsStrides[3];
    }
    return at;
  }

  private void scatter(
      float[] product, int i, int line, int count, float[] target, int[] runOffsets) {
    int width = axes[2].size();
    int step = axes[2].holes() * features;
    for (int j = 0; j < count; j++) {
      int row = i * axes[0].holes() * size[1] + (line + j) * axes[1].holes();
      int from = j * width * taps * features;
      addRuns(product, from, target, row * size[2] * features, runOffsets, run, step, width);
    }
  }

  private static void addRuns(
      float[] x, int from, float[] sums, int to, int[] runOffsets, int length, int step, int n) {
    if (ADD_RUNS.isHot((long) n * runOffsets.length * length)) {
      try {
        ADD_RUNS.handle().invokeExact(x, from, sums, to, runOffsets, length, step, n);
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
      return;
    }
    int s = from;
    for (int i = 0; i < n; i++) {
      for (int at : runOffsets) {
        int t = to + i * step + at;
        for (int j = 0; j < length; j++) {
          sums[t + j] += x[s + j];
        }
        s += length;
      }
    }
  }

  /** Copies the middle of the sums to the result. */
  private void store(float[] target, Operand out, int image, @Nullable EpilogueRun epilogue) {
    for (int i = 0; i < axes[0].out(); i++) {
      for (int j = 0; j < axes[1].out(); j++) {
        int to = image + i * outStrides[1] + j * outStrides[2];
        storeRow(target, i + margin(0), j + margin(1), out.buffer().floats(), to);
        Gemm.finish(
            epilogue, Rows.of(out.buffer().floats(), to, 1, 0), 1, axes[2].out() * features);
      }
    }
  }

  /** {@return the position of the first result in the sums} */
  private int margin(int d) {
    return place(d, 0) - axes[d].pad();
  }

  private void storeRow(float[] target, int i, int j, float[] out, int to) {
    int width = axes[2].out();
    int margin = margin(2);
    int from = Math.clamp(-margin, 0, width);
    int end = Math.clamp(size[2] - margin, from, width);
    if (i < 0 || i >= size[0] || j < 0 || j >= size[1]) {
      end = from;
    }
    Arrays.fill(out, to, to + from * features, 0f);
    if (end > from) {
      int s = ((i * size[1] + j) * size[2] + from + margin) * features;
      System.arraycopy(target, s, out, to + from * features, (end - from) * features);
    }
    Arrays.fill(out, to + end * features, to + width * features, 0f);
  }
}
