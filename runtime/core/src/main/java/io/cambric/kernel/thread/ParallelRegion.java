package io.cambric.kernel.thread;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A parallel region: one fork-join run of a task. It counts the chunks that are not taken and the
 * chunks that are not finished.
 *
 * <p>Each thread begins with a span of consecutive chunks. The span is the same in each run with
 * equally many chunks, so its data is in the caches of the thread. Afterwards the thread steals
 * from the ends of other spans.
 */
final class ParallelRegion {

  /** The distance of the spans of two threads, which therefore share no cache line. */
  private static final int APART = 16;

  private static final VarHandle SPANS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle UNFINISHED;

  static {
    try {
      var lookup = MethodHandles.lookup();
      UNFINISHED = lookup.findVarHandle(ParallelRegion.class, "unfinished", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int n;
  private final int chunk;
  private final int chunks;
  private final int threads;
  private final RangeTask body;
  private final Thread caller = Thread.currentThread();

  /**
   * For each thread, the first remaining chunk in the upper half, and the end of its span in the
   * lower half.
   */
  private final long[] spans;

  private volatile int unfinished;
  private volatile boolean callerParked;
  private volatile @Nullable Throwable failure;

  /**
   * Creates a region.
   *
   * @param threads the largest number of threads that may take part, including the caller
   */
  ParallelRegion(int n, int chunk, int threads, RangeTask body) {
    this.n = n;
    this.chunk = chunk;
    this.chunks = (n - 1) / chunk + 1;
    this.body = body;
    this.unfinished = chunks;
    this.threads = Math.min(threads, chunks);
    this.spans = new long[this.threads * APART];
    for (int i = 0; i < this.threads; i++) {
      spans[i * APART] = span(first(i), first(i + 1));
    }
  }

  /** {@return the number of threads that have a span} */
  int threads() {
    return threads;
  }

  private int first(int thread) {
    return (int) ((long) chunks * thread / threads);
  }

  private static long span(int from, int to) {
    return (long) from << 32 | to;
  }

  /**
   * Takes chunks until none is left.
   *
   * @param thread number of the thread; the caller is 0
   */
  void work(int thread) {
    var task = body.open();
    try {
      for (int i = 0; i < threads; i++) {
        int of = (thread + i) % threads;
        for (int taken = take(of, i == 0); taken >= 0; taken = take(of, i == 0)) {
          runChunk(task, taken);
          finished();
        }
      }
    } finally {
      task.close();
    }
  }

  /**
   * {@return a chunk of the span of a thread, or -1} The thread itself takes the first chunk, other
   * threads the last.
   */
  private int take(int thread, boolean own) {
    while (true) {
      long span = (long) SPANS.getVolatile(spans, thread * APART);
      int from = (int) (span >>> 32);
      int to = (int) span;
      if (from >= to) {
        return -1;
      }
      long left = own ? span(from + 1, to) : span(from, to - 1);
      if (SPANS.compareAndSet(spans, thread * APART, span, left)) {
        return own ? from : to - 1;
      }
    }
  }

  private void finished() {
    int left = (int) UNFINISHED.getAndAdd(this, -1) - 1;
    if (left == 0 && callerParked) {
      LockSupport.unpark(caller);
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
    var spin = new SpinWait();
    while (unfinished > 0) {
      if (!spin.spin()) {
        callerParked = true;
        if (unfinished > 0) {
          LockSupport.park(this);
        }
      }
    }
  }

  /** Throws the exception of a chunk, if there is one. */
  void rethrow() {
    Throwable thrown = failure;
    if (thrown != null) {
      ParallelRegion.<RuntimeException>sneaky(thrown);
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneaky(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
