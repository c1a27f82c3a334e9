package io.cambric.kernel.plain;

import io.cambric.testing.ReductionCases;
import io.cambric.testing.Seeds;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReductionsTest {

  static LongStream seeds() {
    return Seeds.of(200);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void a_reduction_folds_the_elements_of_any_dtype_along_any_axes(long seed) {
    new ReductionCases(seed).check(new PlainKernels());
  }
}
