package io.cambric.profiler.event;

import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ResultMemoryEventTest {

  private static final int SIZE = 300_000;

  private final BlockingQueue<RecordedEvent> events = new LinkedBlockingQueue<>();

  /** {@return the next event that a condition holds for; a stream brings events late} */
  private RecordedEvent next(Predicate<RecordedEvent> condition) throws InterruptedException {
    while (true) {
      var event = events.poll(20, TimeUnit.SECONDS);
      assertThat(event).isNotNull();
      if (condition.test(event)) {
        return event;
      }
    }
  }

  @Test
  @Timeout(60)
  void a_recording_has_the_memory_of_results() throws InterruptedException {
    var twice = jit((Array x) -> x.add(x));
    var one = Numpy.ones(SIZE);
    // The first program brings the event.
    twice.apply(one).delete();
    try (var stream = new RecordingStream()) {
      stream.enable("io.cambric.ResultMemory").withPeriod(Duration.ofMillis(20));
      stream.onEvent("io.cambric.ResultMemory", events::add);
      stream.setReuse(false);
      stream.startAsync();
      long before = next(_ -> true).getLong("usedAgain");
      for (int i = 0; i < 3; i++) {
        twice.apply(one).delete();
      }

      var after =
          next(event ->
              event.getLong("usedAgain") >= before + 2L * 4 * SIZE
                  && event.getLong("waiting") >= 4L * SIZE);
      assertThat(after.getLong("madeNew")).isGreaterThanOrEqualTo(4L * SIZE);
    }
  }
}
