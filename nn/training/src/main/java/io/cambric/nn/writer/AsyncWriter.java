package io.cambric.nn.writer;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A writer that passes everything to another writer, in order, on a separate thread. Several
 * threads may use it.
 *
 * <p>Calls return at once unless the queue is full; then they wait for space. Maps and arrays are
 * copied, so arrays may be donated afterwards. The next {@link #flush} or {@link #close} throws an
 * exception of the other writer. Later calls are written nevertheless.
 *
 * {@snippet :
 * try (var writer = AsyncWriter.of(MlflowWriter.of(server, "digits", "wide"))) {
 *   train(writer);
 * }
 * }
 */
public final class AsyncWriter implements MetricWriter {

  private static final int CAPACITY = 256;

  private final MetricWriter writer;
  private final BlockingQueue<Runnable> queue;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final Thread thread;

  /** Read and written by the thread alone. */
  private boolean ended;

  /** Guarded by this. */
  private boolean closed;

  private AsyncWriter(MetricWriter writer, int capacity) {
    this.writer = writer;
    queue = new ArrayBlockingQueue<>(capacity);
    thread = Thread.ofPlatform().daemon().name("cambric-metrics").unstarted(this::run);
  }

  /** {@return a writer with a queue of up to 256 calls} */
  public static AsyncWriter of(MetricWriter writer) {
    return of(writer, CAPACITY);
  }

  /**
   * {@return a writer with a queue of given capacity}
   *
   * @param writer closed by this one
   * @param capacity the maximum of waiting calls, at least 1
   */
  public static AsyncWriter of(MetricWriter writer, int capacity) {
    var async = new AsyncWriter(writer, Math.max(1, capacity));
    async.thread.start();
    return async;
  }

  private void run() {
    while (!ended) {
      try {
        queue.take().run();
      } catch (InterruptedException e) {
        // Only this class knows the thread, which ends by a call.
      } catch (RuntimeException | Error e) {
        failed(e);
      }
    }
  }

  private void failed(Throwable e) {
    var first = failure.compareAndExchange(null, e);
    if (first != null && first != e) {
      first.addSuppressed(e);
    }
  }

  private void put(Runnable call) {
    synchronized (this) {
      if (!closed) {
        uninterruptibly(() -> queue.put(call));
      }
    }
  }

  @Override
  public void writeScalars(long step, Map<String, Double> values) {
    var copies = copy(values, value -> value);
    put(() -> writer.writeScalars(step, copies));
  }

  @Override
  public void writeHistograms(long step, Map<String, Array> values) {
    var copies = copy(values, AsyncWriter::copy);
    put(() -> writer.writeHistograms(step, copies));
  }

  @Override
  public void writeImages(long step, Map<String, Array> images) {
    var copies = copy(images, AsyncWriter::copy);
    put(() -> writer.writeImages(step, copies));
  }

  private static Array copy(Array array) {
    var values = array.concrete("Writing an array");
    return NdArray.of(values.aval(), values.buffer().copyOf(values.offset(), values.size()));
  }

  @Override
  public void writeTexts(long step, Map<String, String> texts) {
    var copies = copy(texts, text -> text);
    put(() -> writer.writeTexts(step, copies));
  }

  @Override
  public void writeHyperparameters(Map<String, ?> values) {
    var copies = new LinkedHashMap<String, String>();
    values.forEach((name, value) -> copies.put(name, String.valueOf(value)));
    put(() -> writer.writeHyperparameters(copies));
  }

  private static <T> Map<String, T> copy(Map<String, T> values, UnaryOperator<T> copy) {
    var copies = new LinkedHashMap<String, T>();
    values.forEach((name, value) -> copies.put(name, copy.apply(value)));
    return Collections.unmodifiableMap(copies);
  }

  /**
   * Waits until everything is written and flushed.
   *
   * @throws RuntimeException the first of the other writer since the last flush
   */
  @Override
  public void flush() {
    var done = new CountDownLatch(1);
    synchronized (this) {
      if (closed) {
        return;
      }
      put(() -> {
        try {
          writer.flush();
        } finally {
          done.countDown();
        }
      });
    }
    uninterruptibly(done::await);
    throwFailure();
  }

  /**
   * Waits until everything is written, closes the other writer, and ends the thread.
   *
   * @throws RuntimeException the first of the other writer since the last flush
   */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      put(() -> {
        ended = true;
        writer.close();
      });
      closed = true;
    }
    uninterruptibly(thread::join);
    throwFailure();
  }

  private void throwFailure() {
    switch (failure.getAndSet(null)) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> {}
    }
  }

  /** A wait. */
  private interface Wait {

    void await() throws InterruptedException;
  }

  /**
   * Waits without regard to interrupts, as a metric must not be lost, and restores the interrupt
   * for the caller.
   */
  private static void uninterruptibly(Wait wait) {
    boolean interrupted = false;
    while (true) {
      try {
        wait.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** {@return the text of the underlying writer} */
  @Override
  public String toString() {
    return "AsyncWriter of " + writer;
  }
}
