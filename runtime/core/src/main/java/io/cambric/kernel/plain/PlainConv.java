package io.cambric.kernel.plain;

import io.cambric.array.DType;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.block.Fold;
import io.cambric.kernel.block.StridedIndex;
import io.cambric.kernel.thread.Parallel;

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
          for (int pixel = from; pixel < to; pixel++) {
            java.util.Arrays.fill(real, 0);
            java.util.Arrays.fill(whole, 0);
            int[] at = spatialIndex(pixel % outPixels);
            int tapCount = taps();
            for (int tap = 0; tap < tapCount; tap++) {
              int source = sourcePixel(at, tap);
              if (source >= 0) {
                addTap(x, w, pixel / outPixels, source, tap, real, whole);
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

  private int taps() {
    int taps = 1;
    for (int d = 0; d < spatial; d++) {
      taps *= spec.rhs().get(d);
    }
    return taps;
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

  private void addTap(
      Object x, Object w, int image, int source, int tap, double[] real, long[] whole) {
    int sourcePixels = 1;
    for (int d = 1; d <= spatial; d++) {
      sourcePixels *= spec.lhs().get(d);
    }
    int groups = spec.featureGroups() * spec.batchGroups();
    int width = features / groups;
    int channelsPerGroup = channels / spec.featureGroups();
    int images = spec.lhs().get(0) / spec.batchGroups();
    for (int g = 0; g < groups; g++) {
      int batch = spec.batchGroups() > 1 ? image + g * images : image;
      int channel = spec.featureGroups() > 1 ? g * channelsPerGroup : 0;
      int xAt = (batch * sourcePixels + source) * channels + channel;
      int wAt = tap * channelsPerGroup * features + g * width;
      for (int c = 0; c < channelsPerGroup; c++) {
        int row = wAt + c * features;
        if (x instanceof double[] values) {
          addScaled(values[xAt + c], (double[]) w, row, real, g * width, width);
        } else {
          addScaled(((long[]) x)[xAt + c], (long[]) w, row, whole, g * width, width);
        }
      }
    }
  }

  private static void addScaled(double a, double[] w, int at, double[] sums, int to, int n) {
    for (int i = 0; i < n; i++) {
      sums[to + i] += a * w[at + i];
    }
  }

  private static void addScaled(long a, long[] w, int at, long[] sums, int to, int n) {
    for (int i = 0; i < n; i++) {
      sums[to + i] += a * w[at + i];
    }
  }
}
