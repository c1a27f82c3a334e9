package io.cambric.kernels.simd.jit;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The background thread of {@link WarmUp}, which compiles pieces of vector code in order of demand.
 * Demand is the work that plain code did in place of a piece.
 *
 * <p>Pieces are held weakly while they wait. Once the programs that use a piece are collected, it
 * is not compiled.
 *
 * <p>A piece rests after each slice, to leave the processor to the JIT. On a machine with few
 * processors a piece without rests would starve the compiler threads.
 */
final class WarmUpQueue {

  private final List<WeakReference<WarmUp>> waiting = new ArrayList<>();

  /** The background thread, while all pieces rest. */
  private volatile @Nullable Thread resting;

  private final ThreadPoolExecutor thread = thread();

  private static ThreadPoolExecutor thread() {
    var executor =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              var thread = new Thread(null, task, "cambric-warm-up", 0, false);
              thread.setDaemon(true);
              return thread;
            });
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  /** Adds a piece, which then gets slices. */
  void add(WarmUp piece) {
    synchronized (waiting) {
      waiting.add(new WeakReference<>(piece));
    }
    // Each waiting piece has a task, which may take another piece.
    thread.execute(this::slice);
    LockSupport.unpark(resting);
  }

  /**
   * {@return an upper bound of the waiting pieces; collected ones count until the queue is next
   * examined}
   */
  int waiting() {
    synchronized (waiting) {
      return waiting.size();
    }
  }

  /** {@return whether any piece has a slice, or waits for one} */
  boolean isBusy() {
    return thread.getActiveCount() > 0 || !thread.getQueue().isEmpty();
  }

  private void slice() {
    var piece = next();
    if (piece != null && piece.slice()) {
      add(piece);
    }
  }

  /**
   * {@return the rested piece with the highest demand, once there is one; null if no piece waits}
   */
  private @Nullable WarmUp next() {
    while (true) {
      // The thread is set before the queue is examined, so a piece that is added later ends the
      // rest.
      resting = Thread.currentThread();
      long now = System.nanoTime();
      long rest = Long.MAX_VALUE;
      synchronized (waiting) {
        WarmUp best = null;
        WeakReference<WarmUp> place = null;
        for (var places = waiting.iterator(); places.hasNext(); ) {
          var candidate = places.next();
          var piece = candidate.get();
          if (piece == null) {
            places.remove();
            continue;
          }
          long remaining = piece.restEnd() - now;
          if (remaining > 0) {
            rest = Math.min(rest, remaining);
          } else if (best == null || piece.demand() > best.demand()) {
            best = piece;
            place = candidate;
          }
        }
        if (place != null) {
          waiting.remove(place);
        }
        if (best != null || waiting.isEmpty()) {
          resting = null;
          return best;
        }
      }
      LockSupport.parkNanos(this, rest);
      resting = null;
    }
  }
}
