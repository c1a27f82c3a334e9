package io.cambric.benchmarks;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Memory counters of this process: resident bytes, bytes in use on the heap, and allocated bytes.
 */
final class Memory {

  /** The kernel's figures of this process, on Linux. */
  private static final Path STATUS = Path.of("/proc/self/status");

  private static final String RESIDENT_PEAK = "VmHWM:";

  private Memory() {}

  /**
   * {@return the peak of resident memory since the process began, as getrusage counts it for other
   * programs}
   *
   * <p>Resident memory holds heap, garbage, compiled code and the JVM itself. Where the system has
   * no such figure, the result is the peak of heap in use, garbage included.
   */
  static long peak() throws IOException {
    return Files.isReadable(STATUS) ? residentPeak() : heapPeak();
  }

  private static long residentPeak() throws IOException {
    try (var lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith(RESIDENT_PEAK))
          .map(line -> line.substring(RESIDENT_PEAK.length()).replace("kB", "").strip())
          .mapToLong(kilobytes -> 1024 * Long.parseLong(kilobytes))
          .findFirst()
          .orElseGet(Memory::heapPeak);
    }
  }

  private static long heapPeak() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }

  /** {@return heap in use after garbage has been collected} */
  static long live() {
    System.gc();
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getUsage)
        .mapToLong(usage -> usage.getUsed())
        .sum();
  }

  /** {@return heap that all threads together have allocated since the process began} */
  static long allocated() {
    return ManagementFactory.getPlatformMXBean(ThreadMXBean.class).getTotalThreadAllocatedBytes();
  }
}
