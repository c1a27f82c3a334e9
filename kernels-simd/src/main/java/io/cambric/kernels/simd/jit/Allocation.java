package io.cambric.kernels.simd.jit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/**
 * The allocation counter of the current thread, read through {@link ThreadMXBean}. {@link WarmUp}
 * uses it: code that allocates nothing has been compiled without boxed vectors.
 */
final class Allocation {

  /** The answer of a JVM without such a counter. */
  static final long UNKNOWN = -1;

  /** Looked up once, because the look-up allocates. */
  private static final @Nullable ThreadMXBean THREADS =
      ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
              && threads.isThreadAllocatedMemorySupported()
          ? threads
          : null;

  private Allocation() {}

  /**
   * {@return the bytes that this thread has allocated so far, or {@link #UNKNOWN}} A JVM may not
   * support the counter, or it may be switched off.
   */
  static long bytes() {
    return THREADS == null ? UNKNOWN : THREADS.getCurrentThreadAllocatedBytes();
  }
}
