package io.cambric.nn;

import static io.cambric.nn.Near.ones;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.random.Key;
import java.util.List;
import org.junit.jupiter.api.Test;

class SummaryTest {

  private static final Summary MLP = Summary.of(Mlp.of(4, 2), Key.of(0), m -> m.call(ones(16, 9)));

  @Test
  void modules_stand_in_the_order_of_their_calls_with_the_variables_of_their_own() {
    assertThat(MLP.toText())
        .isEqualTo(
            """

                                    Mlp Summary                       \s
            ┏━━━━━━━━━┳━━━━━━━━┳━━━━━━━━━━━━━━━┳━━━━━━━━━━━━━━━━━━━━━━┓
            ┃ path    ┃ module ┃ outputs       ┃ params               ┃
            ┡━━━━━━━━━╇━━━━━━━━╇━━━━━━━━━━━━━━━╇━━━━━━━━━━━━━━━━━━━━━━┩
            │         │ Mlp    │ float32[16,2] │                      │
            ├─────────┼────────┼───────────────┼──────────────────────┤
            │ Dense_0 │ Dense  │ float32[16,4] │ bias: float32[4]     │
            │         │        │               │ kernel: float32[9,4] │
            │         │        │               │                      │
            │         │        │               │ 40 (160 B)           │
            ├─────────┼────────┼───────────────┼──────────────────────┤
            │ Dense_1 │ Dense  │ float32[16,2] │ bias: float32[2]     │
            │         │        │               │ kernel: float32[4,2] │
            │         │        │               │                      │
            │         │        │               │ 10 (40 B)            │
            ├─────────┼────────┼───────────────┼──────────────────────┤
            │         │        │         Total │ 50 (200 B)           │
            └─────────┴────────┴───────────────┴──────────────────────┘
                                                                      \s
                           Total Parameters: 50 (200 B)               \s

            """);
  }

  @Test
  void variables_of_modules_that_are_too_deep_count_further_up() {
    var top = MLP.withDepth(0).rows();
    assertThat(top).hasSize(1);
    assertThat(top.getFirst().variables().get("params").elementCount()).isEqualTo(50);
  }

  @Test
  void running_statistics_have_a_column_of_their_own() {
    var norm = BatchNorm.of();
    var variables = norm.init(Key.of(0), ones(2, 3), false);
    var summary = Summary.of(norm, variables, m -> m.call(ones(2, 3), false));
    assertThat(summary.size()).isEqualTo(12);
    assertThat(summary.rows().getFirst().variables().keySet())
        .containsExactlyInAnyOrder("params", "batch_stats");
    assertThat(summary.toText()).contains("batch_stats", "mean: float32[3]", "6 (24 B)");
  }

  @Test
  void a_module_called_twice_stands_once() {
    var dense = Dense.of(3);
    var summary = Summary.of(dense, Key.of(0), m -> m.call(m.call(ones(2, 3))));
    assertThat(summary.calls()).hasSize(2);
    assertThat(summary.rows()).hasSize(1);
    assertThat(summary.rows().getFirst().call().path()).isEqualTo(List.of());
  }

  @Test
  void amounts_have_separators_and_the_largest_unit_that_fits() {
    assertThat(SummaryText.amount(19_658, 78_632)).isEqualTo("19,658 (78.6 KB)");
    assertThat(SummaryText.amount(250, 1_000)).isEqualTo("250 (1,000 B)");
    assertThat(SummaryText.amount(1_234_567_890L, 4_938_271_560L))
        .isEqualTo("1,234,567,890 (4.9 GB)");
  }
}
