package io.cambric.examples.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private final StringWriter text = new StringWriter();
  private final PrintWriter out = new PrintWriter(text);

  @Test
  void terminal_shows_a_bar_that_a_line_replaces() {
    var progress = new Progress(out, true, 80);

    progress.show("epoch 1", 2, 4);
    progress.println("done");

    assertThat(text.toString())
        .isEqualTo(
            "\repoch 1 [###############...............] 2/4\r\u001b[2Kdone"
                + System.lineSeparator());
  }

  @Test
  void the_bar_is_as_short_as_the_terminal_needs() {
    new Progress(out, true, 30).show("epoch 1", 2, 4);

    assertThat(text.toString()).isEqualTo("\repoch 1 [#######........] 2/4").hasSize(30);
  }

  @Test
  void a_terminal_without_room_for_a_bar_shows_numbers() {
    new Progress(out, true, 18).show("epoch 1", 2, 4);

    assertThat(text.toString()).isEqualTo("\repoch 1 2/4");
  }

  @Test
  void work_ends_when_nobody_reads_what_it_prints() {
    var closed =
        new PrintWriter(
            new Writer() {
              @Override
              public void write(char[] characters, int from, int count) throws IOException {
                throw new IOException("Broken pipe");
              }

              @Override
              public void flush() {}

              @Override
              public void close() {}
            });

    assertThatThrownBy(() -> new Progress(closed, false, 80).println("done"))
        .isInstanceOf(ClosedOutputException.class)
        .hasMessageEndingWith("The output was closed.");
  }

  @Test
  void elsewhere_only_whole_lines_are_printed() {
    var progress = new Progress(out, false, 80);

    progress.show("epoch 1", 4, 4);
    progress.println("done");

    assertThat(text.toString()).isEqualTo("done" + System.lineSeparator());
  }
}
