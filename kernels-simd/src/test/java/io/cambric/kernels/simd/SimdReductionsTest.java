package io.cambric.kernels.simd;

import io.cambric.kernel.Kernels;
import io.cambric.testing.ReductionCases;
import io.cambric.testing.Seeds;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SimdReductionsTest {

  private static final Kernels SIMD = Compiled.kernels();

  static LongStream seeds() {
    return Seeds.of(200);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void a_reduction_folds_the_elements_of_any_dtype_along_any_axes(long seed) {
    new ReductionCases(seed).check(SIMD);
  }
}
