package io.cambric.examples.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CurveTest {

  @TempDir private Path folder;

  @Test
  void picture_has_a_point_a_value_and_a_line_a_power_of_ten() {
    var svg = new Curve("a < b", "epoch", "loss", List.of(10.0, 1.0, 0.1)).toSvg();

    assertThat(svg).startsWith("<svg ").endsWith("</svg>\n").contains("a &lt; b");
    assertThat(svg).contains("points=\"70.0,40.0 345.0,195.0 620.0,350.0 \"");
    assertThat(svg.split("<line ", -1)).hasSize(4);
  }

  @Test
  void a_single_value_is_a_point_in_the_middle() {
    var svg = new Curve("title", "epoch", "loss", List.of(1.0)).toSvg();

    assertThat(svg).contains("<circle cx=\"345.0\" cy=\"350.0\" r=\"3\" fill=\"#1f77b4\"/>");
  }

  @Test
  void few_values_have_points_and_many_a_line_only() {
    assertThat(new Curve("title", "x", "y", Collections.nCopies(60, 1.0)).toSvg())
        .contains("<circle");
    assertThat(new Curve("title", "x", "y", Collections.nCopies(61, 1.0)).toSvg())
        .doesNotContain("<circle");
  }

  @Test
  void numbers_are_written_alike_whatever_the_language() {
    var before = Locale.getDefault();
    var curve = new Curve("title", "x", "y", List.of(10.0, 1.0));
    var svg = curve.toSvg();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(curve.toSvg()).isEqualTo(svg);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void write_replaces_the_file_and_leaves_nothing_else_behind() throws IOException {
    var file = Files.writeString(folder.resolve("curve.svg"), "old");
    var curve = new Curve("title", "x", "y", List.of(1.0, 2.0));

    curve.write(file);

    assertThat(file).hasContent(curve.toSvg());
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }
}
