package io.cambric.kernel.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.testing.KernelOperands;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlainMatmulTest {

  @ParameterizedTest
  @EnumSource(DType.class)
  void agrees_with_the_definition(DType dtype) {
    for (int seed = 0; seed < 20; seed++) {
      var random = new Random(seed);
      int[] n = KernelOperands.dims(4, 9, random);
      int inner = random.nextInt(8) == 0 ? 0 : n[3];
      var spec = new MatmulSpec(n[0], n[1], n[2], inner, dtype);
      var lhs = small(dtype, new int[] {n[0], n[1], inner}, random);
      var rhs = small(dtype, new int[] {n[0], inner, n[2]}, random);
      var out = KernelOperands.operand(dtype, Arrays.copyOf(n, 3), false, random);
      new PlainKernels().matmul(spec, lhs, rhs, out);
      for (int[] point : KernelOperands.points(Arrays.copyOf(n, 3))) {
        double sum = 0;
        for (int p = 0; p < inner; p++) {
          sum +=
              lhs.buffer()
                      .getDouble(KernelOperands.position(lhs, new int[] {point[0], point[1], p}))
                  * rhs.buffer()
                      .getDouble(KernelOperands.position(rhs, new int[] {point[0], p, point[2]}));
        }
        double expected = dtype == DType.BOOL ? Math.min(1, sum) : sum;
        assertThat(out.buffer().getDouble(KernelOperands.position(out, point)))
            .isCloseTo(expected, within(1e-9));
      }
    }
  }

  private static Operand small(DType dtype, int[] dims, Random random) {
    var operand = KernelOperands.operand(dtype, dims, true, random);
    for (int i = 0; i < operand.buffer().length(); i++) {
      operand.buffer().setDouble(i, dtype == DType.BOOL ? random.nextInt(2) : random.nextInt(4));
    }
    return operand;
  }
}
