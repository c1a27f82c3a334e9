package io.cambric.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.benchmarks.sweep.Spec.Range;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpecTest {

  @Test
  void letters_stand_in_order_and_a_range_belongs_to_the_last_of_a_formula() {
    assertThat(new Spec("n+m:1-200 n:2-300, ids(v) 4*d; k:1-9").ranges())
        .containsExactly(
            Map.entry("n", new Range(2, 300)),
            Map.entry("m", new Range(1, 200)),
            Map.entry("v", new Range(1, 6000)),
            Map.entry("d", new Range(1, 6000)),
            Map.entry("k", new Range(1, 9)));
  }

  @Test
  void operands_have_the_sizes_of_formulas_and_the_dtypes_of_their_values() {
    var operands =
        new Spec("n+m 4*n 3, ids(v) n, normal, bool m; v")
            .operands(Map.of("n", 5, "m", 2, "v", 70), DType.BF16);

    assertThat(operands)
        .extracting(CaseOperand::toText)
        .containsExactly("bf16[7,20,3] normal", "i32[5] ids 70", "bf16[] normal", "bool[2] bool");
  }
}
