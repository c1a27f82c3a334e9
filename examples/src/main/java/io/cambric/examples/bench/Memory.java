package io.cambric.examples.bench;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this process holds in memory, and what its threads allocate, in bytes. */
final class Memory {

  /** The kernel's figures of this process, on Linux. */
  private static final Path STATUS = Path.of("/proc/self/status");

  private static final String RESIDENT_PEAK = "VmHWM:";

  private Memory() {}

  /**
   * {@return the most that was resident at once since the process began: heap, garbage, compiled
   * code and the JVM itself, as getrusage counts it for other programs}
   *
   * <p>Where the system does not tell, the most heap in use at once, garbage included.
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
