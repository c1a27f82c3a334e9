package io.cambric.nn.serving;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The waiting requests, at most as many as the capacity; mutable, for many adding threads and one
 * that takes batches.
 *
 * <p>The taking thread is woken when its batch is full or its wait is over, not by each request.
 */
final class RequestQueue<O> {

  /** How a request was received. */
  enum Entry {
    ACCEPTED,
    FULL,
    CLOSED
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<Request<O>> waiting = new ArrayDeque<>();
  private final int capacity;
  private boolean closed;
  private long accepted;
  private long lastArrival;

  /** The number of requests that wakes the taking thread. */
  private int needed = 1;

  RequestQueue(int capacity) {
    this.capacity = capacity;
    lastArrival = System.nanoTime();
  }

  Entry add(Request<O> request) {
    lock.lock();
    try {
      if (closed) {
        return Entry.CLOSED;
      }
      if (waiting.size() >= capacity) {
        return Entry.FULL;
      }
      waiting.add(request);
      accepted++;
      lastArrival = System.nanoTime();
      if (waiting.size() >= needed) {
        changed.signal();
      }
      return Entry.ACCEPTED;
    } finally {
      lock.unlock();
    }
  }

  /** {@return the number of requests that were taken so far} */
  long accepted() {
    lock.lock();
    try {
      return accepted;
    } finally {
      lock.unlock();
    }
  }

  /** {@return when the last request was taken, by the clock of {@link System#nanoTime}} */
  long lastArrival() {
    lock.lock();
    try {
      return lastArrival;
    } finally {
      lock.unlock();
    }
  }

  /** {@return the number of requests that wait} */
  int size() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** Refuses requests from now on; waiting ones can still be taken. */
  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** {@return the waiting requests, after removing them} */
  List<Request<O>> clear() {
    lock.lock();
    try {
      var rest = List.copyOf(waiting);
      waiting.clear();
      return rest;
    } finally {
      lock.unlock();
    }
  }

  /**
   * {@return the next requests in their order, as soon as they fill a batch or the first has waited
   * long enough; none once the queue is closed and empty}
   *
   * @param most requests of a batch
   * @param maxWait nanoseconds from the arrival of the first
   */
  List<Request<O>> take(int most, long maxWait) {
    lock.lock();
    try {
      needed = 1;
      while (waiting.isEmpty() && !closed) {
        await(Long.MAX_VALUE);
      }
      needed = most;
      while (!waiting.isEmpty() && waiting.size() < most && !closed) {
        long rest = maxWait - waiting.getFirst().age(System.nanoTime());
        if (rest <= 0) {
          break;
        }
        await(rest);
      }
      var batch = new ArrayList<Request<O>>();
      while (!waiting.isEmpty() && batch.size() < most) {
        batch.add(waiting.removeFirst());
      }
      return batch;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a signal; callers check again, because the wait may end early. */
  private void await(long nanos) {
    try {
      var _ = changed.awaitNanos(nanos);
    } catch (InterruptedException e) {
      // The taking thread ends by closing; a model that interrupts it does not stop the service.
    }
  }
}
