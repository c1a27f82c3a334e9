package io.cambric.nn.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class AsyncWriterTest {

  private final RecordingWriter recording = new RecordingWriter();

  @Test
  void calls_keep_their_order() {
    var expected = new ArrayList<String>();
    try (var writer = AsyncWriter.of(recording, 4)) {
      for (int step = 0; step < 1000; step++) {
        writer.writeScalars(step, Map.of("loss", 1.0));
        expected.add("scalars " + step + " {loss=1.0}");
      }
      writer.writeTexts(1000, Map.of("a", "b"));
      writer.writeHyperparameters(Map.of("rate", 0.5));
      writer.flush();
      expected.addAll(List.of("texts 1000 {a=b}", "hyperparameters {rate=0.5}", "flush"));
      assertThat(recording.calls).isEqualTo(expected);
    }
    assertThat(recording.calls).endsWith("close");
  }

  @Test
  void values_may_change_and_arrays_be_donated_after_a_call() {
    var weights = NdArray.of(Shape.of(2), 1, 2);
    var values = new HashMap<>(Map.of("loss", 1.0));
    var held = new CountDownLatch(1);
    try (var writer = AsyncWriter.of(new Held(recording, held))) {
      writer.writeScalars(1, values);
      writer.writeHistograms(1, Map.of("weights", weights));
      values.put("loss", 2.0);
      weights.donate();
      held.countDown();
    }

    assertThat(recording.calls)
        .containsExactly(
            "scalars 1 {loss=1.0}",
            "histogram 1 weights " + NdArray.of(Shape.of(2), 1, 2),
            "close");
  }

  /** A writer that waits before it writes scalars. */
  private record Held(MetricWriter writer, CountDownLatch latch) implements MetricWriter {

    @Override
    public void writeScalars(long step, Map<String, Double> values) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      writer.writeScalars(step, values);
    }

    @Override
    public void writeHistograms(long step, Map<String, Array> values) {
      writer.writeHistograms(step, values);
    }

    @Override
    public void close() {
      writer.close();
    }
  }

  @Test
  void an_exception_is_thrown_by_the_next_flush_and_once() {
    var writer = AsyncWriter.of(recording);
    writer.writeScalars(1, Map.of("fails", 1.0));
    writer.writeScalars(2, Map.of("fails", 1.0));
    writer.writeScalars(3, Map.of("loss", 1.0));

    assertThatThrownBy(writer::flush)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("fails at 1")
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    writer.flush();
    writer.writeScalars(4, Map.of("fails", 1.0));
    assertThatThrownBy(writer::close).hasMessage("fails at 4");
    writer.close();
    writer.flush();
    writer.writeScalars(5, Map.of("loss", 1.0));

    assertThat(recording.calls).containsExactly("scalars 3 {loss=1.0}", "flush", "flush", "close");
  }

  @Test
  void an_interrupt_is_left_to_the_caller_and_loses_nothing() {
    var writer = AsyncWriter.of(recording, 1);
    Thread.currentThread().interrupt();
    for (int step = 0; step < 10; step++) {
      writer.writeScalars(step, Map.of());
    }
    writer.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(recording.calls).hasSize(11);
  }

  @Test
  void several_writers_get_each_call_also_where_one_fails() {
    var other = new RecordingWriter();
    var writer = MultiWriter.of(recording, other);

    writer.writeScalars(1, Map.of("loss", 1.0));
    assertThatThrownBy(() -> writer.writeScalars(2, Map.of("fails", 1.0)))
        .hasMessage("fails at 2")
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    writer.writeImages(3, Map.of("i", NdArray.of(Shape.of(1), 1)));
    writer.close();

    assertThat(recording.calls).isEqualTo(other.calls).hasSize(3);
  }
}
