package io.cambric.nn.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.errors.UnavailableException;
import io.cambric.errors.UnavailableException.Reason;
import io.cambric.transform.Transforms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BatchingPredictorTest {

  private static final Array EXAMPLE = NdArray.of(Shape.of(2), 0, 0);
  private static final ServingOptions OPTIONS =
      ServingOptions.upTo(8).withMaxWait(Duration.ZERO).withWarmRuns(1);

  private final Gate gate = new Gate();

  private static Array row(int value) {
    return NdArray.of(Shape.of(2), value, -value);
  }

  private BatchingPredictor<Array, Array> ready(ServingOptions options) {
    var predictor = BatchingPredictor.start(ServedModel.of("v1", gate, EXAMPLE), options);
    predictor.awaitReady();
    gate.shut();
    return predictor;
  }

  private List<CompletableFuture<Prediction<Array>>> submit(
      BatchingPredictor<Array, Array> predictor, int from, int to) {
    var answers = new ArrayList<CompletableFuture<Prediction<Array>>>();
    for (int i = from; i < to; i++) {
      answers.add(predictor.submit(row(i)));
    }
    return answers;
  }

  private static void assertDoubled(List<CompletableFuture<Prediction<Array>>> answers, int from) {
    for (int i = 0; i < answers.size(); i++) {
      assertThat(answers.get(i).join().output().toFloats())
          .containsExactly(2 * (from + i), -2 * (from + i));
    }
  }

  @Test
  void a_batch_is_deleted_when_its_answers_are_out() throws InterruptedException {
    var batches = new ArrayList<Array>();
    var model =
        ServedModel.of(
            "v1",
            (Array x) -> {
              batches.add(x);
              return x;
            },
            EXAMPLE);
    try (var predictor = BatchingPredictor.start(model, OPTIONS)) {
      predictor.awaitReady();
      assertThat(predictor.predict(row(3)).output().toFloats()).containsExactly(3, -3);
    }
    assertThat(batches).allSatisfy(batch -> assertThat(batch.isDeleted()).isTrue());
  }

  @Test
  void requests_that_gather_while_a_batch_runs_share_the_next_ones() throws InterruptedException {
    try (var predictor = ready(OPTIONS)) {
      var first = submit(predictor, 0, 1);
      gate.awaitHeld();
      var rest = submit(predictor, 1, 12);
      gate.open();

      assertDoubled(first, 0);
      assertDoubled(rest, 1);
      // Eight fill a batch; the three after them are padded to four.
      assertThat(gate.sizes).containsExactly(1, 8, 4);
      assertThat(predictor.metrics().batches()).isEqualTo(Map.of(1, 1L, 4, 1L, 8, 1L));
      assertThat(predictor.metrics().rows()).isEqualTo(12);
      assertThat(predictor.metrics().meanBatch()).isEqualTo(4);
    }
  }

  @Test
  void a_lone_request_waits_for_others_no_longer_than_the_limit() throws InterruptedException {
    try (var predictor = ready(OPTIONS.withMaxWait(Duration.ofMillis(50)))) {
      gate.open();
      long start = System.nanoTime();

      predictor.predict(row(1));

      assertThat(System.nanoTime() - start).isBetween(50_000_000L, 5_000_000_000L);
      assertThat(gate.sizes).containsExactly(1);
    }
  }

  @Test
  void a_full_batch_does_not_wait() {
    try (var predictor = ready(OPTIONS.withMaxWait(Duration.ofHours(1)))) {
      gate.open();

      assertDoubled(submit(predictor, 0, 8), 0);
      assertThat(gate.sizes).containsExactly(8);
    }
  }

  @Test
  void a_failure_of_the_model_reaches_the_requests_of_its_batch_alone()
      throws InterruptedException {
    var failing =
        ServedModel.of(
            "v1",
            (Array batch) -> {
              var doubled = gate.apply(batch);
              if (batch.max().item() == 7) {
                throw new IllegalStateException("a seven");
              }
              return doubled;
            },
            EXAMPLE);
    try (var predictor = BatchingPredictor.start(failing, OPTIONS)) {
      predictor.awaitReady();
      gate.shut();
      var before = submit(predictor, 1, 2);
      gate.awaitHeld();
      var failed = submit(predictor, 0, 8);
      var after = submit(predictor, 8, 11);
      gate.open();

      assertDoubled(before, 1);
      for (var answer : failed) {
        assertThatThrownBy(answer::join).hasCause(new IllegalStateException("a seven"));
      }
      assertDoubled(after, 8);
      assertThatThrownBy(() -> predictor.predict(row(7)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("a seven");
      assertThat(predictor.metrics().failed()).isEqualTo(9);
      assertThat(predictor.metrics().answered()).isEqualTo(4);
    }
  }

  @Test
  void a_request_of_another_form_fails_alone() throws InterruptedException {
    try (var predictor = ready(OPTIONS)) {
      gate.open();

      assertThatExceptionOfType(ShapeException.class)
          .isThrownBy(() -> predictor.predict(NdArray.of(Shape.of(3), 1, 2, 3)))
          .withMessage(
              "A request needs the shape [2] for its array, but got [3]. Pass one example, "
                  + "without the batch axis.");
      assertThatExceptionOfType(DTypeException.class)
          .isThrownBy(() -> predictor.predict(row(1).astype(DType.I32)))
          .withMessage(
              "A request needs the dtype f32 for its array, but got i32. Convert it with astype.");
      assertThat(predictor.predict(row(1)).output().toFloats()).containsExactly(2, -2);
      assertThat(predictor.metrics().accepted()).isEqualTo(1);
    }
  }

  @Test
  void requests_and_answers_are_trees() throws InterruptedException {
    var model =
        ServedModel.of(
            "v1",
            (Map<String, Array> batch) ->
                List.of(batch.get("a").add(batch.get("b")), batch.get("b").sum(-1)),
            Map.of("a", EXAMPLE, "b", EXAMPLE));
    try (var predictor = BatchingPredictor.start(model, OPTIONS)) {
      var output = predictor.predict(Map.of("a", row(3), "b", row(4))).output();

      assertThat(output.get(0).toFloats()).containsExactly(7, -7);
      assertThat(output.get(1).shape()).isEqualTo(Shape.of());
      assertThatExceptionOfType(TreeStructureException.class)
          .isThrownBy(() -> predictor.submit(Map.of("a", EXAMPLE)))
          .withMessage(
              "A request needs the structure map(a: *, b: *) of the model's example, but is map(a:"
                  + " *).");
    }
  }

  @Test
  void a_full_queue_refuses_requests_and_keeps_those_it_has() throws InterruptedException {
    try (var predictor = ready(OPTIONS.withCapacity(2))) {
      var first = submit(predictor, 0, 1);
      gate.awaitHeld();
      var waiting = submit(predictor, 1, 3);

      assertThatExceptionOfType(UnavailableException.class)
          .isThrownBy(() -> predictor.submit(row(9)))
          .withMessage(
              "The queue of the predictor is full, with 2 waiting. Send the request again "
                  + "later, or set a larger capacity in ServingOptions.")
          .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.OVERLOADED));
      assertThat(predictor.metrics().waiting()).isEqualTo(2);
      assertThat(predictor.metrics().rejected()).isEqualTo(1);
      gate.open();
      assertDoubled(first, 0);
      assertDoubled(waiting, 1);
    }
  }

  @Test
  void a_request_that_waits_too_long_ends_with_the_timeout() throws InterruptedException {
    try (var predictor = ready(OPTIONS.withTimeout(Duration.ofMillis(300)))) {
      submit(predictor, 0, 1);
      gate.awaitHeld();
      var submitted = predictor.submit(row(1));

      assertThatExceptionOfType(UnavailableException.class)
          .isThrownBy(() -> predictor.predict(row(2)))
          .withMessage(
              "The request waited for its batch longer than the timeout of 300 ms. Send fewer "
                  + "requests at once, or set a longer timeout in ServingOptions.")
          .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.TIMED_OUT));
      gate.open();
      assertThatExceptionOfType(CompletionException.class)
          .isThrownBy(submitted::join)
          .withCauseInstanceOf(UnavailableException.class);
      predictor.close();
      assertThat(predictor.metrics().timedOut()).isEqualTo(2);
    }
  }

  @Test
  void a_cancelled_request_costs_the_model_nothing() throws InterruptedException {
    try (var predictor = ready(OPTIONS)) {
      submit(predictor, 0, 1);
      gate.awaitHeld();
      var rest = submit(predictor, 1, 4);
      rest.get(0).cancel(false);
      rest.get(2).cancel(false);
      gate.open();

      assertDoubled(rest.subList(1, 2), 2);
      assertThat(gate.sizes).containsExactly(1, 1);
      assertThat(predictor.metrics().cancelled()).isEqualTo(2);
    }
  }

  @Test
  void an_interrupted_caller_gives_its_request_up() throws InterruptedException {
    try (var predictor = ready(OPTIONS)) {
      submit(predictor, 0, 1);
      gate.awaitHeld();
      var interrupted = new CompletableFuture<Boolean>();
      var caller =
          Thread.startVirtualThread(() -> {
            try {
              predictor.predict(row(1));
              interrupted.complete(false);
            } catch (InterruptedException e) {
              interrupted.complete(true);
            }
          });
      while (predictor.metrics().waiting() == 0) {
        Thread.sleep(1);
      }
      caller.interrupt();

      assertThat(interrupted.join()).isTrue();
      gate.open();
      predictor.close();
      assertThat(predictor.metrics().cancelled()).isEqualTo(1);
    }
  }

  @Test
  void closing_answers_those_that_wait_and_refuses_others() throws InterruptedException {
    var predictor = ready(OPTIONS);
    var answers = submit(predictor, 0, 1);
    gate.awaitHeld();
    answers.addAll(submit(predictor, 1, 40));
    var closing = Thread.startVirtualThread(predictor::close);
    while (predictor.isReady()) {
      Thread.sleep(1);
    }

    assertThatExceptionOfType(UnavailableException.class)
        .isThrownBy(() -> predictor.submit(row(9)))
        .withMessage("The predictor is closed and accepts no requests. Start another predictor.")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.CLOSED));
    gate.open();
    closing.join();
    assertThat(answers).allMatch(CompletableFuture::isDone);
    assertDoubled(answers, 0);
    predictor.close();
  }

  @Test
  void a_warm_start_compiles_each_bucket_and_requests_compile_nothing()
      throws InterruptedException {
    var forward = Transforms.jit((Array scale, Array batch) -> batch.mul(scale));
    var model =
        ServedModel.of(
            "v1", (Array batch) -> forward.apply(NdArray.scalar(DType.F32, 2), batch), EXAMPLE);
    try (var predictor =
        BatchingPredictor.start(model, OPTIONS.withMaxWait(Duration.ofMillis(1)))) {
      predictor.awaitReady();
      assertThat(predictor.isReady()).isTrue();
      assertThat(forward.traceCount()).isEqualTo(4);

      for (int count = 1; count <= 8; count++) {
        assertDoubled(submit(predictor, 0, count), 0);
      }
      predictor.swap(
          ServedModel.of(
              "v2", (Array batch) -> forward.apply(NdArray.scalar(DType.F32, 3), batch), EXAMPLE));

      assertThat(predictor.predict(row(1)).output().toFloats()).containsExactly(3, -3);
      assertThat(forward.traceCount()).isEqualTo(4);
    }
  }

  @Test
  void a_model_that_fails_in_its_warm_up_answers_nothing() {
    var failing =
        ServedModel.<Array, Array>of(
            "v1",
            _ -> {
              throw new IllegalStateException("no weights");
            },
            EXAMPLE);
    try (var predictor = BatchingPredictor.start(failing, OPTIONS)) {
      assertThatThrownBy(predictor::awaitReady).hasMessage("no weights");
      assertThat(predictor.isReady()).isFalse();
      assertThatExceptionOfType(UnavailableException.class)
          .isThrownBy(() -> predictor.submit(row(1)))
          .withRootCauseInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void a_model_must_return_a_row_for_each_request() {
    var model = ServedModel.of("v1", (Array batch) -> batch.sum(), EXAMPLE);
    try (var predictor = BatchingPredictor.start(model, OPTIONS)) {
      assertThatExceptionOfType(ShapeException.class)
          .isThrownBy(predictor::awaitReady)
          .withMessage(
              "A served model must return the batch of 1 as axis 0, but its array has the "
                  + "shape []. Return a row for each request.");
    }
  }
}
