package io.cambric.kernels.simd.conv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.plain.NaiveConv;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.kernel.thread.Threads;
import io.cambric.kernels.simd.SimdKernels;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.RandomConvs;
import io.cambric.testing.Seeds;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Convolutions of f64 have the bits of the plain kernel, on any number of threads. */
class DoubleConvTest {

  static LongStream seeds() {
    return Seeds.of(300);
  }

  @AfterEach
  void restore() {
    WarmUp.skipWaiting(false);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void random_convolutions_have_the_bits_of_the_plain_kernel(long seed) {
    var random = new Random(seed);
    check(RandomConvs.next(random), random);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void gradients_have_the_bits_of_the_plain_kernel(long seed) {
    var random = new Random(seed);
    ConvGradientTest.Use doubles =
        (spec, lhs, rhs, out) ->
            check(spec, doubled(lhs, random), doubled(rhs, random), doubled(out, random), random);
    ConvGradientTest.ofKernel(ConvGradientTest.Sample.next(random), random, doubles);
    ConvGradientTest.ofImages(ConvGradientTest.Sample.next(random), random, doubles);
  }

  @ParameterizedTest(name = "{0} features")
  @ValueSource(ints = {1, 2, 3, 4, 17})
  void long_lines_have_the_bits_of_the_plain_kernel(int features) {
    var random = new Random(features);
    var one = Axes.of(1);
    int size = 1200;
    for (int taps : new int[] {1, 5, 40}) {
      for (int channels : new int[] {1, 3}) {
        var lhs = Axes.of(2, size, channels);
        var rhs = Axes.of(taps, channels, features);
        var out = Axes.of(2, size - taps + 5, features);
        check(new ConvSpec(lhs, rhs, out, one, Axes.of(2), one, one, 1, 1), random);
      }
    }
  }

  @ParameterizedTest(name = "{0} taps")
  @ValueSource(ints = {2, 3})
  void padding_is_left_out_where_elements_of_the_kernel_are_infinite(int taps) {
    var one = Axes.of(1);
    var lhs = Axes.of(1, 4, 1);
    var rhs = Axes.of(taps, 1, 1);
    var out = Axes.of(1, 5, 1);
    var spec = new ConvSpec(lhs, rhs, out, one, one, one, one, 1, 1);
    var random = new Random(taps);
    var image = KernelOperands.operand(DType.F64, lhs.toArray(), false, random);
    var kernel = KernelOperands.operand(DType.F64, rhs.toArray(), false, random);
    IntStream.range(0, kernel.buffer().length())
        .forEach(i -> kernel.buffer().setDouble(i, Double.POSITIVE_INFINITY));
    IntStream.range(0, image.buffer().length()).forEach(i -> image.buffer().setDouble(i, 1));
    var result = KernelOperands.operand(DType.F64, out.toArray(), false, random);

    var actual = check(spec, image, kernel, result, random);

    // As jax 0.10.2 has it for f64; its sums of f32 are NaN where there is padding.
    for (int[] point : KernelOperands.points(out.toArray())) {
      assertThat(actual.buffer().getDouble(KernelOperands.position(actual, point)))
          .isEqualTo(Double.POSITIVE_INFINITY);
    }
  }

  private static void check(ConvSpec spec, Random random) {
    var lhs = KernelOperands.operand(DType.F64, spec.lhs().toArray(), false, random);
    var rhs = KernelOperands.operand(DType.F64, spec.rhs().toArray(), false, random);
    var out = KernelOperands.operand(DType.F64, spec.out().toArray(), false, random);
    check(spec, doubled(lhs, random), doubled(rhs, random), doubled(out, random), random);
  }

  /** {@return an operand of the same layout with random doubles, of which some are negative} */
  private static Operand doubled(Operand operand, Random random) {
    double[] values = random.doubles(operand.buffer().length(), -1, 1).toArray();
    return new Operand(Buffer.wrap(values), operand.offset(), operand.strides());
  }

  /** {@return the result, once plain kernels and vector kernels have agreed on its bits} */
  private static Operand check(
      ConvSpec spec, Operand lhs, Operand rhs, Operand result, Random random) {
    double[] before = result.buffer().doubles();
    var plain = new Operand(Buffer.wrap(before.clone()), result.offset(), result.strides());
    new PlainKernels().conv(spec, DType.F64, lhs, rhs, plain);
    WarmUp.skipWaiting(true);
    var out = new Operand(Buffer.wrap(before.clone()), result.offset(), result.strides());
    int threads = 1 + random.nextInt(3);
    Threads.with(threads, () -> new SimdKernels().conv(spec, DType.F64, lhs, rhs, out));

    assertThat(out.buffer().doubles()).as(spec.toString()).isEqualTo(plain.buffer().doubles());
    if (Double.isFinite(rhs.buffer().getDouble(0))) {
      var points = KernelOperands.points(spec.out().toArray());
      for (int i = 0; i < points.size(); i += 1 + points.size() / 50) {
        assertThat(out.buffer().getDouble(KernelOperands.position(out, points.get(i))))
            .as(spec.toString())
            .isCloseTo(NaiveConv.at(spec, lhs, rhs, points.get(i)), within(1e-10));
      }
    }
    return out;
  }
}
