package io.cambric.kernel.plain;

import io.cambric.array.DType;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.block.Fold;
import io.cambric.kernel.block.StridedIndex;
import io.cambric.kernel.thread.Parallel;
import java.util.Arrays;

/**
 * Plain direct convolution with sums in double precision, or in 64-bit integers. For each output
 * pixel and each tap that hits an element, a row of the kernel is added to all output features.
 */
final class PlainConv {

  private final ConvSpec spec;
  private final int spatial;
  private final int channels;
  private final int features;
  private final int outPixels;
  private final int taps;
  private final int groups;
  private final int channelsPerGroup;
  private final boolean byChannel;

  /** The number of lhs elements in an image, then the distance of consecutive groups. */
  private final int image;

  private final int group;

  private PlainConv(ConvSpec spec) {
    this.spec = spec;
    spatial = spec.spatialRank();
    channels = spec.lhs().get(spatial + 1);
    features = spec.rhs().get(spatial + 1);
    int pixels = 1;
    for (int d = 1; d <= spatial; d++) {
      pixels *= spec.out().get(d);
    }
    outPixels = pixels;
    taps = spec.taps();
    byChannel = spec.sumsByChannel();
    groups = spec.featureGroups() * spec.batchGroups();
    channelsPerGroup = channels / spec.featureGroups();
    int elements = channels;
    for (int d = 1; d <= spatial; d++) {
      elements *= spec.lhs().get(d);
    }
    image = elements;
    group =
        spec.batchGroups() > 1 ? spec.lhs().get(0) / spec.batchGroups() * image : channelsPerGroup;
  }

  static void run(ConvSpec spec, DType dtype, Operand lhs, Operand rhs, Operand out) {
    new PlainConv(spec).run(dtype.isFloating(), lhs, rhs, out);
  }

  private void run(boolean floating, Operand lhs, Operand rhs, Operand out) {
    int[] lhsDims = spec.lhs().toArray();
    int[] rhsDims = spec.rhs().toArray();
    int[] outDims = spec.out().toArray();
    Object x =
        floating ? StridedIndex.denseDoubles(lhsDims, lhs) : StridedIndex.denseLongs(lhsDims, lhs);
    Object w =
        floating ? StridedIndex.denseDoubles(rhsDims, rhs) : StridedIndex.denseLongs(rhsDims, rhs);
    var results = StridedIndex.of(outDims, outDims.length, out);
    int pixels = outDims[0] * outPixels;
    Parallel.forRange(
        pixels,
        16,
        (from, to) -> {
          double[] real = new double[floating ? features : 0];
          long[] whole = new long[floating ? 0 : features];
          int[] sources = new int[taps];
          for (int pixel = from; pixel < to; pixel++) {
            Arrays.fill(real, 0);
            Arrays.fill(whole, 0);
            int[] at = spatialIndex(pixel % outPixels);
            for (int tap = 0; tap < taps; tap++) {
              sources[tap] = sourcePixel(at, tap);
            }
            int start = pixel / outPixels * image;
            for (int i = 0; i < taps * channelsPerGroup; i++) {
              int tap = byChannel ? i % taps : i / channelsPerGroup;
              int channel = byChannel ? i / taps : i % channelsPerGroup;
              int first = start + sources[tap] * channels + channel;
              int row = (tap * channelsPerGroup + channel) * features;
              if (sources[tap] < 0) {
                continue;
              }
              if (floating) {
                add((double[]) x, first, (double[]) w, row, real);
              } else {
                add((long[]) x, first, (long[]) w, row, whole);
              }
            }
            for (int o = 0; o < features; o++) {
              int position = results.position(pixel * features + o);
              if (floating) {
                out.buffer().setDouble(position, real[o]);
              } else {
                Fold.storeWhole(out.buffer(), position, whole[o]);
              }
            }
          }
        });
  }

  private int[] spatialIndex(int pixel) {
    int[] index = new int[spatial];
    int rest = pixel;
    for (int d = spatial - 1; d >= 0; d--) {
      index[d] = rest % spec.out().get(d + 1);
      rest /= spec.out().get(d + 1);
    }
    return index;
  }

  /** {@return the pixel of the lhs under a tap, or -1 in padding and in holes of a dilated lhs} */
  private int sourcePixel(int[] at, int tap) {
    int source = 0;
    int scale = 1;
    int rest = tap;
    for (int d = spatial - 1; d >= 0; d--) {
      int offset = rest % spec.rhs().get(d);
      rest /= spec.rhs().get(d);
      int p =
          at[d] * spec.strides().get(d) - spec.padLow().get(d) + offset * spec.rhsDilation().get(d);
      int dilation = spec.lhsDilation().get(d);
      int size = spec.lhs().get(d + 1);
      if (p < 0 || p % dilation != 0 || p / dilation >= size) {
        return -1;
      }
      source += p / dilation * scale;
      scale *= size;
    }
    return source;
  }

  /** Adds a row of the kernel to the sums of a pixel, multiplied by the elements of each group. */
  private void add(double[] x, int from, double[] w, int row, double[] sums) {
    int width = features / groups;
    if (width == 1 && group == 1) {
      addProducts(x, from, w, row, sums);
    } else {
      for (int g = 0; g < groups; g++) {
        addScaled(x[from + g * group], w, row + g * width, sums, g * width, width);
      }
    }
  }

  private void add(long[] x, int from, long[] w, int row, long[] sums) {
    int width = features / groups;
    for (int g = 0; g < groups; g++) {
      addScaled(x[from + g * group], w, row + g * width, sums, g * width, width);
    }
  }

  /** Adds products in a depthwise convolution, where each group has one channel and one feature. */
  private static void addProducts(double[] x, int from, double[] w, int row, double[] sums) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] = Math.fma(x[from + i], w[row + i], sums[i]);
    }
  }

  private static void addScaled(double a, double[] w, int at, double[] sums, int to, int n) {
    for (int i = 0; i < n; i++) {
      sums[to + i] = Math.fma(a, w[at + i], sums[to + i]);
    }
  }

  private static void addScaled(long a, long[] w, int at, long[] sums, int to, int n) {
    for (int i = 0; i < n; i++) {
      sums[to + i] += a * w[at + i];
    }
  }
}
