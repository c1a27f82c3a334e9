package io.cambric.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SweepSummaryTest {

  private static Measured measured(String text, String family, Map<String, Double> peers) {
    return new Measured(text, family, 2e-3, 1e-3, 4e6, 8e6, peers, Double.NaN);
  }

  private final Measured slow = measured("slow", "first", Map.of("JAX", 1e-3, "PyTorch", 3e-3));
  private final Measured fast = measured("fast", "first", Map.of("JAX", 8e-3));
  private final Measured even = measured("even", "second", Map.of("PyTorch", 1.6e-3));
  private final Measured alone = measured("alone", "second", Map.of());

  @Test
  void ratio_is_the_time_of_the_fastest_peer_divided_by_ours() {
    assertThat(slow.ratio()).isEqualTo(0.5);
    assertThat(fast.ratio()).isEqualTo(4);
    assertThat(alone.ratio()).isNaN();
  }

  @Test
  void beside_peers_cases_that_none_has_do_not_count() {
    var summary = new SweepSummary(List.of(slow, fast, even, alone), true);

    assertThat(summary.cases()).containsExactly(slow, fast, even);
    assertThat(summary.mean()).isCloseTo(Math.cbrt(0.5 * 4 * 0.8), within(1e-12));
    assertThat(summary.below(0.85)).isEqualTo(2);
    assertThat(summary.below(0.5)).isZero();
    assertThat(summary.worst(2)).containsExactly(slow, even);
  }

  @Test
  void families_stand_worst_first_with_their_geometric_means() {
    var families = new SweepSummary(List.of(fast, slow, even), true).families();

    assertThat(families).extracting(SweepSummary.Mean::family).containsExactly("second", "first");
    assertThat(families).extracting(SweepSummary.Mean::cases).containsExactly(1, 2);
    assertThat(families.getLast().mean()).isCloseTo(Math.sqrt(0.5 * 4), within(1e-12));
  }

  @Test
  void without_peers_the_share_of_the_machine_judges() {
    var worse = new Measured("worse", "third", 4e-3, 1e-3, 0, 1e3, Map.of(), Double.NaN);
    var summary = new SweepSummary(List.of(alone, worse), false);

    assertThat(summary.worst(20)).containsExactly(worse, alone);
    assertThat(summary.figure(worse)).isEqualTo(0.25);
    assertThat(summary.mean()).isCloseTo(Math.sqrt(0.5 * 0.25), within(1e-12));
  }

  @Test
  void difference_from_a_peer_with_the_same_operands_is_kept() {
    var same = new Measured("same", "first", 2e-3, 1e-3, 0, 8e6, Map.of("JAX", 1e-3), 2e-8);

    assertThat(same.toJson()).containsEntry("difference", 2e-8);
    assertThat(slow.toJson()).doesNotContainKey("difference");
  }

  @Test
  void case_is_an_object_of_the_json_file() {
    assertThat(slow.toJson())
        .containsEntry("case", "slow")
        .containsEntry("us", 2e3)
        .containsEntry("gbytes", 4.0)
        .containsEntry("gflops", 2.0)
        .containsEntry("share_of_machine", 0.5)
        .containsEntry("ratio", 0.5);
    assertThat(alone.toJson()).doesNotContainKeys("ratio", "peers_us");
  }
}
