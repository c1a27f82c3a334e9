package io.cambric.nn.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The machine and the JVM that a training runs on. */
final class Machine {

  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final String MODEL = "model name";
  private static final long MEBIBYTE = 1L << 20;

  private Machine() {}

  /** {@return its properties by name, in order} */
  static Map<String, String> describe() {
    var machine = new LinkedHashMap<String, String>();
    var runtime = Runtime.getRuntime();
    machine.put(
        "Processor", "%s, %d threads".formatted(processor(), runtime.availableProcessors()));
    machine.put(
        "System",
        "%s %s".formatted(System.getProperty("os.name"), System.getProperty("os.version")));
    machine.put("JVM", "%s %s".formatted(System.getProperty("java.vm.name"), Runtime.version()));
    machine.put("Heap", "up to %d MiB".formatted(runtime.maxMemory() / MEBIBYTE));
    return machine;
  }

  /** {@return the name of the processor; the architecture where the system names none} */
  private static String processor() {
    var architecture = System.getProperty("os.arch");
    if (!Files.isReadable(PROCESSORS)) {
      return architecture;
    }
    try (var lines = Files.lines(PROCESSORS)) {
      return lines
          .filter(line -> line.startsWith(MODEL) && line.indexOf(':') > 0)
          .findFirst()
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .orElse(architecture);
    } catch (IOException e) {
      return architecture;
    }
  }
}
