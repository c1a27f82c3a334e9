package io.cambric.nn.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndNamesTest {

  private static final int HEIGHT = 220;

  private static EndNames names(List<Double> ends) {
    var series =
        IntStream.range(0, ends.size()).mapToObj(i -> new Series("curve " + i, List.of())).toList();
    return EndNames.of(series, ends, HEIGHT);
  }

  private static List<Double> places(List<Double> ends) {
    return names(ends).places().stream().map(EndNames.Place::y).toList();
  }

  @Test
  void names_of_distant_ends_stand_where_the_curves_end() {
    assertThat(places(List.of(150.0, 20.0, 80.0))).containsExactly(150.0, 20.0, 80.0);
  }

  @Test
  void names_of_close_ends_move_apart_by_the_same_length() {
    assertThat(places(List.of(100.0, 104.0))).containsExactly(95.0, 109.0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 3, 110, 219, 220})
  void names_of_equal_ends_stay_in_the_height_of_the_frame(double end) {
    var places = places(Collections.nCopies(12, end));

    assertThat(places).allSatisfy(y -> assertThat(y).isBetween(0.0, (double) HEIGHT));
    for (int i = 1; i < places.size(); i++) {
      assertThat(places.get(i) - places.get(i - 1)).isGreaterThanOrEqualTo(14 - 1e-9);
    }
  }

  @Test
  void a_single_curve_a_curve_without_an_end_and_too_many_curves_have_no_names() {
    assertThat(names(List.of(1.0)).isEmpty()).isTrue();
    assertThat(names(List.of(1.0, Double.NaN)).isEmpty()).isTrue();
    assertThat(names(Collections.nCopies(13, 1.0)).isEmpty()).isTrue();
  }
}
