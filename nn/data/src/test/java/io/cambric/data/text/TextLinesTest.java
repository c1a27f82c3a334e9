package io.cambric.data.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.DataException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TextLinesTest {

  private static final int LIMIT = 10_000;

  private static Iterable<String> lines(String text) {
    return TextLines.of(text.getBytes(StandardCharsets.UTF_8), "a.txt", LIMIT);
  }

  @Test
  void lines_come_without_their_ends_and_the_byte_order_mark() {
    assertThat(lines("\ufeffone\r\n\nünï\n")).containsExactly("one", "", "ünï");
    assertThat(lines("last")).containsExactly("last");
    assertThat(lines("")).isEmpty();
  }

  @Test
  void long_lines_are_whole() {
    var line = "é".repeat(LIMIT);
    assertThat(lines("a\n" + line + "\nb")).containsExactly("a", line, "b");
  }

  @Test
  void a_line_above_the_limit_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> lines("a\n" + "b".repeat(LIMIT + 1)).forEach(line -> {}))
        .withMessageStartingWith(
            "a.txt, line 2, must have at most 10000 characters, but has more. If the file "
                + "is correct, raise the limit.");
  }
}
