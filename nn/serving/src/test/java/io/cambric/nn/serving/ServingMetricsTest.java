package io.cambric.nn.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.errors.HyperparameterException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServingMetricsTest {

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void quantiles_differ_from_those_of_the_durations_by_a_sixteenth(long seed) {
    var random = new Random(seed);
    var histogram = new DurationHistogram();
    long[] nanos =
        LongStream.generate(() -> (long) Math.exp(random.nextGaussian(15, 2)))
            .limit(5000)
            .toArray();
    LongStream.of(nanos).forEach(histogram::add);
    var snapshot = histogram.snapshot();
    long[] sorted = LongStream.of(nanos).sorted().toArray();

    for (double fraction : new double[] {0.01, 0.5, 0.9, 0.99, 1}) {
      double expected = sorted[Math.max(0, (int) Math.ceil(fraction * 5000) - 1)];
      assertThat((double) snapshot.quantile(fraction).toNanos())
          .isCloseTo(expected, within(expected / 16 + 1024));
    }
    assertThat(snapshot.count()).isEqualTo(5000);
    assertThat(snapshot.max().toNanos()).isEqualTo(sorted[4999]);
    assertThat(snapshot.mean().toNanos()).isEqualTo(LongStream.of(nanos).sum() / 5000);
  }

  @Test
  void durations_of_any_length_are_counted() {
    var histogram = new DurationHistogram();
    histogram.add(-1);
    histogram.add(0);
    histogram.add(Long.MAX_VALUE);

    assertThat(histogram.snapshot().count()).isEqualTo(3);
    assertThat(new DurationHistogram().snapshot().quantile(0.99)).isEqualTo(Duration.ZERO);
    assertThat(new DurationHistogram().snapshot().mean()).isEqualTo(Duration.ZERO);
  }

  @Test
  void the_text_of_durations_has_quantiles_in_place_of_the_counts() {
    var histogram = new DurationHistogram();
    for (int i = 0; i < 3; i++) {
      histogram.add(1 << 20);
    }
    assertThat(histogram.snapshot())
        .hasToString(
            "Durations[count=3, median=PT0.001048576S, p99=PT0.001048576S, max=PT0.001048576S]");
  }

  @Test
  void prometheus_reads_counters_histograms_and_quantiles() {
    var recorder = new MetricsRecorder();
    var queue = new RequestQueue<Object>(1);
    queue.add(new Request<>(List.of(), 0, recorder));
    recorder.end(MetricsRecorder.End.FAILED);
    recorder.batch(4, 3);
    recorder.answer("step \"1\"", 200_000);
    recorder.answer("step \"1\"", 2_000_000);

    assertThat(recorder.snapshot(queue).toPrometheus("digits").lines())
        .contains(
            "# TYPE digits_requests_total counter",
            "digits_requests_total{end=\"answered\"} 2",
            "digits_requests_total{end=\"failed\"} 1",
            "digits_answers_total{version=\"step \\\"1\\\"\"} 2",
            "digits_waiting_requests 1",
            "digits_batches_total{size=\"4\"} 1",
            "digits_batch_rows_total 3",
            "# TYPE digits_latency_seconds histogram",
            "digits_latency_seconds_bucket{le=\"0.000131072\"} 0",
            "digits_latency_seconds_bucket{le=\"0.000262144\"} 1",
            "digits_latency_seconds_bucket{le=\"+Inf\"} 2",
            "digits_latency_seconds_sum 0.0022",
            "digits_latency_seconds_count 2",
            "digits_latency_seconds_quantile{quantile=\"0.99\"} 0.002");
  }

  @Test
  void buckets_are_powers_of_two_and_the_largest_batch() {
    assertThat(ServingOptions.upTo(1).buckets()).containsExactly(1);
    assertThat(ServingOptions.upTo(48).buckets()).containsExactly(1, 2, 4, 8, 16, 32, 48);
    assertThat(ServingOptions.upTo(48).bucketOf(33)).isEqualTo(48);
  }

  @Test
  void options_out_of_range_are_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> ServingOptions.upTo(8).withBuckets(4, 4))
        .withMessage(
            "Serving needs ascending batch sizes from 1 to 65536, but got [4, 4]. List each "
                + "size once.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> ServingOptions.upTo(0))
        .withMessage(
            "Serving needs ascending batch sizes from 1 to 65536, but got [0]. List each size once.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> ServingOptions.upTo(8).withTimeout(Duration.ZERO))
        .withMessage(
            "Serving needs a maxWait of at least 0 and a timeout above 0, but got PT0.001S and PT0S.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> ServingOptions.upTo(8).withCapacity(0))
        .withMessage("Serving needs a capacity and warmRuns of at least 1, but got 0 and 20.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> ServingOptions.upTo(8).withWarmUp(Duration.ofSeconds(-1)))
        .withMessage(
            "Serving needs a warmUp time of at least 0, but got PT-1S. Pass zero for a "
                + "fixed number of runs.");
    assertThat(List.of(1, 2, 4, 8)).isEqualTo(ServingOptions.upTo(8).buckets());
  }
}
