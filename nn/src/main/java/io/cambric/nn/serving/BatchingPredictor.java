package io.cambric.nn.serving;

import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.errors.UnavailableException;
import io.cambric.errors.UnavailableException.Reason;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A model that answers single requests of many threads in batches; mutable, for many threads.
 *
 * <p>One thread of its own collects requests to a batch until it is full or the first has waited
 * long enough. It pads the batch to the next bucket, runs the model, and hands each row to its
 * caller. Virtual threads wait well in {@link #predict}.
 *
 * <p>Every request that is taken gets exactly one answer or failure, also while {@link #swap} takes
 * another model and {@link #close} ends the predictor. A request of another form fails at once and
 * alone. A failure of the model reaches the requests of its batch and no others.
 *
 * {@snippet :
 * try (var predictor = BatchingPredictor.start(model, ServingOptions.upTo(64))) {
 *   predictor.awaitReady();
 *   Prediction<Array> logits = predictor.predict(image);
 *   predictor.swap(better);
 * }
 * }
 *
 * @param <I> one request, a pytree of arrays
 * @param <O> one answer, a pytree of arrays
 */
public final class BatchingPredictor<I, O> implements AutoCloseable {

  private final ServingOptions options;
  private final Signature<I> signature;
  private final RequestQueue<O> queue;
  private final MetricsRecorder metrics = new MetricsRecorder();
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final ReentrantLock swapping = new ReentrantLock();
  private final Thread thread;
  private volatile ServedModel<I, O> model;

  private BatchingPredictor(ServedModel<I, O> model, ServingOptions options) {
    this.model = model;
    this.options = options;
    signature = Signature.of(model.example());
    queue = new RequestQueue<>(options.capacity());
    thread = Thread.ofPlatform().daemon().name("cambric-serving").unstarted(this::run);
  }

  /**
   * {@return a predictor that warms its model up and then answers}
   *
   * <p>Requests wait meanwhile. {@link #awaitReady} waits for the end of the warm-up, after which
   * each bucket has its program.
   *
   * @throws TreeStructureException if the example of the model has a leaf that is no array
   */
  public static <I, O> BatchingPredictor<I, O> start(
      ServedModel<I, O> model, ServingOptions options) {
    var predictor = new BatchingPredictor<>(model, options);
    predictor.thread.start();
    return predictor;
  }

  /** {@return whether the warm-up has ended well, and the predictor is not closed} */
  public boolean isReady() {
    return ready.isDone() && !ready.isCompletedExceptionally() && !queue.isClosed();
  }

  /**
   * Waits until the model is warm.
   *
   * @throws RuntimeException the failure of the model in its warm-up; the predictor is closed then
   */
  public void awaitReady() {
    joined(ready);
  }

  /** {@return the version of the model that answers now} */
  public String version() {
    return model.version();
  }

  /** {@return the counts since the start} */
  public ServingMetrics metrics() {
    return metrics.snapshot(queue);
  }

  /**
   * {@return the answer to a request, waited for}
   *
   * @throws UnavailableException if the queue is full, the timeout of the options has passed, or
   *     the predictor is closed
   * @throws TreeStructureException if the request has another structure than the example
   * @throws ShapeException if an array has another shape
   * @throws DTypeException if an array has another dtype
   * @throws RuntimeException the failure of the model
   * @throws InterruptedException if the thread is interrupted, which gives the request up
   */
  public Prediction<O> predict(I request) throws InterruptedException {
    var answer = submit(request);
    try {
      return answer.get(options.timeout().toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      answer.cancel(false);
      throw e;
    } catch (TimeoutException e) {
      // Without effect where the answer has come at the last moment.
      answer.completeExceptionally(timedOut());
      return joined(answer);
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    }
  }

  private static <T> T joined(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw failure(e.getCause());
    }
  }

  /** {@return a failure of a model, which is unchecked, as its function is} */
  private static RuntimeException failure(@Nullable Throwable cause) {
    return switch (cause) {
      case RuntimeException e -> e;
      case Error e -> throw e;
      case null, default -> new IllegalStateException(cause);
    };
  }

  /**
   * {@return the answer to a request, when there is one}
   *
   * <p>Cancelling it before its batch spares the model the work. Functions that depend on it run on
   * the thread of the predictor and delay other requests, unless they are chained with a method
   * whose name ends in {@code Async}.
   *
   * @param request whose arrays stay undonated until the answer
   * @throws UnavailableException if the queue is full or the predictor is closed
   * @throws TreeStructureException if the request has another structure than the example
   * @throws ShapeException if an array has another shape
   * @throws DTypeException if an array has another dtype
   */
  public CompletableFuture<Prediction<O>> submit(I request) {
    var leaves = signature.leaves(request);
    var answer = new CompletableFuture<Prediction<O>>();
    var entry = queue.add(new Request<>(leaves, answer, System.nanoTime()));
    switch (entry) {
      case ACCEPTED -> {}
      case FULL -> {
        metrics.rejected.increment();
        throw new UnavailableException(
            Reason.OVERLOADED,
            "The predictor needs room for a request, but %d wait already. Send it again later, or give ServingOptions a larger capacity."
                .formatted(options.capacity()));
      }
      case CLOSED -> {
        metrics.rejected.increment();
        throw closed();
      }
    }
    return answer;
  }

  private UnavailableException closed() {
    var message = "The predictor is closed and takes no requests. Start another one.";
    return ready.isCompletedExceptionally()
        ? new UnavailableException(Reason.CLOSED, message, ready.exceptionNow())
        : new UnavailableException(Reason.CLOSED, message);
  }

  private UnavailableException timedOut() {
    return new UnavailableException(
        Reason.TIMED_OUT,
        "The request waited for its batch longer than the timeout of %d ms. Send fewer at once, or give ServingOptions a longer timeout."
            .formatted(options.timeout().toMillis()));
  }

  /**
   * Takes another model for all batches that begin from now on.
   *
   * <p>The calling thread warms it up first, while the old one answers. Each answer is of one model
   * as a whole, and no request is lost. If the warm-up fails, the old model stays. Several calls
   * wait for each other.
   *
   * @throws TreeStructureException if the example of the model has another form than that of the
   *     first
   * @throws RuntimeException the failure of the model in its warm-up
   */
  public void swap(ServedModel<I, O> next) {
    awaitReady();
    var form = Signature.of(next.example());
    if (!form.equals(signature)) {
      throw new TreeStructureException(
          "Model \"%s\" needs to take the requests of \"%s\", %s, but takes %s. Start a predictor of its own for it."
              .formatted(next.version(), version(), signature.toText(), form.toText()));
    }
    swapping.lock();
    try {
      warmUp(next);
      model = next;
      metrics.swaps.increment();
    } finally {
      swapping.unlock();
    }
  }

  /** Refuses requests from now on, answers those that wait, and ends the thread. */
  @Override
  public void close() {
    queue.close();
    if (Thread.currentThread().equals(thread)) {
      return;
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      warmUp(model);
      ready.complete(null);
    } catch (RuntimeException | Error e) {
      queue.close();
      ready.completeExceptionally(e);
    }
    long maxWait = options.maxWait().toNanos();
    var batch = queue.take(options.maxBatch(), maxWait);
    while (!batch.isEmpty()) {
      answer(batch);
      batch = queue.take(options.maxBatch(), maxWait);
    }
  }

  private void warmUp(ServedModel<I, O> next) {
    var example = signature.leaves(next.example());
    for (int size : options.buckets()) {
      var batch = signature.batch(Collections.nCopies(size, example), size);
      for (int i = 0; i < options.warmRuns(); i++) {
        Signature.rows(next.function().apply(batch), size, size);
      }
    }
  }

  private void answer(List<Request<O>> taken) {
    if (ready.isCompletedExceptionally()) {
      taken.forEach(request -> fail(request, closed()));
      return;
    }
    long start = System.nanoTime();
    var requests = taken.stream().filter(request -> isDue(request, start)).toList();
    if (requests.isEmpty()) {
      return;
    }
    requests.forEach(request -> metrics.queueTime.add(request.age(start)));
    int size = options.bucketOf(requests.size());
    var current = model;
    List<O> outputs;
    try {
      List<List<NdArray>> leaves = requests.stream().map(Request::leaves).toList();
      var result = current.function().apply(signature.batch(leaves, size));
      outputs = Signature.rows(result, requests.size(), size);
    } catch (RuntimeException | Error e) {
      requests.forEach(request -> fail(request, e));
      return;
    }
    metrics.batch(size, requests.size());
    for (int i = 0; i < requests.size(); i++) {
      var request = requests.get(i);
      metrics.answer(current.version(), request.age(System.nanoTime()));
      request.answer().complete(new Prediction<>(outputs.get(i), current.version()));
    }
  }

  /** {@return whether a request still needs its answer; ends it if it came too late} */
  private boolean isDue(Request<O> request, long now) {
    if (request.answer().isCancelled()) {
      metrics.cancelled.increment();
      return false;
    }
    if (request.answer().isDone() || request.age(now) > options.timeout().toNanos()) {
      metrics.timedOut.increment();
      request.answer().completeExceptionally(timedOut());
      return false;
    }
    return true;
  }

  private void fail(Request<O> request, Throwable failure) {
    metrics.failed.increment();
    request.answer().completeExceptionally(failure);
  }

  /** {@return the version of the model that answers now, and the options} */
  @Override
  public String toString() {
    return "BatchingPredictor of %s, %s".formatted(version(), options);
  }
}
