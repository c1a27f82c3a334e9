package io.cambric.nn.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.TreeStructureException;
import io.cambric.errors.UnavailableException;
import io.cambric.errors.UnavailableException.Reason;
import io.cambric.transform.function.Fn;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a predictor ends, and how requests end whose model does not answer. */
@Timeout(60)
class EndTest {

  private static final Array EXAMPLE = NdArray.of(Shape.of(2), 0, 0);
  private static final ServingOptions OPTIONS =
      ServingOptions.upTo(2).withMaxWait(Duration.ZERO).withWarmRuns(1);
  private static final String LATE =
      "The predictor ended before the model had answered the request. Send it again "
          + "to another predictor.";

  private final Gate gate = new Gate();

  private BatchingPredictor<Array, Array> ready(ServingOptions options, Fn<Array, Array> function) {
    var predictor = BatchingPredictor.start(ServedModel.of("v1", function, EXAMPLE), options);
    predictor.awaitReady();
    gate.shut();
    return predictor;
  }

  /** A model that does not hear an interrupt, until the test lets it end. */
  private static Fn<Array, Array> deaf(CountDownLatch entered, AtomicBoolean released) {
    return batch -> {
      while (entered.getCount() == 0 && !released.get()) {
        Thread.onSpinWait();
      }
      return batch;
    };
  }

  private static void assertLate(CompletableFuture<?> answer) {
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> answer.get(10, TimeUnit.SECONDS))
        .satisfies(e -> {
          var cause = (UnavailableException) e.getCause();
          assertThat(cause).hasMessage(LATE);
          assertThat(cause.reason()).isEqualTo(Reason.CLOSED);
        });
  }

  private static void awaitEnding(BatchingPredictor<?, ?> predictor) throws InterruptedException {
    while (!predictor.isEnding()) {
      Thread.sleep(1);
    }
  }

  @Test
  void closing_cancels_what_a_model_that_hangs_does_not_answer() throws InterruptedException {
    var predictor = ready(OPTIONS.withTimeout(Duration.ofMillis(200)), gate);
    var answers = new ArrayList<CompletableFuture<Prediction<Array>>>();
    answers.add(predictor.submit(EXAMPLE));
    gate.awaitHeld();
    answers.add(predictor.submit(EXAMPLE));
    answers.add(predictor.submit(EXAMPLE));

    predictor.close();

    answers.forEach(EndTest::assertLate);
    assertThat(predictor.metrics().cancelled()).isEqualTo(3);
    assertThat(predictor.metrics().failed()).isZero();
    predictor.close();
  }

  @Test
  void closing_leaves_a_model_that_hears_no_interrupt() {
    var entered = new CountDownLatch(1);
    var released = new AtomicBoolean();
    var predictor = ready(OPTIONS.withTimeout(Duration.ofMillis(100)), deaf(entered, released));
    entered.countDown();
    var answer = predictor.submit(EXAMPLE);

    predictor.close();

    assertLate(answer);
    released.set(true);
    assertThat(predictor.metrics().cancelled()).isEqualTo(1);
    assertThat(predictor.metrics().answered()).isZero();
  }

  @Test
  void closing_ends_a_warm_up_that_hangs() throws InterruptedException {
    gate.shut();
    var predictor =
        BatchingPredictor.start(
            ServedModel.of("v1", gate, EXAMPLE), OPTIONS.withTimeout(Duration.ofMillis(100)));
    gate.awaitHeld();
    var answer = predictor.submit(EXAMPLE);

    predictor.close();

    assertLate(answer);
    assertThatExceptionOfType(UnavailableException.class)
        .isThrownBy(predictor::awaitReady)
        .withMessage("The predictor is closed and accepts no requests. Start another predictor.");
  }

  @Test
  void closing_shortens_a_warm_up_and_answers_those_that_wait() throws Exception {
    var calls = new CountDownLatch(3);
    var predictor =
        BatchingPredictor.start(
            ServedModel.of(
                "v1",
                (Array batch) -> {
                  calls.countDown();
                  return batch.mul(2);
                },
                EXAMPLE),
            OPTIONS.withWarmRuns(Integer.MAX_VALUE));
    calls.await();
    var answer = predictor.submit(EXAMPLE.add(1));

    predictor.close();

    assertThat(answer.get().output().toFloats()).containsExactly(2, 2);
    assertThat(predictor.isReady()).isFalse();
    assertThat(predictor.warmUp().orElseThrow().end()).isEqualTo(WarmUp.End.CLOSED);
    assertThatExceptionOfType(UnavailableException.class).isThrownBy(predictor::awaitReady);
  }

  @Test
  void a_drain_answers_new_requests_until_none_comes_and_then_refuses() throws Exception {
    try (var predictor = ready(OPTIONS, gate)) {
      gate.open();
      var portClosed = new AtomicBoolean();
      var draining =
          CompletableFuture.runAsync(() ->
              predictor.drain(
                  Duration.ofSeconds(30),
                  () -> {
                    assertThat(predictor.isReady()).isFalse();
                    // On its way when the port is closed.
                    predictor.submit(EXAMPLE);
                    portClosed.set(true);
                  }));
      awaitEnding(predictor);

      assertThat(predictor.isReady()).isFalse();
      for (int i = 0; i < 20; i++) {
        assertThat(predictor.predict(EXAMPLE.add(i)).output().toFloats())
            .containsExactly(2 * i, 2 * i);
        Thread.sleep(10);
      }
      assertThat(portClosed).isFalse();
      draining.get();

      assertThat(portClosed).isTrue();
      assertThat(predictor.metrics().answered()).isEqualTo(21);
      assertThat(predictor.metrics().accepted()).isEqualTo(21);
      assertThatExceptionOfType(UnavailableException.class)
          .isThrownBy(() -> predictor.predict(EXAMPLE));
    }
  }

  @Test
  void a_drain_under_a_load_without_an_end_loses_no_request_that_was_taken() throws Exception {
    var predictor = ready(OPTIONS.withTimeout(Duration.ofMillis(500)), gate);
    gate.open();
    var lost = new AtomicBoolean();
    var callers = new ArrayList<Thread>();
    for (int i = 0; i < 8; i++) {
      callers.add(
          Thread.startVirtualThread(() -> {
            try {
              while (true) {
                predictor.predict(EXAMPLE);
              }
            } catch (UnavailableException e) {
              // Refused at the end, which no accepted request is.
              lost.compareAndSet(false, e.getMessage().equals(LATE));
            } catch (InterruptedException | RuntimeException e) {
              lost.set(true);
            }
          }));
    }

    predictor.drain(Duration.ofSeconds(2));

    for (var caller : callers) {
      caller.join();
    }
    var metrics = predictor.metrics();
    assertThat(lost).isFalse();
    assertThat(metrics.answered()).isEqualTo(metrics.accepted()).isPositive();
  }

  @Test
  void a_drain_cancels_and_counts_what_runs_at_its_end() throws InterruptedException {
    var predictor = ready(OPTIONS, gate);
    var running = predictor.submit(EXAMPLE);
    gate.awaitHeld();
    var waiting = predictor.submit(EXAMPLE);

    predictor.drain(Duration.ofMillis(300));

    assertLate(running);
    assertLate(waiting);
    assertThat(predictor.metrics().cancelled()).isEqualTo(2);
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> predictor.drain(Duration.ofSeconds(-1)))
        .withMessage(
            "A drain needs a time of at least zero, but got PT-1S. Pass the time that "
                + "requests have to finish.");
  }

  @Test
  void times_that_no_long_counts_in_nanoseconds_never_end() throws InterruptedException {
    var forever = ChronoUnit.FOREVER.getDuration();
    var predictor = ready(OPTIONS.withMaxWait(forever).withTimeout(forever), batch -> batch);
    var first = predictor.submit(EXAMPLE);
    assertThat(predictor.predict(EXAMPLE).output().toFloats()).containsExactly(0, 0);
    assertThat(first.join().output().toFloats()).containsExactly(0, 0);
    predictor.drain(forever);
    assertThat(predictor.metrics().answered()).isEqualTo(2);
    predictor.close();
  }

  @Test
  void a_port_that_cannot_be_closed_ends_the_predictor_all_the_same() {
    var predictor = ready(OPTIONS, gate);

    assertThatThrownBy(() ->
            predictor.drain(
                Duration.ofMillis(100),
                () -> {
                  throw new IllegalStateException("no such port");
                }))
        .hasMessage("no such port");
    assertThatExceptionOfType(UnavailableException.class)
        .isThrownBy(() -> predictor.submit(EXAMPLE));
  }

  @Test
  void calls_that_time_out_are_counted_at_once_and_once() throws InterruptedException {
    try (var predictor = ready(OPTIONS.withTimeout(Duration.ofMillis(100)), gate)) {
      // In the batch of a model that hangs, and behind it.
      for (int i = 1; i <= 2; i++) {
        assertThatExceptionOfType(UnavailableException.class)
            .isThrownBy(() -> predictor.predict(EXAMPLE))
            .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.TIMED_OUT));
        assertThat(predictor.metrics().timedOut()).isEqualTo(i);
      }
      assertThatThrownBy(() -> predictor.submit(EXAMPLE).orTimeout(1, TimeUnit.MILLISECONDS).get())
          .hasCauseInstanceOf(TimeoutException.class);
      while (predictor.metrics().timedOut() < 3) {
        Thread.sleep(1);
      }
      gate.open();
      predictor.close();

      var metrics = predictor.metrics();
      assertThat(metrics.timedOut()).isEqualTo(3);
      assertThat(metrics.answered()).isZero();
      assertThat(metrics.accepted()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_model_that_returns_nothing_fails(boolean isNull) throws Exception {
    var silent = new AtomicBoolean();
    var model =
        ServedModel.<Array, Object>of(
            "v1", batch -> silent.get() ? (isNull ? null : Map.of()) : batch, EXAMPLE);
    try (var predictor = BatchingPredictor.start(model, OPTIONS)) {
      predictor.awaitReady();
      silent.set(true);

      assertThatExceptionOfType(TreeStructureException.class)
          .isThrownBy(() -> predictor.predict(EXAMPLE))
          .withMessage(
              "A served model must return a batch of answers, but returned %s. Return arrays "
                  + "with a row for each request.",
              isNull ? "null" : "map()");
      assertThat(predictor.metrics().failed()).isEqualTo(1);
      assertThatExceptionOfType(TreeStructureException.class)
          .isThrownBy(() -> predictor.swap(model));
      silent.set(false);
      assertThat(predictor.predict(EXAMPLE).version()).isEqualTo("v1");
    }
  }

  @Test
  void a_closed_predictor_takes_no_other_model() {
    var predictor = ready(OPTIONS, gate);
    gate.open();
    predictor.close();

    assertThatExceptionOfType(UnavailableException.class)
        .isThrownBy(() -> predictor.swap(ServedModel.of("v2", gate, EXAMPLE)))
        .withMessage("The predictor is closed and accepts no requests. Start another predictor.");
    assertThat(predictor.version()).isEqualTo("v1");
  }

  @Test
  void a_predictor_says_how_warm_its_model_is() {
    var options = OPTIONS.withWarmUp(Duration.ofSeconds(2));
    try (var predictor =
        BatchingPredictor.start(
            ServedModel.of("v1", (Array batch) -> batch.mul(2), EXAMPLE), options)) {
      predictor.awaitReady();
      var first = predictor.warmUp().orElseThrow();
      predictor.swap(ServedModel.of("v2", (Array batch) -> batch.mul(3), EXAMPLE));
      var second = predictor.warmUp().orElseThrow();

      assertThat(first.version()).isEqualTo("v1");
      assertThat(first.times()).containsOnlyKeys(1, 2);
      assertThat(first.end()).isIn(List.of(WarmUp.End.STEADY, WarmUp.End.OUT_OF_TIME));
      assertThat(first.took()).isPositive();
      assertThat(second.version()).isEqualTo("v2");
    }
  }
}
