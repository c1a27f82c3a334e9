package io.cambric.kernels.simd;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The background thread in which pieces of vector code have their turns: first those for which
 * plain code has worked most.
 *
 * <p>After a turn a piece rests, so that the JIT comes to compile it. On a machine with few
 * processors a piece that went on running would take them from the JIT.
 */
final class WarmUpQueue {

  private final List<WarmUp> waiting = new ArrayList<>();

  /** The thread while all that wait rest. */
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

  /** Has a piece wait for its turns. */
  void add(WarmUp piece) {
    synchronized (waiting) {
      waiting.add(piece);
    }
    // One turn for each piece that waits, though perhaps not its own.
    thread.execute(this::turn);
    LockSupport.unpark(resting);
  }

  /** {@return whether any piece has its turn, or waits for it} */
  boolean isBusy() {
    return thread.getActiveCount() > 0 || !thread.getQueue().isEmpty();
  }

  private void turn() {
    var piece = next();
    if (piece.turn()) {
      add(piece);
    }
  }

  /** Takes the piece that is wanted most of those that have rested, once there is one. */
  private WarmUp next() {
    while (true) {
      // Before it is known who waits, so that those who come later end the rest.
      resting = Thread.currentThread();
      long now = System.nanoTime();
      long rest = Long.MAX_VALUE;
      synchronized (waiting) {
        WarmUp best = null;
        for (var piece : waiting) {
          long left = piece.restEnd() - now;
          if (left > 0) {
            rest = Math.min(rest, left);
          } else if (best == null || piece.demand() > best.demand()) {
            best = piece;
          }
        }
        if (best != null) {
          waiting.remove(best);
          resting = null;
          return best;
        }
      }
      LockSupport.parkNanos(this, rest);
      resting = null;
    }
  }
}
