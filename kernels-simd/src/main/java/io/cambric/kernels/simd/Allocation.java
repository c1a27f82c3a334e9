package io.cambric.kernels.simd;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** How much memory a thread has allocated. */
final class Allocation {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocation() {}

  /** {@return the bytes that this thread has allocated so far} */
  static long bytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
