package io.cambric.data.preprocess;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.data.Csv;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextTableTest {

  private static final List<String> PIECES =
      List.of(",", "\"", "\n", "\r", "\r\n", ";", "#", "'", "=", "a", "ü", "漢", "0", "-1.5");

  private static TextTable read(String csv) {
    return TextTable.read(Csv.of(csv.getBytes(StandardCharsets.UTF_8), "table"));
  }

  @Test
  void a_csv_text_has_a_header_and_quotes_where_they_are_needed() {
    var table =
        new TextTable(
            "table",
            List.of("name", "size, cm"),
            List.of(List.of("cat", "46"), List.of("the \"dog\"", ""), List.of("two\nlines", "=1")));

    assertThat(table.toCsv())
        .isEqualTo(
            """
            name,"size, cm"
            cat,46
            "the ""dog""\",
            "two
            lines",=1
            """);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void any_cells_come_back_from_their_csv_text(long seed) {
    var random = new Random(seed);
    for (int columns = 1; columns <= 4; columns++) {
      var names = new ArrayList<String>();
      for (int i = 0; i < columns; i++) {
        names.add(i + cell(random));
      }
      var rows = new ArrayList<List<String>>();
      for (int row = 0; row < 50; row++) {
        rows.add(names.stream().map(_ -> cell(random)).toList());
      }
      var table = new TextTable("table", names, rows);

      assertThat(read(table.toCsv())).isEqualTo(table);
    }
  }

  /** A text without spaces around it. */
  private static String cell(Random random) {
    var text = new StringBuilder();
    for (int i = random.nextInt(5); i > 0; i--) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return text.toString().strip();
  }
}
