package io.cambric.nn.report;

import static io.cambric.numpy.Numpy.array;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.array.Shape;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Numpy;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeatMapTest {

  private static final List<String> ROWS = List.of("cat", "dog");
  private static final List<String> COLUMNS = List.of("red", "green", "blue");

  private static List<String> groups(String svg, String pattern) {
    return Pattern.compile(pattern).matcher(svg).results().map(found -> found.group(1)).toList();
  }

  private static List<String> opacities(HeatMap map) {
    return groups(map.toSvg(), "fill-opacity=\"([\\d.]+)\"><title>");
  }

  @Test
  void cells_have_their_number_their_labels_and_a_colour_by_size() {
    var map =
        HeatMap.of(
            "scores", ROWS, COLUMNS, array(List.of(List.of(0, 1, 2), List.of(3, 4, 1.2345))));

    var svg = map.toSvg();

    assertThat(groups(svg, "<title>([^<]+)</title>"))
        .containsExactly(
            "cat, red: 0",
            "cat, green: 1",
            "cat, blue: 2",
            "dog, red: 3",
            "dog, green: 4",
            "dog, blue: 1.2345");
    assertThat(groups(svg, "</rect><text[^>]*>([^<]+)<"))
        .containsExactly("0", "1", "2", "3", "4", "1.23");
    assertThat(opacities(map))
        .containsExactly("0.000", "0.175", "0.350", "0.525", "0.700", "0.216");
    assertThat(svg)
        .contains(">cat</text>", ">blue</text>", ">scores</text>")
        .contains("aria-label=\"scores: 2 rows and 3 columns from 0 to 4\"");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0.46432, 0.46",
    "1, -0.0014, 0",
    "1, 1, 1",
    "4, 0.999, 1",
    "0.01, 0.00123456, 0.0012",
    "250, 12.345, 12",
    "2000, 1234.56, 1235",
    "1e6, 123456, 123000",
    "1e-7, 3.14159e-8, 3.14e-8",
    "1, NaN, NaN",
    "1, -Infinity, -Infinity"
  })
  void numbers_in_cells_have_the_digits_that_count_in_the_range(
      double range, double value, String text) {
    assertThat(NumberText.within(range, value)).isEqualTo(text);
  }

  @Test
  void numbers_outside_of_the_range_have_the_colours_of_its_ends() {
    var map = HeatMap.of("cosines", ROWS, ROWS, array(List.of(List.of(1, -0.5), List.of(0.5, 2))));

    assertThat(opacities(map.withRange(0, 1))).containsExactly("0.700", "0.000", "0.350", "0.700");
  }

  @Test
  void numbers_that_are_not_finite_have_no_colour_and_no_part_in_the_range() {
    var map =
        HeatMap.of(
            "scores",
            ROWS,
            ROWS,
            array(List.of(List.of(Double.NaN, 1.0), List.of(Double.POSITIVE_INFINITY, 3.0))));

    assertThat(map.low()).isEqualTo(1);
    assertThat(map.high()).isEqualTo(3);
    assertThat(opacities(map)).containsExactly("0.000", "0.700");
    assertThat(map.toSvg())
        .contains("class=\"cell none\"><title>cat, cat: NaN</title>")
        .contains("class=\"cell none\"><title>dog, cat: Infinity</title>");
  }

  @ParameterizedTest
  @CsvSource({"5, 2.5, 7.5", "0, -1, 1", "NaN, 0, 1"})
  void numbers_that_do_not_differ_have_a_range_around_them(double value, double low, double high) {
    var map = HeatMap.of("scores", ROWS, ROWS, Numpy.full(Shape.of(2, 2), value));

    assertThat(map.low()).isEqualTo(low);
    assertThat(map.high()).isEqualTo(high);
  }

  @Test
  void labels_are_escaped_and_cut_but_whole_under_the_mouse() {
    var label = "<b>&" + "x".repeat(100);
    var svg = HeatMap.of("t", List.of(label), List.of(label), Numpy.ones(1, 1)).toSvg();

    assertThat(svg)
        .contains("<title>&lt;b&gt;&amp;" + "x".repeat(100) + ", &lt;b&gt;&amp;xxx")
        .contains(">&lt;b&gt;&amp;" + "x".repeat(55) + "…</text>")
        .contains("rotate(-90)")
        .doesNotContain("<b>");
  }

  @Test
  void a_large_matrix_has_small_cells_without_numbers_and_fewer_labels() {
    var names = Collections.nCopies(100, "name");
    var svg = HeatMap.of("t", names, names, Numpy.ones(100, 100)).toSvg();

    assertThat(svg).doesNotContain("</rect><text");
    assertThat(groups(svg, "class=\"y\"[^>]*>(name)<")).hasSize(34);
    assertThat(svg.split("<title>", -1)).hasSize(10_001);
  }

  @Test
  void maps_of_equal_numbers_are_equal() {
    var one = HeatMap.of("t", ROWS, ROWS, Numpy.eye(2));

    assertThat(one).isEqualTo(HeatMap.of("t", ROWS, ROWS, Numpy.eye(2)));
    assertThat(one).isNotEqualTo(HeatMap.of("t", ROWS, ROWS, Numpy.ones(2, 2)));
  }

  @Test
  void labels_that_do_not_fit_are_refused() {
    assertThatThrownBy(() -> HeatMap.of("scores", ROWS, ROWS, Numpy.zeros(2, 3)))
        .isInstanceOf(ShapeException.class)
        .hasMessageStartingWith(
            "The heat map \"scores\" with 2 row labels and 2 column labels needs the shape "
                + "[2, 2], but got f32[2,3]. Pass one label for each row and column.");
    assertThatThrownBy(() -> new HeatMap("scores", ROWS, ROWS, List.of(1.0), 0, 1))
        .isInstanceOf(ShapeException.class)
        .hasMessageStartingWith(
            "The heat map \"scores\" of 2 rows and 2 columns needs 4 numbers, but got 1. "
                + "Pass one number for each cell.");
  }

  @Test
  void a_map_without_cells_or_with_too_many_is_refused() {
    assertThatThrownBy(() -> HeatMap.of("scores", List.of(), ROWS, Numpy.zeros(0, 2)))
        .isInstanceOf(ShapeException.class)
        .hasMessageStartingWith(
            "The heat map \"scores\" needs 1 to 65536 cells, but got 0 rows and 2 columns. "
                + "Show a part, or average neighbouring cells.");
    var names = Collections.nCopies(257, "");
    assertThatThrownBy(() -> HeatMap.of("scores", names, names, Numpy.zeros(257, 257)))
        .hasMessageStartingWith(
            "The heat map \"scores\" needs 1 to 65536 cells, but got 257 rows and 257 columns.");
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 0", "NaN, 1", "0, Infinity", "-1e308, 1e308"})
  void a_range_that_is_none_is_refused(double low, double high) {
    var map = HeatMap.of("scores", ROWS, ROWS, Numpy.eye(2));

    assertThatThrownBy(() -> map.withRange(low, high))
        .isInstanceOf(HyperparameterException.class)
        .hasMessageStartingWith(
            "The heat map \"scores\" needs a range from one number to a larger one, but got %s to %s."
                    .formatted(low, high)
                + " Pass the lower end first.");
  }
}
