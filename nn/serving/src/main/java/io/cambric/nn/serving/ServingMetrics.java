package io.cambric.nn.serving;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts of a predictor since its start, as a snapshot.
 *
 * <p>Each accepted request is answered, failed, timed out or cancelled once, or still waits.
 *
 * @param accepted requests that entered the queue
 * @param answered requests with an answer
 * @param failed requests of batches in which the model failed
 * @param timedOut requests that waited too long, for their batch or for its answer
 * @param cancelled requests that the caller cancelled, and requests without an answer at the end of
 *     the predictor
 * @param rejected requests that found the queue full or the predictor closed
 * @param waiting requests in the queue now
 * @param swaps models that replaced another
 * @param batches runs of a model by padded size
 * @param rows requests in these runs, without padding
 * @param answers by version of the model
 * @param queueTime from the arrival of a request to the start of its batch
 * @param latency from the arrival of a request to its answer
 */
public record ServingMetrics(
    long accepted,
    long answered,
    long failed,
    long timedOut,
    long cancelled,
    long rejected,
    int waiting,
    long swaps,
    SortedMap<Integer, Long> batches,
    long rows,
    SortedMap<String, Long> answers,
    Durations queueTime,
    Durations latency) {

  /** Copies the maps. */
  public ServingMetrics {
    batches = Collections.unmodifiableSortedMap(new TreeMap<>(batches));
    answers = Collections.unmodifiableSortedMap(new TreeMap<>(answers));
  }

  /** {@return the number of runs of a model} */
  public long batchCount() {
    return batches.values().stream().mapToLong(Long::longValue).sum();
  }

  /** {@return requests in a run of a model on average; zero without any} */
  public double meanBatch() {
    long count = batchCount();
    return count == 0 ? 0 : (double) rows / count;
  }

  /**
   * {@return these numbers in the text format of Prometheus, version 0.0.4}
   *
   * @param prefix of all names, such as {@code digits}
   * @see <a href="https://prometheus.io/docs/instrumenting/exposition_formats/">Exposition
   *     formats</a>
   */
  public String toPrometheus(String prefix) {
    return new PrometheusText(prefix).text(this);
  }
}
