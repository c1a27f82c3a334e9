package io.cambric.kernels.simd.conv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.plain.NaiveConv;
import io.cambric.kernel.thread.Threads;
import io.cambric.kernels.simd.SimdKernels;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.Seeds;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Convolutions and their gradients, channels last: the values of the definition, and the same bits
 * with plain and vector code.
 */
public class ConvGradientTest {

  /** A forward convolution of {@code [images, height, width, channels]}. */
  public record Sample(
      int images,
      int height,
      int width,
      int channels,
      int features,
      int groups,
      int[] window,
      int[] strides,
      int[] low,
      int[] dilation,
      int[] out) {

    public static Sample next(Random random) {
      while (true) {
        int kind = random.nextInt(3);
        int groups = kind == 0 ? 1 : kind == 1 ? 1 + random.nextInt(3) : 1 + random.nextInt(50);
        int channels = kind == 2 ? 1 : 1 + random.nextInt(random.nextBoolean() ? 4 : 20);
        int features = kind == 2 ? 1 : 1 + random.nextInt(random.nextBoolean() ? 20 : 80);
        int[][] parts = new int[5][2];
        int[] sizes = new int[2];
        boolean fits = true;
        for (int d = 0; d < 2; d++) {
          sizes[d] = 5 + random.nextInt(20);
          parts[0][d] = 1 + random.nextInt(5);
          parts[1][d] = random.nextInt(3) == 0 ? 2 : 1;
          parts[2][d] = random.nextInt(3);
          parts[3][d] = random.nextInt(4) == 0 ? 2 : 1;
          int room = sizes[d] + 2 * parts[2][d] - (parts[0][d] - 1) * parts[3][d] - 1;
          parts[4][d] = Math.floorDiv(room, parts[1][d]) + 1;
          fits &= room >= 0;
        }
        if (fits) {
          return new Sample(
              4 + random.nextInt(12),
              sizes[0],
              sizes[1],
              channels * groups,
              features * groups,
              groups,
              parts[0],
              parts[1],
              parts[2],
              parts[3],
              parts[4]);
        }
      }
    }

    ConvSpec forward() {
      return new ConvSpec(
          Axes.of(images, height, width, channels),
          Axes.of(window[0], window[1], channels / groups, features),
          Axes.of(images, out[0], out[1], features),
          Axes.of(strides),
          Axes.of(low),
          Axes.of(1, 1),
          Axes.of(dilation),
          groups,
          1);
    }

    /** {@return the gradient of its kernel: images and channels are exchanged} */
    ConvSpec ofKernel() {
      return new ConvSpec(
          Axes.of(channels, height, width, images),
          Axes.of(out[0], out[1], images, features),
          Axes.of(channels / groups, window[0], window[1], features),
          Axes.of(dilation),
          Axes.of(low),
          Axes.of(1, 1),
          Axes.of(strides),
          1,
          groups);
    }

    /** {@return the gradient of its images, without some at the margin} */
    ConvSpec ofImages() {
      return new ConvSpec(
          Axes.of(images, out[0], out[1], features),
          Axes.of(window[0], window[1], features / groups, channels),
          Axes.of(images, height, width, channels),
          Axes.of(1, 1),
          Axes.of((window[0] - 1) * dilation[0] - low[0], (window[1] - 1) * dilation[1] - low[1]),
          Axes.of(strides),
          Axes.of(dilation),
          groups,
          1);
    }

    Operand images(Random random) {
      int[] strides = {height * width * channels, width * channels, channels, 1};
      return operand(images * strides[0], strides, random);
    }

    Operand cotangent(Random random) {
      int[] strides = {out[0] * out[1] * features, out[1] * features, features, 1};
      return operand(images * strides[0], strides, random);
    }

    Operand kernel(Random random) {
      int[] strides = {window[1] * (channels / groups) * features, 0, 0, 1};
      strides[1] = strides[0] / window[1];
      strides[2] = features;
      return operand(window[0] * strides[0], strides, random);
    }

    private static Operand operand(int size, int[] strides, Random random) {
      int offset = random.nextInt(3);
      return new Operand(
          Buffer.wrap(KernelOperands.floats(offset + size, random)), offset, strides);
    }
  }

  /** The use of a convolution and of an operand for its result. */
  public interface Use {
    void conv(ConvSpec spec, Operand lhs, Operand rhs, Operand result);
  }

  static LongStream seeds() {
    return Seeds.of(300);
  }

  @AfterEach
  void restore() {
    WarmUp.skipWaiting(false);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void forward(long seed) {
    var random = new Random(seed);
    forward(Sample.next(random), random, ConvGradientTest::check);
  }

  public static void forward(Sample sample, Random random, Use use) {
    use.conv(
        sample.forward(), sample.images(random), sample.kernel(random), sample.cotangent(random));
  }

  @ParameterizedTest(name = "{0} features")
  @ValueSource(ints = {1, 2, 3, 6, 8})
  void forward_of_one_channel_with_few_features(int features) {
    int[] one = {1, 1};
    int[] size = {21, 20};
    int[] window = {5, 5};
    int[] low = {2, 2};
    var sample = new Sample(5, size[0], size[1], 1, features, 1, window, one, low, one, size);
    forward(sample, new Random(features), ConvGradientTest::check);
  }

  @ParameterizedTest(name = "images {0} wide")
  @ValueSource(ints = {1, 2, 4, 5, 6, 17})
  void of_depthwise_windows_of_three_by_three(int width) {
    int[] one = {1, 1};
    var random = new Random(width);
    for (int height : new int[] {1, 2, 7, 8}) {
      int[] size = {height, width};
      int[] window = {3, 3};
      var sample = new Sample(9, height, width, 37, 37, 37, window, one, one, one, size);
      forward(sample, random, ConvGradientTest::check);
      ofKernel(sample, random, ConvGradientTest::check);
      ofImages(sample, random, ConvGradientTest::check);
    }
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void of_depthwise_windows_of_three_by_three_that_slide_by_any_step(long seed) {
    var random = new Random(seed);
    int[] step = {1 + random.nextInt(2), 1 + random.nextInt(3)};
    int[] low = {random.nextInt(3), random.nextInt(3)};
    int[] out = {1 + random.nextInt(9), 1 + random.nextInt(20)};
    int[] size = new int[2];
    for (int d = 0; d < 2; d++) {
      // The last window ends up to two elements after the image or before its end.
      size[d] = Math.max(1, (out[d] + 1) * step[d] + 1 - low[d] + random.nextInt(5) - 2);
    }
    int channels = 1 + random.nextInt(50);
    int[] window = {3, 3};
    var sample =
        new Sample(9, size[0], size[1], channels, channels, channels, window, step, low, step, out);
    forward(sample, random, ConvGradientTest::check);
    ofKernel(sample, random, ConvGradientTest::check);
    ofImages(sample, random, ConvGradientTest::check);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void of_depthwise_windows_of_few_channels(long seed) {
    var random = new Random(seed);
    int channels = 2 + random.nextInt(40);
    int[] window = {1 + random.nextInt(5), 1 + random.nextInt(5)};
    int[] step = {1 + random.nextInt(3), 1 + random.nextInt(3)};
    int[] low = {random.nextInt(3) - 1, random.nextInt(5) - 2};
    int[] out = {1 + random.nextInt(9), 1 + random.nextInt(20)};
    int[] size = new int[2];
    int[] dilation = {1, 1 + random.nextInt(3)};
    for (int d = 0; d < 2; d++) {
      int end = (out[d] - 1) * step[d] + (window[d] - 1) * dilation[d] + 1 - low[d];
      size[d] = Math.max(1, end + random.nextInt(5) - 2);
    }
    var sample =
        new Sample(
            9, size[0], size[1], channels, channels, channels, window, step, low, dilation, out);
    forward(sample, random, ConvGradientTest::check);
  }

  @ParameterizedTest(name = "{0} features")
  @ValueSource(ints = {1, 7, 8, 9, 16})
  void of_the_kernel_with_few_features_and_many_channels(int features) {
    int[] one = {1, 1};
    int[] two = {2, 2};
    int[] size = {12, 13};
    for (int channels : new int[] {5, 6, 13}) {
      var sample =
          new Sample(6, 12, 13, channels, features, 1, new int[] {5, 5}, one, two, one, size);
      ofKernel(sample, new Random(features), ConvGradientTest::check);
    }
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void of_the_kernel(long seed) {
    var random = new Random(seed);
    ofKernel(Sample.next(random), random, ConvGradientTest::check);
  }

  public static void ofKernel(Sample sample, Random random, Use use) {
    var images = exchanged(sample.images(random), 3, 1, 2, 0);
    var cotangent = exchanged(sample.cotangent(random), 1, 2, 0, 3);
    use.conv(sample.ofKernel(), images, cotangent, exchanged(sample.kernel(random), 2, 0, 1, 3));
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void of_images(long seed) {
    var random = new Random(seed);
    ofImages(Sample.next(random), random, ConvGradientTest::check);
  }

  @Test
  void of_images_that_are_multiplied_in_pieces() {
    int[] one = {1, 1};
    int[] size = {41, 40};
    int[] window = {7, 7};
    int[] low = {3, 3};
    var sample = new Sample(4, size[0], size[1], 3, 20, 1, window, one, low, one, size);
    ofImages(sample, new Random(1), ConvGradientTest::check);
  }

  public static void ofImages(Sample sample, Random random, Use use) {
    var kernel = sample.kernel(random);
    // Features and channels of a kernel without groups are exchanged, and it is flipped.
    int[] s = kernel.strides();
    int last = (sample.window[0] - 1) * s[0] + (sample.window[1] - 1) * s[1];
    int in = sample.groups == 1 ? s[3] : sample.channels;
    int out = sample.groups == 1 ? s[2] : 1;
    var flipped =
        new Operand(kernel.buffer(), kernel.offset() + last, new int[] {-s[0], -s[1], in, out});
    use.conv(sample.ofImages(), sample.cotangent(random), flipped, sample.images(random));
  }

  private static Operand exchanged(Operand operand, int... order) {
    int[] strides = Arrays.stream(order).map(i -> operand.strides()[i]).toArray();
    return new Operand(operand.buffer(), operand.offset(), strides);
  }

  private static void check(ConvSpec spec, Operand lhs, Operand rhs, Operand result) {
    var random = new Random(spec.hashCode());
    float[] before = result.buffer().floats();
    var plain = new Operand(Buffer.wrap(before.clone()), result.offset(), result.strides());
    Threads.with(1, () -> new SimdKernels().conv(spec, DType.F32, lhs, rhs, plain));
    WarmUp.skipWaiting(true);
    var out = new Operand(Buffer.wrap(before.clone()), result.offset(), result.strides());
    int threads = 1 + random.nextInt(3);
    Threads.with(threads, () -> new SimdKernels().conv(spec, DType.F32, lhs, rhs, out));

    assertThat(out.buffer().floats()).as(spec.toString()).isEqualTo(plain.buffer().floats());
    var points = KernelOperands.points(spec.out().toArray());
    for (int i = 0; i < points.size(); i += 1 + points.size() / 50) {
      float actual = out.buffer().floats()[KernelOperands.position(out, points.get(i))];
      double expected = NaiveConv.at(spec, lhs, rhs, points.get(i));
      assertThat((double) actual).as(spec.toString()).isCloseTo(expected, within(1e-3));
    }
  }
}
