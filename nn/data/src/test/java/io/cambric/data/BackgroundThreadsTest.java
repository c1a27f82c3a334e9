package io.cambric.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class BackgroundThreadsTest {

  private static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static int failAtTwo(int i) {
    if (i == 2) {
      throw new Failure();
    }
    return i;
  }

  private static void assertFailsAfterTwo(Dataset<Integer> dataset) {
    var read = new ArrayList<Integer>();
    try (var iterator = dataset.iterator()) {
      assertThatExceptionOfType(Failure.class)
          .isThrownBy(() -> iterator.forEachRemaining(read::add));
      assertThat(read).containsExactly(0, 1);
      assertThat(iterator.position()).containsExactly(2);
      assertThatExceptionOfType(Failure.class).isThrownBy(iterator::hasNext);
    }
  }

  @Test
  void a_failure_reaches_the_reader_behind_the_values_before_it() {
    var numbers = Dataset.of(List.of(0, 1, 2, 3, 4));
    assertFailsAfterTwo(numbers.map(BackgroundThreadsTest::failAtTwo).prefetch(3));
    assertFailsAfterTwo(numbers.map(BackgroundThreadsTest::failAtTwo, 3));
  }

  @Test
  void a_parallel_map_calls_its_function_of_several_values_at_once() {
    var both = new CountDownLatch(2);
    var values =
        Dataset.of(List.of(1, 2))
            .map(
                i -> {
                  both.countDown();
                  try {
                    return both.await(30, TimeUnit.SECONDS) ? i : -1;
                  } catch (InterruptedException e) {
                    return -1;
                  }
                },
                2);
    assertThat(values.inMemory().iterator()).toIterable().containsExactly(1, 2);
  }

  /** Endless numbers that know whether they are open. */
  private static final class Endless implements RecordReader<Integer> {

    private final AtomicInteger read;
    private final AtomicBoolean closed;

    Endless(AtomicInteger read, AtomicBoolean closed) {
      this.read = read;
      this.closed = closed;
    }

    @Override
    public @Nullable Integer next() {
      return read.getAndIncrement();
    }

    @Override
    public void close() {
      closed.set(true);
    }
  }

  @Test
  void closing_ends_the_thread_and_closes_the_source() {
    var read = new AtomicInteger();
    var closed = new AtomicBoolean();
    var dataset = Dataset.reading(() -> new Endless(read, closed)).prefetch(2);
    try (var iterator = dataset.iterator()) {
      assertThat(iterator.next()).isZero();
    }
    assertThat(closed).isTrue();
    int afterwards = read.get();
    assertThat(afterwards).isLessThanOrEqualTo(5);
    assertThat(read).hasValue(afterwards);
  }

  @Test
  void a_closed_iterator_has_no_more_values() {
    var iterator = Dataset.of(List.of(1, 2, 3)).prefetch(1).iterator();
    iterator.next();
    iterator.close();
    iterator.close();
    assertThat(iterator.hasNext()).isFalse();
  }

  @Test
  void closing_while_this_thread_is_interrupted_still_closes_the_source() {
    var closed = new AtomicBoolean();
    var dataset = Dataset.reading(() -> new Endless(new AtomicInteger(), closed));
    var iterator = dataset.prefetch(1).prefetch(1).iterator();
    iterator.next();
    Thread.currentThread().interrupt();
    iterator.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(closed).isTrue();
  }

  private record FailsToClose() implements RecordReader<Integer> {

    @Override
    public @Nullable Integer next() {
      return null;
    }

    @Override
    public void close() {
      throw new Failure();
    }
  }

  @Test
  void a_failure_to_close_reaches_who_closes() {
    var iterator = Dataset.reading(() -> new FailsToClose()).prefetch(1).iterator();
    assertThatExceptionOfType(Failure.class).isThrownBy(iterator::hasNext);
    assertThatExceptionOfType(Failure.class).isThrownBy(iterator::close);
  }
}
