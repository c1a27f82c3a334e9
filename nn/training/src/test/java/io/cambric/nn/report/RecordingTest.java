package io.cambric.nn.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.nn.report.Series.Point;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RecordingTest {

  @Test
  void steps_in_any_order_are_kept_ascending_and_once() {
    var random = new Random(5);
    var recording = new Recording();
    var expected = new TreeMap<Long, Double>();
    for (int i = 0; i < 1000; i++) {
      long step = random.nextInt(10) == 0 ? random.nextInt(1000) : i;
      recording.put(step, i);
      expected.put(step, (double) i);
    }

    assertThat(recording.toSeries("a").points())
        .containsExactlyElementsOf(
            expected.entrySet().stream().map(e -> new Point(e.getKey(), e.getValue())).toList());
  }

  @Test
  void extremes_are_numbers_where_there_are_some() {
    var recording = new Recording();
    recording.put(1, Double.NaN);
    assertThat(recording.lowest().step()).isEqualTo(1);
    recording.put(2, 3);
    recording.put(3, -3);
    recording.put(4, 3);
    recording.put(5, Double.NaN);

    assertThat(recording.lowest()).isEqualTo(new Recording.Entry(3, -3));
    assertThat(recording.highest()).isEqualTo(new Recording.Entry(2, 3));
    assertThat(recording.last().step()).isEqualTo(5);
  }
}
