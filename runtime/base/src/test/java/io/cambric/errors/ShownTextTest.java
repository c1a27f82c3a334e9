package io.cambric.errors;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShownTextTest {

  @ParameterizedTest
  @CsvSource({
    "10, \\u000a",
    "13, \\u000d",
    "9, \\u0009",
    "27, \\u001b",
    "0, \\u0000",
    "127, \\u007f",
    "155, \\u009b",
    "8232, \\u2028",
    "8238, \\u202e",
    "917505, \\ue0001"
  })
  void what_does_not_show_is_its_number_in_one_line(int codePoint, String shown) {
    var text = "a" + Character.toString(codePoint) + "b";
    assertThat(ShownText.line(text)).isEqualTo("a" + shown + "b");
    assertThat(new DataException(text)).hasMessage("a" + shown + "b");
    assertThat(new ProcessGroupException(text, new Exception())).hasMessage("a" + shown + "b");
  }

  @Test
  void what_shows_stays() {
    var text = "Grüße, \u4e16\u754c \ud83d\ude00 \"x\" \\n";
    assertThat(ShownText.line(text)).isSameAs(text);
  }

  @Test
  void messages_of_other_kinds_keep_their_lines_alone() {
    assertThat(new ShapeException("a\n\u001b[31mb")).hasMessage("a\n\\u001b[31mb");
  }
}
