package io.cambric.nn.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.errors.ShapeException;
import io.cambric.nn.writer.CsvWriter;
import io.cambric.numpy.Numpy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-01-02T12:00:00Z"), ZoneOffset.UTC);

  @TempDir private Path folder;

  private Report report(String title) {
    return Report.to(folder.resolve("run").resolve("report.html"), title, NOON);
  }

  @Test
  void train_and_eval_share_a_picture() {
    var report = report("Digits");
    var values = new LinkedHashMap<String, Double>();
    values.put("train/loss", 0.5);
    values.put("eval/loss", 0.75);
    values.put("recall/0", 0.25);
    values.put("recall/1", 0.125);
    values.put("rate", 0.0);
    report.writeScalars(10, values);

    var html = report.toHtml();

    assertThat(html.split("<div class=\"card plot( labelled)?\">", -1)).hasSize(4);
    assertThat(html)
        .contains("aria-label=\"loss over step: train/loss, eval/loss\"")
        .contains("aria-label=\"recall over step: recall/0, recall/1\"")
        .contains("<title>train/loss\nstep 10: 0.5</title>")
        .contains("<th scope=\"row\">Last step</th><td>10</td>")
        .contains("<th scope=\"row\">Started</th><td>2026-01-02 12:00:00 +00:00</td>");
    // A rate of 0 has no logarithm.
    assertThat(html.split("type=\"checkbox\"", -1)).hasSize(3);
  }

  @Test
  void all_texts_are_escaped() {
    var evil = "<script>alert('1' & \"2\")</script>\u0000\u0007";
    var report = report(evil);
    report.writeHyperparameters(Map.of(evil, evil));
    report.writeScalars(1, Map.of(evil, 1.0));
    report.writeTexts(1, Map.of(evil, evil));
    report.writeImages(1, Map.of(evil, Numpy.zeros(1, 2, 2, 1)));
    report.addChart(
        LineChart.of(evil, evil, List.of(Series.of(evil, List.of(1.0))))
            .withYLabel(evil)
            .withMarks(List.of(new LineChart.Mark(1, evil))));
    report.addChart(HeatMap.of(evil + " ", List.of(evil), List.of(evil), Numpy.ones(1, 1)));
    report.addConfusionMatrix(Numpy.ones(1, 1), List.of(evil));
    report.addMisclassified(
        Numpy.zeros(1, 2, 2, 1),
        NdArray.of(Shape.of(1, 2), 0, 1),
        NdArray.ofInts(Shape.of(1), 0),
        List.of(evil, evil));

    var html = report.toHtml();

    assertThat(html)
        .doesNotContain("<script", "\u0000", "\u0007", "'1'")
        .contains(
            "&lt;script&gt;alert(&#39;1&#39; &amp; &quot;2&quot;)&lt;/script&gt;\ufffd\ufffd");
  }

  @Test
  void nothing_comes_from_elsewhere() {
    var report = report("Digits");
    report.writeScalars(1, Map.of("loss", 1.0));
    report.writeImages(1, Map.of("image", Numpy.zeros(1, 2, 2, 1)));

    var html = report.toHtml();

    assertThat(
            Pattern.compile("(?:src|href)=\"(?!data:|#)|url\\(|@import|<link|<script")
                .matcher(html))
        .matches(matcher -> !matcher.find());
    assertThat(html.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http");
  }

  @Test
  void misclassified_images_begin_with_the_surest_prediction() {
    var report = report("Digits");
    report.addMisclassified(
        Numpy.zeros(4, 2, 2, 1),
        NdArray.of(Shape.of(4, 3), 9, 0, 0, 1, 2, 0, 0, 5, 0, 1, 0, 0),
        NdArray.ofInts(Shape.of(4), 0, 0, 2, 7),
        List.of("cat", "dog", "cow"));

    var html = report.toHtml();

    assertThat(html).contains("3 of 4.");
    assertThat(
            Pattern.compile("<figcaption>(.*?)</figcaption>")
                .matcher(html)
                .results()
                .map(found -> found.group(1)))
        .containsExactly(
            "cow, taken for <b>dog</b>", "cat, taken for <b>dog</b>", "7, taken for <b>cat</b>");
    assertThat(html).contains("alt=\"cow, predicted as dog\"");
  }

  @Test
  void confusion_matrix_has_recall_and_precision() {
    var report = report("Digits");
    report.addConfusionMatrix(NdArray.of(Shape.of(2, 2), 3, 1, 0, 0), List.of("cat", "dog"));

    assertThat(report.toHtml())
        .contains(
            "<td class=\"right\" style=\"--share:0.750\" title=\"cat predicted as cat\">3</td>")
        .contains(
            "<td class=\"wrong\" style=\"--share:0.250\" title=\"cat predicted as dog\">1</td>")
        .contains("<td>75 %</td></tr>")
        .contains("<td>–</td></tr>")
        .contains("<th scope=\"row\">Precision</th><td>100 %</td><td>0 %</td><td><b>75 %</b></td>");
  }

  @Test
  void charts_are_shown_as_they_are_and_of_a_title_the_last_one() {
    var report = report("Digits");
    report.addChart(LineChart.of("curve", "x", List.of()));
    report.addChart(
        LineChart.of("curve", "x", List.of(Series.of("a", List.of(1.0), List.of(0.5))))
            .withYLabel("height"));
    report.addChart(
        HeatMap.of("cosines", List.of("cat"), List.of("dog"), Numpy.full(Shape.of(1, 1), 0.25)));

    var html = report.toHtml();

    assertThat(html)
        .contains("<section id=\"charts\"", "<title>a\nx 1: 0.5</title>", ">height</text>")
        .contains("<title>cat, dog: 0.25</title>")
        .contains("<span>a</span>")
        .doesNotContain("checkbox", "<style>\nsvg.chart");
    assertThat(html.split("aria-label=\"curve over x", -1)).hasSize(2);
    assertThat(report("Digits").toHtml()).doesNotContain("id=\"charts\"");
  }

  @Test
  void each_section_has_a_link_at_the_top_of_the_page() {
    var report = report("Digits");
    report.writeScalars(1, Map.of("loss", 1.0));
    report.writeTexts(1, Map.of("Curves!", "text"));
    report.writeImages(1, Map.of("…", Numpy.zeros(1, 2, 2, 1)));

    var html = report.toHtml();

    var links = found(html, "<a href=\"#([^\"]*)\">");
    assertThat(links).containsExactly("summary", "curves", "metrics", "section", "curves-2");
    assertThat(found(html, "<section id=\"([^\"]*)\"")).isEqualTo(links);
  }

  private static List<String> found(String html, String pattern) {
    return Pattern.compile(pattern).matcher(html).results().map(one -> one.group(1)).toList();
  }

  @Test
  void a_curve_with_the_name_of_its_chart_has_no_legend() {
    var report = report("Digits");
    report.writeScalars(1, Map.of("rate", 1.0));

    assertThat(report.toHtml()).contains("<h3>rate</h3>").doesNotContain("class=\"legend\"");
  }

  @Test
  void the_file_is_written_at_each_flush_and_at_the_end() throws IOException {
    var file = folder.resolve("run").resolve("report.html");
    var report = report("Digits");
    report.flush();
    assertThat(Files.readString(file)).contains("<th scope=\"row\">Written</th>");
    report.close();
    assertThat(Files.readString(file)).contains("<th scope=\"row\">Ended</th>");
    Files.delete(file);
    report.close();
    assertThat(file).doesNotExist();
  }

  @Test
  void a_resumed_training_replays_its_numbers() {
    var csv = folder.resolve("metrics.csv");
    try (var writer = CsvWriter.of(csv)) {
      writer.writeScalars(1, Map.of("loss", 0.5));
      writer.writeScalars(2, Map.of("loss", 0.25));
    }
    var report = report("Digits");
    CsvWriter.replay(csv, report);
    report.writeScalars(3, Map.of("loss", 0.125));

    assertThat(report.toHtml()).contains("step 1: 0.5<", "step 2: 0.25<", "step 3: 0.125<");
  }

  @Test
  void arrays_of_other_shapes_are_refused() {
    var report = report("Digits");
    assertThatThrownBy(() -> report.addConfusionMatrix(Numpy.zeros(2, 3), List.of("a", "b")))
        .isInstanceOf(ShapeException.class)
        .hasMessageStartingWith(
            "A confusion matrix with 2 class names needs the shape [2, 2], but got "
                + "f32[2,3]. Pass one name for each class.");
    assertThatThrownBy(() -> report.writeImages(1, Map.of("a", Numpy.zeros(2, 2, 1))))
        .hasMessageStartingWith(
            "Images of a report need the shape [n, height, width, channels], but got "
                + "f32[2,2,1]. Add an axis with expandDims, or move the channels to the end.");
    assertThatThrownBy(() ->
            report.addMisclassified(
                Numpy.zeros(2, 2, 2, 1), Numpy.zeros(2, 3), Numpy.zeros(2), List.of("a")))
        .hasMessageStartingWith(
            "Misclassified images need scores [2, 1] and labels [2], with a row for each "
                + "image and a score for each class, but got f32[2,3] and f32[2]. Pass the "
                + "arrays of one batch.");
  }

  @Test
  void a_folder_that_cannot_be_written_is_named() throws IOException {
    var file = Files.createFile(folder.resolve("file")).resolve("report.html");

    assertThatThrownBy(() -> Report.to(file, "Digits").flush())
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith(file + " cannot be written: ");
  }
}
