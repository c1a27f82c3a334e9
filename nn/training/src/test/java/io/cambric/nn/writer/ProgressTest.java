package io.cambric.nn.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private static final String REST_CLEARED = "\u001b[K";

  private final StringWriter text = new StringWriter();
  private final PrintWriter out = new PrintWriter(text);
  private long now = 5_000_000_000L;

  private Progress progress(boolean terminal, int columns) {
    return new Progress(out, terminal, columns, () -> now);
  }

  private void seconds(double passed) {
    now += (long) (passed * 1e9);
  }

  @Test
  void terminal_shows_a_bar_that_a_line_replaces() {
    var progress = progress(true, 80);

    progress.show("epoch 1", 2, 4);
    progress.println("done");

    assertThat(text.toString())
        .isEqualTo(
            "\repoch 1 [###############...............] 2/4"
                + REST_CLEARED
                + "\r\u001b[2Kdone"
                + System.lineSeparator());
  }

  @Test
  void rate_and_time_left_follow_from_the_second_call_on() {
    var progress = progress(true, 80);

    progress.show("train", 1, 1001);
    seconds(2);
    progress.show("train", 101, 1001);
    seconds(18);
    progress.show("train", 1001, 1001);

    assertThat(text.toString().split("\r"))
        .containsExactly(
            "",
            "train [..............................] 1/1001" + REST_CLEARED,
            "train [###...........................] 101/1001 50.0/s 0:18 left" + REST_CLEARED,
            "train [##############################] 1001/1001 50.0/s" + REST_CLEARED);
  }

  @Test
  void slow_work_shows_the_seconds_of_a_unit() {
    var progress = progress(true, 80);

    progress.show("train", 0, 2000);
    seconds(2.5);
    progress.show("train", 1, 2000);

    assertThat(text.toString()).endsWith("] 1/2000 2.50 s each 1:23:18 left" + REST_CLEARED);
  }

  @Test
  void another_label_starts_the_rate_anew() {
    var progress = progress(true, 80);

    progress.show("epoch 1", 1, 2);
    seconds(1);
    progress.show("epoch 2", 1, 2);

    assertThat(text.toString()).endsWith("] 1/2" + REST_CLEARED);
  }

  @Test
  void no_line_is_as_wide_as_the_terminal() {
    for (int columns = 1; columns < 70; columns++) {
      text.getBuffer().setLength(0);
      var progress = progress(true, columns);
      progress.show("epoch 1", 1, 100);
      seconds(1);
      progress.show("epoch 1", 50, 100);

      for (var line : text.toString().replace(REST_CLEARED, "").split("\r")) {
        assertThat(line.length()).isLessThan(Math.max(1, columns));
      }
    }
  }

  @Test
  void a_terminal_without_room_for_a_bar_shows_numbers() {
    progress(true, 18).show("epoch 1", 2, 4);

    assertThat(text.toString()).isEqualTo("\repoch 1 2/4" + REST_CLEARED);
  }

  @Test
  void a_bar_is_not_drawn_more_often_than_people_see() {
    var progress = progress(true, 80);

    for (int i = 1; i <= 1000; i++) {
      progress.show("train", i, 1000);
      seconds(0.001);
    }

    assertThat(text.toString().chars().filter(c -> c == '\r')).hasSize(21);
  }

  @Test
  void elsewhere_a_line_is_printed_every_ten_seconds() {
    var progress = progress(false, 80);

    for (int i = 0; i <= 50; i++) {
      progress.show("train", i, 50);
      seconds(0.5);
    }
    progress.println("done");

    assertThat(text.toString().lines())
        .containsExactly("train 20/50 2.0/s 0:15 left", "train 40/50 2.0/s 0:05 left", "done");
  }

  @Test
  void a_note_is_shown_where_there_is_room() {
    progress(true, 60).show("train", 1, 2, () -> "loss 0.25");
    assertThat(text.toString())
        .isEqualTo("\rtrain [###############...............] 1/2  loss 0.25" + REST_CLEARED);

    text.getBuffer().setLength(0);
    progress(true, 50).show("train", 1, 2, () -> "loss 0.25");
    assertThat(text.toString())
        .isEqualTo("\rtrain [###############...............] 1/2" + REST_CLEARED);
  }

  @Test
  void an_unknown_total_has_a_count_and_a_rate() {
    var progress = progress(true, 60);

    progress.show("train", 1, Progress.UNKNOWN);
    seconds(2);
    progress.show("train", 5, Progress.UNKNOWN);

    assertThat(text.toString().split("\r"))
        .containsExactly("", "train 1" + REST_CLEARED, "train 5 2.0/s" + REST_CLEARED);
  }

  @Test
  void the_line_is_taken_off_while_others_print() {
    var progress = progress(true, 60);
    progress.aside(() -> out.print("before\n"));
    progress.show("train", 1, Progress.UNKNOWN);

    progress.aside(() -> out.print("a number\n"));
    progress.clear();
    progress.clear();

    assertThat(text.toString())
        .isEqualTo(
            "before\n\rtrain 1"
                + REST_CLEARED
                + "\r\u001b[2Ka number\n\rtrain 1"
                + REST_CLEARED
                + "\r\u001b[2K");
  }
}
