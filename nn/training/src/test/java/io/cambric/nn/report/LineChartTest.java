package io.cambric.nn.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.nn.report.LineChart.Mark;
import io.cambric.nn.report.Series.Point;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class LineChartTest {

  private static LineChart chart(Series... series) {
    return LineChart.of("loss", "step", List.of(series));
  }

  private static String inPage(LineChart chart) {
    return LineDrawing.of(chart).inPage();
  }

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  private static List<String> texts(Document svg, String tag) {
    var elements = svg.getElementsByTagName(tag);
    return IntStream.range(0, elements.getLength())
        .mapToObj(i -> elements.item(i).getTextContent())
        .toList();
  }

  @Test
  void each_series_is_a_path_with_points_that_name_their_numbers() throws Exception {
    var svg =
        parsed(
            chart(
                    Series.of("a < b & \"c\"", List.of(1.0, 0.5)),
                    new Series("d", List.of(new Point(10, 2.25))))
                .toSvg());

    assertThat(svg.getElementsByTagName("path").getLength()).isEqualTo(2);
    assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(3);
    assertThat(svg.getElementsByTagName("title").item(1).getTextContent())
        .isEqualTo("a < b & \"c\"\nstep 2: 0.5");
    assertThat(svg.getDocumentElement().getAttribute("aria-label"))
        .isEqualTo("loss over step: a < b & \"c\", d");
  }

  @Test
  void numbers_without_a_place_interrupt_a_curve() throws Exception {
    var svg =
        parsed(
            chart(Series.of("a", List.of(1.0, Double.NaN, 2.0, 3.0, Double.POSITIVE_INFINITY)))
                .toSvg());

    assertThat(svg.getElementsByTagName("path").getLength()).isEqualTo(2);
    assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(3);
  }

  @Test
  void curves_without_a_number_are_an_empty_frame() throws Exception {
    var chart = chart(Series.of("a", List.of(Double.NaN)), Series.of("b", List.of()));

    assertThat(chart.canBeLogarithmic()).isFalse();
    assertThat(parsed(chart.toSvg()).getElementsByTagName("circle").getLength()).isZero();
  }

  @Test
  void a_curve_through_points_has_their_numbers_under_the_mouse() throws Exception {
    var chart =
        LineChart.of(
                "ROC",
                "false positive rate",
                List.of(Series.of("model", List.of(0.0, 0.125, 1.0), List.of(0.0, 0.75, 1.0))))
            .withYLabel("true < positive");

    var svg = parsed(chart.toSvg());

    assertThat(texts(svg, "title"))
        .containsExactly(
            "model\nfalse positive rate 0: 0",
            "model\nfalse positive rate 0.125: 0.75",
            "model\nfalse positive rate 1: 1");
    assertThat(texts(svg, "text")).contains("0.2", "false positive rate", "true < positive");
  }

  @Test
  void whole_numbers_have_all_of_their_digits_under_the_mouse_and_ticks_at_whole_numbers()
      throws Exception {
    var svg =
        parsed(chart(Series.of("a", List.of(1234567.0, 1234568.0), List.of(0.5, 1.0))).toSvg());

    assertThat(texts(svg, "title")).containsExactly("a\nstep 1234567: 0.5", "a\nstep 1234568: 1");
    assertThat(texts(svg, "text")).contains("1.234567M", "1.234568M").doesNotContain("1.2345675M");
  }

  @Test
  void marks_are_lines_with_texts_in_reach_of_the_axis() throws Exception {
    var chart =
        chart(Series.of("a", List.of(1.0, 2.0)))
            .withMarks(List.of(new Mark(1, "first & only"), new Mark(10, "last")));

    var svg = parsed(chart.toSvg());

    assertThat(texts(svg, "text")).contains("first & only", "last", "10");
    assertThat(chart.toSvg()).contains("class=\"after\"", "class=\"before\"");
    assertThat(svg.getDocumentElement().getAttribute("height")).isEqualTo("330");
  }

  @Test
  void a_mark_without_a_place_is_refused() {
    assertThatThrownBy(() -> new Mark(Double.NaN, "swap"))
        .isInstanceOf(HyperparameterException.class)
        .hasMessageStartingWith(
            "The mark \"swap\" of a chart needs a position from -1e300 to 1e300, but got "
                + "NaN. Leave out marks without a position.");
  }

  @Test
  void a_place_that_is_no_number_interrupts_a_curve() throws Exception {
    var svg =
        parsed(
            chart(Series.of("a", List.of(0.0, Double.NaN, 1.0), List.of(1.0, 2.0, 3.0))).toSvg());

    assertThat(svg.getElementsByTagName("path").getLength()).isEqualTo(2);
    assertThat(texts(svg, "title")).containsExactly("a\nstep 0: 1", "a\nstep 1: 3");
  }

  @Test
  void lists_of_two_lengths_are_no_curve() {
    assertThatThrownBy(() -> Series.of("a", List.of(1.0, 2.0), List.of(1.0)))
        .isInstanceOf(ShapeException.class)
        .hasMessageStartingWith(
            "The series \"a\" needs one y for each x, but got 2 x and 1 y values. Pass "
                + "lists of equal length.");
  }

  @Test
  void names_stand_next_to_the_ends_of_their_curves_and_long_ones_are_cut() throws Exception {
    var chart =
        chart(
            Series.of("high", List.of(1.0, 3.0)),
            Series.of("a curve of a very long name", List.of(2.0, 1.0)));

    var svg = parsed(chart.toSvg());

    assertThat(texts(svg, "text"))
        .contains("high", "a curve of a very l…a curve of a very long name");
    assertThat(texts(svg, "title")).contains("a curve of a very long name");
  }

  @Test
  void many_names_take_as_many_rows_as_they_need_above_the_frame() throws Exception {
    var names = IntStream.range(0, 14).mapToObj("a curve of a long name %d"::formatted).toList();
    var chart =
        LineChart.of(
            "loss", "step", names.stream().map(name -> Series.of(name, List.of(1.0))).toList());

    var svg = parsed(chart.toSvg());

    assertThat(texts(svg, "text")).containsAll(names);
    // Two names of 24 characters fit next to one another.
    assertThat(svg.getDocumentElement().getAttribute("height")).isEqualTo("410");
    assertThat(inPage(chart)).doesNotContain("a curve of a long name 0</text>");
  }

  @Test
  void a_page_stretches_the_frame_but_not_its_texts() {
    assertThat(inPage(chart(Series.of("a", List.of(1.0, 2.0)))))
        .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" class=\"chart lines\"")
        .contains("x=\"98.50%\"", "preserveAspectRatio=\"none\"");
  }

  @Test
  void a_curve_that_runs_back_keeps_the_order_of_its_points() {
    var points = new ArrayList<Point>();
    for (int i = 0; i < 1000; i++) {
      points.add(new Point(-i, i));
    }

    var piece = new Series("a", points).pieces().getFirst();

    assertThat(piece).hasSizeLessThanOrEqualTo(400);
    assertThat(piece).isSortedAccordingTo(Comparator.comparingDouble(Point::y));
  }

  @Test
  void many_points_at_one_place_are_their_extremes() {
    var points = IntStream.range(0, 1000).mapToObj(i -> new Point(2, i)).toList();

    assertThat(new Series("a", points).pieces())
        .containsExactly(List.of(new Point(2, 0), new Point(2, 999)));
  }

  @Test
  void a_long_curve_keeps_its_extremes_and_few_points() {
    var points = new ArrayList<Point>();
    for (int step = 0; step < 100_000; step++) {
      points.add(new Point(step, step == 77_777 ? 9 : step == 5 ? -9 : step % 2));
    }

    var pieces = new Series("a", points).pieces();

    assertThat(pieces).hasSize(1);
    assertThat(pieces.getFirst()).hasSizeLessThanOrEqualTo(400);
    assertThat(pieces.getFirst()).contains(new Point(77_777, 9), new Point(5, -9));
    assertThat(pieces.getFirst()).isSortedAccordingTo(Comparator.comparingDouble(Point::x));
  }

  @Test
  void numbers_up_to_zero_have_no_logarithmic_axis() {
    assertThat(chart(Series.of("a", List.of(1.0, 0.0))).canBeLogarithmic()).isFalse();
    var linear = chart(Series.of("a", List.of(1.0, 0.0)));
    assertThat(linear.withLogarithmic(true).toSvg()).isEqualTo(linear.toSvg());
    var positive = chart(Series.of("a", List.of(1.0, 0.001)));
    assertThat(positive.withLogarithmic(true).toSvg()).isNotEqualTo(positive.toSvg());
  }

  @Test
  void few_values_have_points_that_show_and_many_a_line() {
    assertThat(inPage(chart(Series.of("a", Collections.nCopies(40, 1.0)))))
        .doesNotContain("hidden\" cx");
    assertThat(inPage(chart(Series.of("a", Collections.nCopies(41, 1.0))))).contains("hidden\" cx");
  }

  @Test
  void numbers_are_written_alike_whatever_the_language() {
    var before = Locale.getDefault();
    var chart = chart(Series.of("a", List.of(10.0, 1.0)));
    var svg = chart.toSvg();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(chart.toSvg()).isEqualTo(svg);
    } finally {
      Locale.setDefault(before);
    }
  }
}
