package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.Seeds;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Products and convolutions of half types: sums of f32, rounded once. */
class HalfOperandsTest {

  private static final SimdKernels SIMD = new SimdKernels();
  private static final PlainKernels PLAIN = new PlainKernels();

  static LongStream seeds() {
    return Seeds.of(60);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void a_product_is_that_of_the_floats_rounded_once(long seed) {
    var random = new Random(seed);
    var dtype = random.nextBoolean() ? DType.BF16 : DType.F16;
    int batch = 1 + random.nextInt(2);
    int m = 1 + random.nextInt(40);
    int n = 1 + random.nextInt(40);
    int k = 1 + random.nextInt(60);
    var lhs = operand(dtype, new int[] {batch, m, k}, random);
    var rhs = operand(dtype, new int[] {batch, k, n}, random);
    var actual = operand(dtype, new int[] {batch, m, n}, random);
    var expected = KernelOperands.copy(actual);

    SIMD.matmul(new MatmulSpec(batch, m, n, k, dtype), lhs, rhs, actual);

    var floats = floats(expected);
    var spec = new MatmulSpec(batch, m, n, k, DType.F32);
    SIMD.matmul(spec, floats(lhs), floats(rhs), floats);
    for (int i = 0; i < floats.buffer().length(); i++) {
      expected.buffer().setDouble(i, floats.buffer().getDouble(i));
    }
    assertThat(actual.buffer().shorts()).isEqualTo(expected.buffer().shorts());
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void a_convolution_is_close_to_the_plain_one(long seed) {
    var random = new Random(seed);
    int channels = 1 + random.nextInt(9);
    int features = 1 + random.nextInt(20);
    var spec =
        new ConvSpec(
            Axes.of(2, 7, 6, channels),
            Axes.of(3, 3, channels, features),
            Axes.of(2, 5, 4, features),
            Axes.of(1, 1),
            Axes.of(0, 0),
            Axes.of(1, 1),
            Axes.of(1, 1),
            1,
            1);
    var lhs = operand(DType.BF16, spec.lhs().toArray(), random);
    var rhs = operand(DType.BF16, spec.rhs().toArray(), random);
    var actual = operand(DType.BF16, spec.out().toArray(), random);
    var expected = KernelOperands.copy(actual);

    SIMD.conv(spec, DType.BF16, lhs, rhs, actual);
    PLAIN.conv(spec, DType.BF16, lhs, rhs, expected);

    for (int i = 0; i < expected.buffer().length(); i++) {
      double value = expected.buffer().getDouble(i);
      assertThat(actual.buffer().getDouble(i)).isBetween(value - 0.07, value + 0.07);
    }
  }

  /** {@return an operand with gaps, and elements around it} */
  private static Operand operand(DType dtype, int[] dims, Random random) {
    var operand = KernelOperands.operand(dtype, dims, false, random);
    for (int i = 0; i < operand.buffer().length(); i++) {
      operand.buffer().setDouble(i, random.nextGaussian());
    }
    return operand;
  }

  private static Operand floats(Operand operand) {
    float[] values = new float[operand.buffer().length()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) operand.buffer().getDouble(i);
    }
    return new Operand(Buffer.wrap(values), operand.offset(), operand.strides());
  }
}
