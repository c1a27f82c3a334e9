package io.cambric.nn.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.nn.report.Series.Point;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class LineChartTest {

  private static LineChart chart(Series... series) {
    return new LineChart("loss", "step", List.of(series), false);
  }

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
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
  void a_long_curve_keeps_its_extremes_and_few_points() {
    var points = new ArrayList<Point>();
    for (int step = 0; step < 100_000; step++) {
      points.add(new Point(step, step == 77_777 ? 9 : step == 5 ? -9 : step % 2));
    }

    var pieces = new Series("a", points).pieces();

    assertThat(pieces).hasSize(1);
    assertThat(pieces.getFirst()).hasSizeLessThanOrEqualTo(400);
    assertThat(pieces.getFirst()).contains(new Point(77_777, 9), new Point(5, -9));
    assertThat(pieces.getFirst()).isSortedAccordingTo(Comparator.comparingLong(Point::step));
  }

  @Test
  void numbers_up_to_zero_have_no_logarithmic_axis() {
    assertThat(chart(Series.of("a", List.of(1.0, 0.0))).canBeLogarithmic()).isFalse();
    var series = List.of(Series.of("a", List.of(1.0, 0.0)));
    assertThat(new LineChart("loss", "step", series, true).toSvg())
        .isEqualTo(new LineChart("loss", "step", series, false).toSvg());
    var positive = List.of(Series.of("a", List.of(1.0, 0.001)));
    assertThat(new LineChart("loss", "step", positive, true).toSvg())
        .isNotEqualTo(new LineChart("loss", "step", positive, false).toSvg());
  }

  @Test
  void few_values_have_points_that_show_and_many_a_line() {
    assertThat(chart(Series.of("a", Collections.nCopies(40, 1.0))).toElement())
        .doesNotContain("hidden\" cx");
    assertThat(chart(Series.of("a", Collections.nCopies(41, 1.0))).toElement())
        .contains("hidden\" cx");
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
