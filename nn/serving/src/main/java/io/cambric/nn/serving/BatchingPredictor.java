package io.cambric.nn.serving;

import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.errors.UnavailableException;
import io.cambric.errors.UnavailableException.Reason;
import io.cambric.nn.serving.MetricsRecorder.End;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
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
 * long enough. It pads the batch to the next bucket, runs the model, and returns each row to its
 * caller. Virtual threads are suited to waiting in {@link #predict}.
 *
 * <p>Every accepted request gets exactly one answer or failure, also during {@link #swap}, {@link
 * #drain(Duration)} and {@link #close}. A request of another form fails at once, without effect on
 * others. A failure of the model reaches only the requests of its batch.
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

  private static final System.Logger LOG = System.getLogger("io.cambric.nn.serving");

  private final ServingOptions options;
  private final Signature<I> signature;
  private final RequestQueue<O> queue;
  private final MetricsRecorder metrics = new MetricsRecorder();
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final ReentrantLock swapping = new ReentrantLock();
  private final ReentrantLock draining = new ReentrantLock();
  private final Drain drain;
  private final Thread thread;
  private volatile ServedModel<I, O> model;
  private volatile @Nullable WarmUp warmUp;

  /** The failure of the first model in its warm-up. */
  private volatile @Nullable Throwable failure;

  /** Whether requests without an answer are ended. */
  private volatile boolean isCancelled;

  /** The requests in the model's current batch. */
  private volatile List<Request<O>> running = List.of();

  private BatchingPredictor(ServedModel<I, O> model, ServingOptions options) {
    this.model = model;
    this.options = options;
    signature = Signature.of(model.example());
    queue = new RequestQueue<>(options.capacity());
    drain = new Drain(() -> queue.accepted() - metrics.ended(), queue::lastArrival);
    thread = Thread.ofPlatform().daemon().name("cambric-serving").unstarted(this::run);
  }

  /**
   * {@return a predictor that warms its model up and then answers}
   *
   * <p>Requests wait meanwhile. {@link #awaitReady} waits for the end of the warm-up. Then each
   * bucket has its program, and its time no longer falls ({@link ServingOptions#warmUp}).
   *
   * @throws TreeStructureException if the example of the model has a leaf that is no array
   */
  public static <I, O> BatchingPredictor<I, O> start(
      ServedModel<I, O> model, ServingOptions options) {
    var predictor = new BatchingPredictor<>(model, options);
    predictor.thread.start();
    return predictor;
  }

  /** {@return whether the warm-up succeeded, and the predictor is neither drained nor closed} */
  public boolean isReady() {
    return ready.isDone() && !ready.isCompletedExceptionally() && !isEnding();
  }

  /**
   * {@return whether the end has begun, by {@link #drain(Duration)} or {@link #close}}
   *
   * <p>Answers of an HTTP server should have {@code Connection: close} from then on.
   */
  public boolean isEnding() {
    return drain.hasBegun() || queue.isClosed();
  }

  /**
   * Waits until the model is warm.
   *
   * @throws UnavailableException if the predictor is closed before
   * @throws RuntimeException the failure of the model in its warm-up; the predictor is closed then
   */
  public void awaitReady() {
    joined(ready);
  }

  /** {@return the warm-up of the current model; empty before its end} */
  public Optional<WarmUp> warmUp() {
    return Optional.ofNullable(warmUp);
  }

  /** {@return the version of the current model} */
  public String version() {
    return model.version();
  }

  /** {@return the counts since the start} */
  public ServingMetrics metrics() {
    return metrics.snapshot(queue);
  }

  /**
   * {@return the answer to a request, after waiting for it}
   *
   * @throws UnavailableException if the queue is full, the timeout of the options has passed, or
   *     the predictor is closed
   * @throws TreeStructureException if the request has another structure than the example
   * @throws ShapeException if an array has another shape
   * @throws DTypeException if an array has another dtype
   * @throws RuntimeException the failure of the model
   * @throws InterruptedException if the thread is interrupted, which cancels the request
   */
  public Prediction<O> predict(I request) throws InterruptedException {
    var taken = taken(request);
    var answer = taken.answer();
    try {
      return answer.get(nanos(options.timeout()), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      answer.cancel(false);
      throw e;
    } catch (TimeoutException e) {
      // Without effect if the answer has arrived at the last moment.
      taken.fail(End.TIMED_OUT, timedOut());
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

  /** {@return a failure of a model, which is unchecked like its function} */
  private static RuntimeException failure(@Nullable Throwable cause) {
    return switch (cause) {
      case RuntimeException e -> e;
      case Error e -> throw e;
      case null, default -> new IllegalStateException(cause);
    };
  }

  /**
   * {@return a future of the answer to a request}
   *
   * <p>Cancelling it before its batch saves the model's work. Functions that depend on it run on
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
    return taken(request).answer();
  }

  private Request<O> taken(I request) {
    var taken = new Request<O>(signature.leaves(request), System.nanoTime(), metrics);
    switch (queue.add(taken)) {
      case ACCEPTED -> taken.watch();
      case FULL -> {
        metrics.rejected.increment();
        throw new UnavailableException(
            Reason.OVERLOADED,
            "The queue of the predictor is full, with %d waiting. Send the request again later, or set a larger capacity in ServingOptions."
                .formatted(options.capacity()));
      }
      case CLOSED -> {
        metrics.rejected.increment();
        throw closed();
      }
    }
    return taken;
  }

  private UnavailableException closed() {
    var message = "The predictor is closed and accepts no requests. Start another predictor.";
    var cause = failure;
    return cause == null
        ? new UnavailableException(Reason.CLOSED, message)
        : new UnavailableException(Reason.CLOSED, message, cause);
  }

  private UnavailableException timedOut() {
    return new UnavailableException(
        Reason.TIMED_OUT,
        "The request waited for its batch longer than the timeout of %d ms. Send fewer requests at once, or set a longer timeout in ServingOptions."
            .formatted(options.timeout().toMillis()));
  }

  /**
   * Takes another model for all batches that begin from now on.
   *
   * <p>The calling thread warms it up first, while the old one answers. Each answer comes from one
   * model, and no request is lost. If the warm-up fails, the old model stays. Concurrent calls wait
   * for each other.
   *
   * @throws UnavailableException if the predictor is closed
   * @throws TreeStructureException if the example of the model has another form than the first
   *     one's
   * @throws RuntimeException the failure of the model in its warm-up
   */
  public void swap(ServedModel<I, O> next) {
    awaitReady();
    var form = Signature.of(next.example());
    if (!form.equals(signature)) {
      throw new TreeStructureException(
          "Model \"%s\" must accept the requests of \"%s\", %s, but accepts %s. Start a separate predictor for it."
              .formatted(next.version(), version(), signature.toText(), form.toText()));
    }
    swapping.lock();
    try {
      // Shared code is compiled already, so that a level time means a warm model.
      var reached = warmedUp(next, options.warmRuns());
      if (reached.end() == WarmUp.End.CLOSED) {
        throw closed();
      }
      model = next;
      warmUp = reached;
      metrics.swaps.increment();
    } finally {
      swapping.unlock();
    }
  }

  /**
   * Ends the predictor without losing a request, in three steps.
   *
   * <ol>
   *   <li>{@link #isReady} is false at once, so that no balancer sends more. Requests are still
   *       taken and answered, until none has come for a moment.
   *   <li>Requests are refused. Requests in the queue and in the model are answered.
   *   <li>Requests without an answer at the end of the time are cancelled, and counted as such. The
   *       model is interrupted.
   * </ol>
   *
   * <p>If requests keep arriving, the first step leaves the second one the timeout of the options,
   * or half of the time. Only the first of several calls does this. An interrupt shortens the
   * waits.
   *
   * @param longest the time for all steps, from zero; thirty seconds suit most services
   * @throws HyperparameterException if it is negative
   */
  public void drain(Duration longest) {
    drain(longest, () -> {});
  }

  /**
   * Ends the predictor as {@link #drain(Duration)} does, and closes the port of a server between
   * the first two steps. Requests that are then on their way are still answered.
   *
   * @param longest the time for all steps, from zero
   * @param closePort stops new requests, and returns without waiting for earlier ones
   * @throws HyperparameterException if the time is negative
   * @throws RuntimeException the failure of {@code closePort}, after the end
   */
  public void drain(Duration longest, Runnable closePort) {
    if (longest.isNegative()) {
      throw new HyperparameterException(
          "A drain needs a time of at least zero, but got %s. Pass the time that requests have to finish."
              .formatted(longest));
    }
    long end = System.nanoTime() + nanos(longest);
    var half = longest.dividedBy(2);
    var reserve = options.timeout().compareTo(half) < 0 ? options.timeout() : half;
    draining.lock();
    try {
      if (drain.begin()) {
        drain.awaitQuiet(end - nanos(reserve));
        closePort.run();
        drain.awaitStragglers(end);
      }
    } finally {
      end(end);
      draining.unlock();
    }
  }

  /**
   * Refuses requests from now on, answers waiting ones, and ends the thread.
   *
   * <p>A model that does not return within the timeout of the options is interrupted, and its
   * requests are cancelled. Use {@link #drain(Duration)} while a service still receives requests.
   */
  @Override
  public void close() {
    end(System.nanoTime() + nanos(options.timeout()));
  }

  private void end(long end) {
    queue.close();
    if (Thread.currentThread().equals(thread) || Drain.hasEnded(thread, end)) {
      return;
    }
    // This comes first, for a batch that the thread is taking right now.
    isCancelled = true;
    queue.clear().forEach(request -> request.fail(End.CANCELLED, late()));
    running.forEach(request -> request.fail(End.CANCELLED, late()));
    ready.completeExceptionally(closed());
    thread.interrupt();
    if (!Drain.hasEnded(thread, System.nanoTime() + Drain.INTERRUPTED_NANOS)) {
      LOG.log(
          Level.WARNING,
          "Model \"%s\" is still running after its predictor was closed and its thread interrupted. Make it return when its thread is interrupted, or limit the time of its calls."
              .formatted(version()));
    }
  }

  /** {@return nanoseconds; the largest long for longer times} */
  private static long nanos(Duration time) {
    return TimeUnit.NANOSECONDS.convert(time);
  }

  private static UnavailableException late() {
    return new UnavailableException(
        Reason.CLOSED,
        "The predictor ended before the model had answered the request. Send it again to another predictor.");
  }

  private void run() {
    try {
      var reached = warmedUp(model, ModelWarmUp.FULL_RUNS);
      warmUp = reached;
      if (reached.end() == WarmUp.End.CLOSED) {
        ready.completeExceptionally(closed());
      }
      ready.complete(null);
    } catch (RuntimeException | Error e) {
      failure = e;
      queue.close();
      ready.completeExceptionally(e);
    }
    long maxWait = nanos(options.maxWait());
    running = queue.take(options.maxBatch(), maxWait);
    while (!running.isEmpty()) {
      answer(running);
      running = queue.take(options.maxBatch(), maxWait);
    }
  }

  private WarmUp warmedUp(ServedModel<I, O> next, int fullRuns) {
    var example = signature.leaves(next.example());
    var reached =
        ModelWarmUp.of(fullRuns)
            .run(
                next.version(),
                options,
                size ->
                    signature.answers(next.function(), Collections.nCopies(size, example), size),
                queue::isClosed);
    if (reached.end() == WarmUp.End.CLOSED) {
      return reached;
    }
    boolean isCold = reached.end() == WarmUp.End.OUT_OF_TIME;
    LOG.log(
        isCold ? Level.WARNING : Level.INFO,
        "Model \"%s\" was warmed up in %s.%s"
            .formatted(
                next.version(),
                reached.toText(),
                isCold
                    ? " Its times may fall further: set a longer time with ServingOptions.withWarmUp."
                    : ""));
    return reached;
  }

  private void answer(List<Request<O>> taken) {
    if (failure != null) {
      taken.forEach(request -> request.fail(End.FAILED, closed()));
      return;
    }
    if (isCancelled) {
      taken.forEach(request -> request.fail(End.CANCELLED, late()));
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
      outputs = signature.answers(current.function(), leaves, size);
    } catch (RuntimeException | Error e) {
      requests.forEach(request -> request.fail(End.FAILED, e));
      return;
    }
    metrics.batch(size, requests.size());
    for (int i = 0; i < requests.size(); i++) {
      requests.get(i).complete(new Prediction<>(outputs.get(i), current.version()));
    }
  }

  /** {@return whether a request still needs its answer; ends it if it came too late} */
  private boolean isDue(Request<O> request, long now) {
    if (request.age(now) > nanos(options.timeout())) {
      request.fail(End.TIMED_OUT, timedOut());
    }
    return !request.isDone();
  }

  /** {@return the version of the model that answers now, and the options} */
  @Override
  public String toString() {
    return "BatchingPredictor of %s, %s".formatted(version(), options);
  }
}
