package io.cambric.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One parallel run of a task: the chunks not yet taken and the chunks not yet finished. */
final class Region {

  /** Long enough to bridge a chunk that is nearly done, short against a time slice. */
  private static final int SPINS = 2_000;

  private static final VarHandle NEXT;
  private static final VarHandle UNFINISHED;

  static {
    try {
      var lookup = MethodHandles.lookup();
      NEXT = lookup.findVarHandle(Region.class, "next", int.class);
      UNFINISHED = lookup.findVarHandle(Region.class, "unfinished", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int n;
  private final int chunk;
  private final int chunks;
  private final RangeTask body;
  private final Thread caller = Thread.currentThread();

  @SuppressWarnings("unused") // through NEXT
  private int next;

  private volatile int unfinished;
  private volatile boolean callerParked;
  private volatile @Nullable Throwable failure;

  Region(int n, int chunk, RangeTask body) {
    this.n = n;
    this.chunk = chunk;
    this.chunks = (n - 1) / chunk + 1;
    this.body = body;
    this.unfinished = chunks;
  }

  int chunks() {
    return chunks;
  }

  /** Takes chunks until none is left. */
  void work() {
    var task = body.open();
    try {
      work(task);
    } finally {
      task.close();
    }
  }

  private void work(RangeTask task) {
    while (true) {
      int taken = (int) NEXT.getAndAdd(this, 1);
      if (taken >= chunks) {
        return;
      }
      runChunk(task, taken);
      int left = (int) UNFINISHED.getAndAdd(this, -1) - 1;
      if (left == 0 && callerParked) {
        LockSupport.unpark(caller);
      }
    }
  }

  private void runChunk(RangeTask task, int index) {
    if (failure != null) {
      return;
    }
    int from = index * chunk;
    try {
      task.run(from, from + Math.min(chunk, n - from));
    } catch (Throwable e) {
      failure = e;
    }
  }

  /** Waits until every chunk is finished. */
  void await() {
    for (int spin = 0; unfinished > 0; spin++) {
      if (spin < SPINS) {
        Thread.onSpinWait();
      } else {
        callerParked = true;
        if (unfinished > 0) {
          LockSupport.park(this);
        }
      }
    }
  }

  /** Throws what a chunk threw. */
  void rethrow() {
    Throwable thrown = failure;
    if (thrown != null) {
      Region.<RuntimeException>sneaky(thrown);
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneaky(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
