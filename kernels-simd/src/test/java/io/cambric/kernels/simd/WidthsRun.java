package io.cambric.kernels.simd;

import io.cambric.array.DType;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import io.cambric.kernels.simd.conv.ConvGradientTest;
import java.util.Arrays;
import java.util.Random;

/** Prints hashes of the results of convolutions, for {@link WidthsTest} to compare. */
final class WidthsRun {

  /** Prefix of each hash. */
  static final String RESULT = "result ";

  private static final int SAMPLES = 150;

  private static final int[] ONE = {1, 1};

  private static final Kernels KERNELS = new SimdKernels();

  private WidthsRun() {}

  public static void main(String[] args) {
    for (int seed = 0; seed < SAMPLES; seed++) {
      all(ConvGradientTest.Sample.next(new Random(seed)));
    }
    for (int channels : new int[] {1, 2, 3, 4, 6, 9, 17}) {
      for (int features : new int[] {1, 3, 8, 9, 16, 17, 24, 33, 64}) {
        for (int window : new int[] {1, 3, 5, 7}) {
          all(sample(4, 9, channels, features, window));
        }
      }
    }
    // This kernel has such a number of sums that there are fewer parts than images.
    var large = sample(15, 23, 200, 148, 3);
    ConvGradientTest.ofKernel(large, new Random(3), WidthsRun::print);
  }

  private static ConvGradientTest.Sample sample(
      int images, int size, int channels, int features, int window) {
    int[] sizes = {size, size};
    return new ConvGradientTest.Sample(
        images,
        size,
        size,
        channels,
        features,
        1,
        new int[] {window, window},
        ONE,
        new int[] {window / 2, window / 2},
        ONE,
        sizes);
  }

  private static void all(ConvGradientTest.Sample sample) {
    ConvGradientTest.forward(sample, new Random(0), WidthsRun::print);
    ConvGradientTest.ofImages(sample, new Random(1), WidthsRun::print);
    ConvGradientTest.ofKernel(sample, new Random(2), WidthsRun::print);
  }

  private static void print(ConvSpec spec, Operand lhs, Operand rhs, Operand result) {
    KERNELS.conv(spec, DType.F32, lhs, rhs, result);
    System.out.printf(RESULT + "%08x %s%n", Arrays.hashCode(result.buffer().floats()), spec);
  }
}
