package io.cambric.kernel.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParallelTest {

  private final int threads = Parallel.threads();

  @AfterEach
  void restore() {
    Parallel.setThreads(threads);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 31, 32, 33, 1000, 4097})
  void each_index_is_visited_once(int n) {
    Parallel.setThreads(3);
    for (int grain : new int[] {1, 7, 5000}) {
      var visits = new AtomicIntegerArray(n);
      Parallel.forRange(
          n,
          grain,
          (from, to) -> {
            for (int i = from; i < to; i++) {
              visits.incrementAndGet(i);
            }
          });
      for (int i = 0; i < n; i++) {
        assertThat(visits.get(i)).isOne();
      }
    }
  }

  @Test
  void chunks_do_not_depend_on_the_number_of_threads() {
    assertThat(chunks(1)).isEqualTo(chunks(2)).isEqualTo(chunks(5)).hasSize(32);
  }

  private static Set<String> chunks(int threads) {
    Parallel.setThreads(threads);
    Set<String> chunks = ConcurrentHashMap.newKeySet();
    Parallel.forRange(1000, 3, (from, to) -> chunks.add(from + "-" + to));
    return chunks;
  }

  @Test
  void a_range_near_the_largest_int_ends() {
    Set<Integer> starts = ConcurrentHashMap.newKeySet();
    Parallel.forRange(Integer.MAX_VALUE, 1, (from, to) -> starts.add(from));
    assertThat(starts).hasSize(32);
  }

  @Test
  void a_call_inside_a_task_runs_on_the_same_thread() {
    Parallel.setThreads(4);
    Set<Boolean> same = ConcurrentHashMap.newKeySet();
    Parallel.forRange(
        64,
        1,
        (from, to) -> {
          var outside = Thread.currentThread();
          Parallel.forRange(64, 1, (f, t) -> same.add(Thread.currentThread() == outside));
        });
    assertThat(same).containsExactly(true);
  }

  @Test
  void an_exception_reaches_the_caller_and_the_threads_survive() {
    Parallel.setThreads(3);
    for (int repeat = 0; repeat < 20; repeat++) {
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() ->
              Parallel.forRange(
                  100,
                  1,
                  (from, to) -> {
                    if (from >= 40) {
                      throw new IllegalStateException("chunk " + from);
                    }
                  }));
    }
    each_index_is_visited_once(1000);
  }

  @Test
  void callers_at_the_same_time_all_finish() throws InterruptedException {
    Parallel.setThreads(3);
    Set<Long> sums = ConcurrentHashMap.newKeySet();
    var callers = new Thread[4];
    for (int c = 0; c < callers.length; c++) {
      callers[c] =
          new Thread(() -> {
            for (int repeat = 0; repeat < 200; repeat++) {
              sums.add(sum(10_000));
            }
          });
      callers[c].start();
    }
    for (var caller : callers) {
      caller.join();
    }
    assertThat(sums).containsExactly(49_995_000L);
  }

  private static long sum(int n) {
    var total = new java.util.concurrent.atomic.LongAdder();
    Parallel.forRange(
        n,
        1,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            total.add(i);
          }
        });
    return total.sum();
  }
}
