package io.cambric.kernels.simd.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.cambric.testing.Garbage;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WarmUpTest {

  /** Larger than any array that code without boxed vectors allocates. */
  private static final int OBJECT = 1 << 12;

  private boolean impatient;
  private volatile boolean allocates;
  private volatile byte[] object = {};

  @BeforeEach
  void wait_until_code_is_compiled() {
    impatient = WarmUp.skipsWaiting();
    WarmUp.skipWaiting(false);
  }

  @AfterEach
  void restore() {
    WarmUp.skipWaiting(impatient);
  }

  private void sample() {
    if (allocates) {
      object = new byte[OBJECT];
    }
  }

  @Test
  void code_counts_as_compiled_once_it_allocates_nothing() throws InterruptedException {
    allocates = true;
    var several = new CountDownLatch(10);
    var warmUp =
        new WarmUp(
            "sample",
            () -> {
              sample();
              several.countDown();
            },
            null,
            1);

    warmUp.request();
    several.await();
    assertThat(warmUp.isHot()).isFalse();
    assertThat(WarmUp.isBusy()).isTrue();

    allocates = false;
    warmUp.await();
    assertThat(warmUp.isHot()).isTrue();
    assertThat(object).hasSize(OBJECT);
  }

  @Test
  void runs_with_nothing_to_do_count_for_the_jit() throws InterruptedException {
    var samples = new AtomicInteger();
    var empty = new AtomicInteger();
    var warmUp = new WarmUp("sample", samples::incrementAndGet, empty::incrementAndGet, 1);

    warmUp.await();

    assertThat(samples.get()).isPositive();
    assertThat(empty.get()).isGreaterThanOrEqualTo(10 * samples.get());
  }

  @Test
  void code_is_requested_by_the_points_that_plain_code_computes() throws InterruptedException {
    var samples = new AtomicInteger();
    var warmUp = new WarmUp("sample", samples::incrementAndGet, null, 1000);

    assertThat(warmUp.isHot(999)).isFalse();
    assertThat(samples.get()).isZero();

    assertThat(warmUp.isHot(1)).isFalse();
    warmUp.await();
    assertThat(warmUp.isHot(1)).isTrue();
  }

  @Test
  void code_counts_as_compiled_after_many_slices_where_allocation_is_unknown() {
    var samples = new AtomicInteger();
    var warmUp =
        new WarmUp(
            "sample", samples::incrementAndGet, () -> {}, 1, () -> WarmUp.Allocation.UNKNOWN);

    for (int slice = 1; slice < WarmUp.BLIND_SLICES; slice++) {
      assertThat(warmUp.slice()).as("needs another slice after slice %d", slice).isTrue();
      assertThat(warmUp.isHot(0)).isFalse();
    }
    assertThat(warmUp.slice()).isFalse();
    assertThat(warmUp.isHot(0)).isTrue();
    assertThat(samples.get()).isGreaterThan(WarmUp.BLIND_SLICES);
  }

  @Test
  void a_run_with_unknown_allocation_proves_nothing() {
    var counts = new AtomicInteger();
    // Known and constant before each run, unknown after it.
    var warmUp =
        new WarmUp(
            "sample",
            () -> {},
            () -> {},
            1,
            () -> counts.getAndIncrement() % 2 == 0 ? 7 : WarmUp.Allocation.UNKNOWN);

    assertThat(warmUp.slice()).isTrue();
    assertThat(warmUp.isHot(0)).isFalse();
  }

  @Test
  void reading_the_allocation_counter_allocates_nothing() {
    long before = WarmUp.Allocation.bytes();

    assertThat(WarmUp.Allocation.bytes()).isPositive().isEqualTo(before);
  }

  @Test
  void allocation_is_unknown_while_it_is_switched_off() {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    assertThat(WarmUp.Allocation.bytes()).isPositive();
    threads.setThreadAllocatedMemoryEnabled(false);
    try {
      assertThat(WarmUp.Allocation.bytes()).isEqualTo(WarmUp.Allocation.UNKNOWN);
    } finally {
      threads.setThreadAllocatedMemoryEnabled(true);
    }
  }

  @Test
  void unreachable_pieces_get_no_slices() throws Exception {
    var queue = new WarmUpQueue();
    var begun = new CountDownLatch(1);
    var end = new CountDownLatch(1);
    var first =
        new WarmUp(
            "first",
            () -> {
              begun.countDown();
              awaitQuietly(end);
            },
            null,
            1);
    queue.add(first);
    begun.await();
    var runs = new AtomicInteger();
    var liveRuns = new AtomicInteger();
    var live = new WarmUp("live", liveRuns::incrementAndGet, null, 1);
    var dead = new ArrayList<WeakReference<WarmUp>>();
    for (int i = 0; i < 100; i++) {
      var piece = new WarmUp("dead", runs::incrementAndGet, null, 1);
      dead.add(new WeakReference<>(piece));
      queue.add(piece);
    }
    queue.add(live);
    assertThat(queue.waiting()).isEqualTo(101);

    for (var piece : dead) {
      assertThat(Garbage.takes(piece)).isTrue();
    }
    end.countDown();
    while (queue.isBusy()) {
      Thread.sleep(1);
    }

    assertThat(queue.waiting()).isZero();
    assertThat(runs).hasValue(0);
    assertThat(liveRuns.get()).isPositive();
    assertThat(live.isHot(0)).isTrue();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void await_fails_with_the_exception_of_the_sample() throws Exception {
    var why = new IndexOutOfBoundsException("a sample that is too short");
    var handler = Thread.getDefaultUncaughtExceptionHandler();
    var unhandled = new CompletableFuture<Throwable>();
    Thread.setDefaultUncaughtExceptionHandler((_, thrown) -> unhandled.complete(thrown));
    try {
      var warmUp =
          new WarmUp(
              "short",
              () -> {
                throw why;
              },
              null,
              1);

      assertThatThrownBy(warmUp::await)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the sample of short has failed")
          .hasCause(why);
      assertThat(unhandled.get(1, TimeUnit.MINUTES)).isSameAs(why);
      assertThat(warmUp.isHot(1)).isFalse();
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(handler);
    }
  }
}
