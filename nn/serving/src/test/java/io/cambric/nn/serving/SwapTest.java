package io.cambric.nn.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.TreeStructureException;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn2;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Models that take the place of others while requests come. */
@Timeout(60)
class SwapTest {

  private static final int CALLERS = 64;
  private static final int REQUESTS = 400;
  private static final Array EXAMPLE = NdArray.of(Shape.of(3), 0, 0, 0);
  private static final ServingOptions OPTIONS =
      ServingOptions.upTo(16).withMaxWait(Duration.ofMillis(1)).withWarmRuns(2);

  private final Fn2<Array, Array, Array> forward =
      Transforms.jit((Array scale, Array batch) -> batch.mul(scale));

  /** A version that multiplies by its number. */
  private ServedModel<Array, Array> version(int number) {
    var scale = NdArray.scalar(DType.F32, number);
    return ServedModel.of("" + number, (Array batch) -> forward.apply(scale, batch), EXAMPLE);
  }

  @Test
  void no_request_of_many_threads_is_lost_or_answered_by_two_models() throws Exception {
    var counts = new ConcurrentHashMap<String, Integer>();
    var wrong = new AtomicInteger();
    try (var predictor = BatchingPredictor.start(version(1), OPTIONS)) {
      try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int caller = 0; caller < CALLERS; caller++) {
          int base = caller * REQUESTS;
          callers.submit(() -> {
            for (int i = base; i < base + REQUESTS; i++) {
              var answer = predictor.predict(NdArray.of(Shape.of(3), i, i + 1, i + 2));
              float scale = Float.parseFloat(answer.version());
              counts.merge(answer.version(), 1, Integer::sum);
              for (int k = 0; k < 3; k++) {
                if (answer.output().toFloats()[k] != (i + k) * scale) {
                  wrong.incrementAndGet();
                }
              }
            }
            return null;
          });
        }
        for (int next = 2; next <= 5; next++) {
          Thread.sleep(20);
          predictor.swap(version(next));
        }
      }
      predictor.predict(EXAMPLE);
      predictor.close();

      var metrics = predictor.metrics();
      assertThat(wrong).hasValue(0);
      assertThat(counts.values().stream().mapToInt(Integer::intValue).sum())
          .isEqualTo(CALLERS * REQUESTS);
      assertThat(metrics.accepted()).isEqualTo(CALLERS * REQUESTS + 1);
      assertThat(metrics.answered()).isEqualTo(metrics.accepted());
      assertThat(metrics.swaps()).isEqualTo(4);
      assertThat(metrics.answers()).containsKey("5");
      assertThat(metrics.latency().count()).isEqualTo(metrics.answered());
    }
  }

  @Test
  void a_model_that_fails_in_its_warm_up_is_not_taken() throws InterruptedException {
    try (var predictor = BatchingPredictor.start(version(2), OPTIONS)) {
      var failing =
          ServedModel.<Array, Array>of(
              "3",
              _ -> {
                throw new IllegalStateException("no weights");
              },
              EXAMPLE);

      assertThatThrownBy(() -> predictor.swap(failing)).hasMessage("no weights");
      assertThat(predictor.version()).isEqualTo("2");
      assertThat(predictor.predict(EXAMPLE.add(1)).output().toFloats()).containsExactly(2, 2, 2);
    }
  }

  @Test
  void a_model_of_other_requests_is_refused() {
    try (var predictor = BatchingPredictor.start(version(2), OPTIONS)) {
      var other = ServedModel.of("3", (Array batch) -> batch, NdArray.of(Shape.of(1), 0));

      assertThatExceptionOfType(TreeStructureException.class)
          .isThrownBy(() -> predictor.swap(other))
          .withMessage(
              "Model \"3\" must accept the requests of \"2\", * of f32[3], but accepts * of "
                  + "f32[1]. Start a separate predictor for it.");
      assertThat(predictor.metrics().answers()).isEqualTo(Map.of());
    }
  }
}
