package io.cambric.kernels.simd;

import java.lang.ref.WeakReference;
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
 * <p>Pieces are held weakly while they wait: where the programs that use one are gone, nobody needs
 * it compiled.
 *
 * <p>After a turn a piece rests, so that the JIT comes to compile it. On a machine with few
 * processors a piece that went on running would take them from the JIT.
 */
final class WarmUpQueue {

  private final List<WeakReference<WarmUp>> waiting = new ArrayList<>();

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
      waiting.add(new WeakReference<>(piece));
    }
    // One turn for each piece that waits, though perhaps not its own.
    thread.execute(this::slice);
    LockSupport.unpark(resting);
  }

  /** {@return how many pieces wait, or did when somebody last looked for the next one} */
  int waiting() {
    synchronized (waiting) {
      return waiting.size();
    }
  }

  /** {@return whether any piece has its turn, or waits for it} */
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
   * {@return the piece with the highest demand of those that have rested, once there is one; null
   * where none waits any more}
   */
  private @Nullable WarmUp next() {
    while (true) {
      // Before it is known who waits, so that those who come later end the rest.
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
          long left = piece.restEnd() - now;
          if (left > 0) {
            rest = Math.min(rest, left);
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
