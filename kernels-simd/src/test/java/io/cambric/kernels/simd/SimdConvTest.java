package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.ConvSamples;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.NaiveConv;
import io.cambric.kernel.Operand;
import io.cambric.kernel.Samples;
import io.cambric.kernel.Seeds;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SimdConvTest {

  private static final Kernels SIMD = Compiled.kernels();

  static LongStream seeds() {
    return Seeds.of(400);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void agrees_with_the_definition(long seed) {
    var random = new Random(seed);
    ConvSpec spec = ConvSamples.next(random);
    var lhs = fill(Samples.operand(DType.F32, spec.lhs().toArray(), false, random), random);
    var rhs = fill(Samples.operand(DType.F32, spec.rhs().toArray(), false, random), random);
    var out = Samples.operand(DType.F32, spec.out().toArray(), false, random);
    SIMD.conv(spec, DType.F32, lhs, rhs, out);
    var points = Samples.points(spec.out().toArray());
    for (int i = 0; i < points.size(); i += 1 + points.size() / 500) {
      float actual = out.buffer().floats()[Samples.position(out, points.get(i))];
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

  private static Operand fill(Operand operand, Random random) {
    float[] values = Samples.floats(operand.buffer().length(), random);
    System.arraycopy(values, 0, operand.buffer().floats(), 0, values.length);
    return operand;
  }
}
