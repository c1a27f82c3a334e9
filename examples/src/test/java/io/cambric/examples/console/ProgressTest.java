package io.cambric.examples.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true);

  @Test
  void terminal_shows_a_bar_that_a_line_replaces() {
    var progress = new Progress(out, true);

    progress.show("epoch 1", 2, 4);
    progress.println("done");

    assertThat(bytes.toString())
        .isEqualTo(
            "\repoch 1 [###############...............] 2/4\r\u001b[2Kdone" + System.lineSeparator());
  }

  @Test
  void elsewhere_only_whole_lines_are_printed() {
    var progress = new Progress(out, false);

    progress.show("epoch 1", 4, 4);
    progress.println("done");

    assertThat(bytes.toString()).isEqualTo("done" + System.lineSeparator());
  }
}
