package io.cambric.nn.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleTest {

  private static List<String> labels(AxisScale scale) {
    return scale.ticks().stream().map(AxisScale.Tick::label).toList();
  }

  @Test
  void linear_ticks_are_round_numbers() {
    assertThat(labels(LinearScale.around(0.03, 2.38, 5)))
        .containsExactly("0", "0.5", "1", "1.5", "2", "2.5");
    assertThat(labels(LinearScale.around(-0.2, 0.1, 5)))
        .containsExactly("-0.2", "-0.1", "0", "0.1");
    assertThat(labels(LinearScale.between(0, 4e6, 8)))
        .containsExactly("0", "500k", "1M", "1.5M", "2M", "2.5M", "3M", "3.5M", "4M");
    assertThat(labels(LinearScale.around(1e-5, 4e-5, 4)))
        .containsExactly("1e-5", "2e-5", "3e-5", "4e-5");
    assertThat(labels(LinearScale.between(1, 4, 8).whole())).containsExactly("1", "2", "3", "4");
  }

  @Test
  void equal_numbers_have_an_axis_around_them() {
    assertThat(LinearScale.around(3, 3, 5).at(3)).isBetween(0.1, 0.9);
    assertThat(LinearScale.around(0, 0, 5).at(0)).isEqualTo(0.5);
    assertThat(LogScale.around(1, 1).at(1)).isCloseTo(0.5, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1e-300",
    "-1e300, 1e300",
    "1, 1.0000000000000002",
    "1e15, 1000000000000001",
    "1e-300, 1e300",
    "5, 5",
    "-7, -6.9999999"
  })
  void extreme_numbers_have_few_ticks_and_a_place(double low, double high) {
    var scale = LinearScale.around(low, high, 5);

    assertThat(scale.ticks()).hasSizeBetween(2, 12);
    assertThat(scale.at(low)).isBetween(0.0, 1.0);
    assertThat(scale.at(high)).isBetween(0.0, 1.0);
    if (low >= LogScale.LEAST) {
      assertThat(LogScale.around(low, high).ticks()).hasSizeBetween(1, 12);
      assertThat(LogScale.around(low, high).at(high)).isBetween(0.0, 1.0 + 1e-9);
    }
  }

  @Test
  void logarithmic_ticks_are_powers_of_ten_and_numbers_between_few() {
    assertThat(labels(LogScale.around(0.025, 2.4)))
        .containsExactly("0.02", "0.05", "0.1", "0.2", "0.5", "1", "2", "5");
    assertThat(labels(LogScale.around(1e-9, 3e-3)))
        .containsExactly("1e-9", "1e-8", "1e-7", "1e-6", "1e-5", "1e-4", "0.001");
    assertThat(labels(LogScale.around(1e-30, 1))).hasSizeLessThan(9);
    assertThat(LogScale.around(0.1, 10).at(1)).isCloseTo(0.5, within(1e-12));
  }
}
