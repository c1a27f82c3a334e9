package io.cambric.kernel.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.kernel.Operand;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.RandomConvs;
import io.cambric.testing.Seeds;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlainConvTest {

  static LongStream seeds() {
    return Seeds.of(150);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void agrees_with_the_definition(long seed) {
    var random = new Random(seed);
    var spec = RandomConvs.next(random);
    var dtype = random.nextInt(4) == 0 ? DType.I32 : random.nextBoolean() ? DType.F64 : DType.F32;
    var lhs = small(KernelOperands.operand(dtype, spec.lhs().toArray(), false, random), random);
    var rhs = small(KernelOperands.operand(dtype, spec.rhs().toArray(), false, random), random);
    var out = KernelOperands.operand(dtype, spec.out().toArray(), false, random);
    new PlainKernels().conv(spec, dtype, lhs, rhs, out);
    for (int[] point : KernelOperands.points(spec.out().toArray())) {
      assertThat(out.buffer().getDouble(KernelOperands.position(out, point)))
          .as(spec.toString())
          .isCloseTo(NaiveConv.at(spec, lhs, rhs, point), within(1e-3));
    }
  }

  private static Operand small(Operand operand, Random random) {
    for (int i = 0; i < operand.buffer().length(); i++) {
      operand.buffer().setDouble(i, random.nextInt(9) - 4);
    }
    return operand;
  }
}
