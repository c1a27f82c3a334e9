package io.cambric.kernels.simd.conv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import io.cambric.kernel.plain.NaiveConv;
import io.cambric.kernel.thread.Threads;
import io.cambric.kernels.simd.Compiled;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.RandomConvs;
import io.cambric.testing.Seeds;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimdConvTest {

  private static final Kernels SIMD = Compiled.kernels();

  static LongStream seeds() {
    return Seeds.of(400);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void agrees_with_the_definition(long seed) {
    var random = new Random(seed);
    ConvSpec spec = RandomConvs.next(random);
    var lhs = fill(KernelOperands.operand(DType.F32, spec.lhs().toArray(), false, random), random);
    var rhs = fill(KernelOperands.operand(DType.F32, spec.rhs().toArray(), false, random), random);
    var out = KernelOperands.operand(DType.F32, spec.out().toArray(), false, random);
    SIMD.conv(spec, DType.F32, lhs, rhs, out);
    var points = KernelOperands.points(spec.out().toArray());
    for (int i = 0; i < points.size(); i += 1 + points.size() / 500) {
      float actual = out.buffer().floats()[KernelOperands.position(out, points.get(i))];
      double expected = NaiveConv.at(spec, lhs, rhs, points.get(i));
      assertThat((double) actual).as(spec.toString()).isCloseTo(expected, within(1e-4));
    }
  }

  @Test
  void an_operand_without_elements_is_padding_alone() {
    // The gradient of a convolution whose window did not fit: its cotangent has no pixels.
    var one = Axes.of(1);
    var spec =
        new ConvSpec(
            Axes.of(2, 0, 4), Axes.of(3, 4, 3), Axes.of(2, 2, 3), one, Axes.of(2), one, one, 1, 1);
    var lhs = Operand.dense(Buffer.wrap(new float[0]), Shape.of(2, 0, 4));
    var rhs = Operand.dense(Buffer.wrap(new float[36]), Shape.of(3, 4, 3));
    float[] out = new float[12];
    Arrays.fill(out, 7);

    SIMD.conv(spec, DType.F32, lhs, rhs, Operand.dense(Buffer.wrap(out), Shape.of(2, 2, 3)));

    assertThat(out).containsOnly(0f);
  }

  @ParameterizedTest(name = "groups={0}")
  @ValueSource(ints = {1, 40})
  void single_images_and_batches_give_the_same_bits(int groups) {
    var random = new Random(groups);
    var one = Axes.of(1, 1);
    var image = Axes.of(5, 45, 44, 40);
    var kernel = Axes.of(3, 3, 40 / groups, 40);
    var spec = new ConvSpec(image, kernel, image, one, one, one, one, groups, 1);
    var lhs = fill(KernelOperands.operand(DType.F32, image.toArray(), false, random), random);
    var rhs = fill(KernelOperands.operand(DType.F32, kernel.toArray(), false, random), random);
    float[][] results = new float[3][];
    for (int threads = 1; threads <= 3; threads++) {
      // Five parts are enough for two threads, not for three.
      var out = Operand.dense(Buffer.wrap(new float[5 * 45 * 44 * 40]), Shape.of(5, 45, 44, 40));
      Threads.with(threads, () -> SIMD.conv(spec, DType.F32, lhs, rhs, out));
      results[threads - 1] = out.buffer().floats();
    }
    assertThat(results[1]).isEqualTo(results[0]);
    assertThat(results[2]).isEqualTo(results[0]);
    var out = Operand.dense(Buffer.wrap(results[0]), Shape.of(5, 45, 44, 40));
    var points = KernelOperands.points(spec.out().toArray());
    for (int i = 0; i < points.size(); i += 997) {
      assertThat((double) results[0][KernelOperands.position(out, points.get(i))])
          .isCloseTo(NaiveConv.at(spec, lhs, rhs, points.get(i)), within(1e-3));
    }
  }

  private static Operand fill(Operand operand, Random random) {
    float[] values = KernelOperands.floats(operand.buffer().length(), random);
    System.arraycopy(values, 0, operand.buffer().floats(), 0, values.length);
    return operand;
  }
}
