package io.cambric.nn.serving;

import io.cambric.core.NdArray;
import io.cambric.nn.serving.MetricsRecorder.End;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A request that waits for its answer; mutable, for many threads. Its end is counted once, from
 * whichever thread.
 */
final class Request<O> {

  private final List<NdArray> leaves;
  private final long arrival;
  private final MetricsRecorder metrics;
  private final AtomicBoolean isCounted = new AtomicBoolean();
  private final CompletableFuture<Prediction<O>> answer = new CompletableFuture<>();

  /**
   * Makes a request.
   *
   * @param leaves its arrays
   * @param arrival by the clock of {@link System#nanoTime}
   */
  Request(List<NdArray> leaves, long arrival, MetricsRecorder metrics) {
    this.leaves = leaves;
    this.arrival = arrival;
    this.metrics = metrics;
  }

  List<NdArray> leaves() {
    return leaves;
  }

  /** {@return the answer, which the caller may also complete} */
  CompletableFuture<Prediction<O>> answer() {
    return answer;
  }

  /** Counts an end by the caller, once the request is in the queue. */
  void watch() {
    var _ =
        answer.whenComplete((_, failure) ->
            count(failure instanceof TimeoutException ? End.TIMED_OUT : End.CANCELLED));
  }

  private boolean count(End end) {
    boolean isFirst = isCounted.compareAndSet(false, true);
    if (isFirst) {
      metrics.end(end);
    }
    return isFirst;
  }

  /** {@return nanoseconds since its arrival} */
  long age(long now) {
    return now - arrival;
  }

  boolean isDone() {
    return answer.isDone();
  }

  /** Answers it, unless it has ended. */
  void complete(Prediction<O> prediction) {
    if (isCounted.compareAndSet(false, true)) {
      metrics.answer(prediction.version(), age(System.nanoTime()));
      answer.complete(prediction);
    }
  }

  /** Ends it without an answer, unless it has ended. */
  void fail(End end, Throwable failure) {
    if (count(end)) {
      answer.completeExceptionally(failure);
    }
  }
}
