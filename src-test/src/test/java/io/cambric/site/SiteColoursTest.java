package io.cambric.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.nn.report.Report;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The site, its Javadoc and the reports of trainings have one look. */
class SiteColoursTest {

  private static final String HEX = "(#[0-9a-f]{6})";

  private static List<String> groups(String text, String pattern) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .flatMap(found -> IntStream.rangeClosed(1, found.groupCount()).mapToObj(found::group))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ink", "quiet", "line", "accent"})
  void texts_lines_and_accents_have_the_colours_of_reports(String name) {
    var report = Report.to(Path.of("report.html"), "Colours").toHtml();

    var lightAndDark = groups(report, "--%s: %s".formatted(name, HEX));

    assertThat(lightAndDark).hasSize(2);
    for (var sheet : List.of("site.css", "api.css")) {
      assertThat(
              groups(
                  Resource.text(sheet), "--%s: light-dark\\(%s, %s\\)".formatted(name, HEX, HEX)))
          .as(sheet)
          .isEqualTo(lightAndDark);
    }
  }
}
