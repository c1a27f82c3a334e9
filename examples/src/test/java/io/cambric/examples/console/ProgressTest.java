package io.cambric.examples.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private final StringWriter text = new StringWriter();
  private final PrintWriter out = new PrintWriter(text);

  @Test
  void terminal_shows_a_bar_that_a_line_replaces() {
    var progress = new Progress(out, true);

    progress.show("epoch 1", 2, 4);
    progress.println("done");

    assertThat(text.toString())
        .isEqualTo(
            "\repoch 1 [###############...............] 2/4\r\u001b[2Kdone"
                + System.lineSeparator());
  }

  @Test
  void elsewhere_only_whole_lines_are_printed() {
    var progress = new Progress(out, false);

    progress.show("epoch 1", 4, 4);
    progress.println("done");

    assertThat(text.toString()).isEqualTo("done" + System.lineSeparator());
  }
}
