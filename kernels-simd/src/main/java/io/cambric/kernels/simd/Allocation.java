package io.cambric.kernels.simd;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** How much memory a thread has allocated. */
final class Allocation {

  /** What a JVM answers that does not count. */
  static final long UNKNOWN = -1;

  /** Found once: looking for it makes objects itself. */
  private static final @Nullable ThreadMXBean THREADS =
      ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
              && threads.isThreadAllocatedMemorySupported()
          ? threads
          : null;

  private Allocation() {}

  /**
   * {@return the bytes that this thread has allocated so far, or {@link #UNKNOWN} where the JVM
   * does not count them, or was told not to}
   */
  static long bytes() {
    return THREADS == null ? UNKNOWN : THREADS.getCurrentThreadAllocatedBytes();
  }
}
