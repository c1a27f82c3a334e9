package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WarmUpTest {

  /** Larger than any array that code without vectors in objects makes. */
  private static final int OBJECT = 1 << 12;

  private boolean impatient;
  private volatile boolean makesObjects;
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
    if (makesObjects) {
      object = new byte[OBJECT];
    }
  }

  @Test
  void code_counts_as_compiled_once_it_makes_no_objects() throws InterruptedException {
    makesObjects = true;
    var several = new CountDownLatch(10);
    var warmUp =
        new WarmUp(() -> {
          sample();
          several.countDown();
        });

    warmUp.request();
    several.await();
    assertThat(warmUp.isHot()).isFalse();
    assertThat(WarmUp.isBusy()).isTrue();

    makesObjects = false;
    warmUp.await();
    assertThat(warmUp.isHot()).isTrue();
    assertThat(object).hasSize(OBJECT);
  }

  @Test
  void runs_with_nothing_to_do_count_for_the_jit() throws InterruptedException {
    var samples = new AtomicInteger();
    var empty = new AtomicInteger();
    var warmUp = new WarmUp(samples::incrementAndGet, empty::incrementAndGet);

    warmUp.await();

    assertThat(samples.get()).isPositive();
    assertThat(empty.get()).isGreaterThanOrEqualTo(50 * samples.get());
  }

  @Test
  void code_is_asked_for_by_the_points_that_plain_code_computes() throws InterruptedException {
    var samples = new AtomicInteger();
    var warmUp = new WarmUp(samples::incrementAndGet, 1000L);

    assertThat(warmUp.isHot(999)).isFalse();
    assertThat(samples.get()).isZero();

    assertThat(warmUp.isHot(1)).isFalse();
    warmUp.await();
    assertThat(warmUp.isHot(1)).isTrue();
  }
}
