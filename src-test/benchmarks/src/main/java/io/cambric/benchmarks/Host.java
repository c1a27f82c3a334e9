package io.cambric.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The machine as its operating system describes it.
 *
 * @param processor name, family and model; the architecture where the system names no processor
 * @param caches of one core, from the first level on; empty where the system lists none
 */
record Host(String processor, List<String> caches) {

  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final Path CACHES = Path.of("/sys/devices/system/cpu/cpu0/cache");

  Host {
    caches = List.copyOf(caches);
  }

  /** {@return the machine of this process} */
  static Host ofThisMachine() throws IOException {
    var processors =
        Files.isReadable(PROCESSORS) ? Files.readAllLines(PROCESSORS) : List.<String>of();
    return new Host(processor(processors), caches(CACHES));
  }

  /** {@return the first processor that a file in the form of {@code /proc/cpuinfo} describes} */
  static String processor(List<String> lines) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (var line : lines) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        fields.putIfAbsent(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
      }
    }
    var name = fields.get("model name");
    if (name == null) {
      return System.getProperty("os.arch");
    }
    var family = fields.get("cpu family");
    var model = fields.get("model");
    return family == null || model == null
        ? name
        : "%s (family %s, model %s)".formatted(name, family, model);
  }

  /** {@return the data caches below a folder of {@code /sys}, such as {@code L2 1024K}} */
  static List<String> caches(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (var indices = Files.list(folder)) {
      return indices
          .filter(index -> Files.isReadable(index.resolve("size")))
          .filter(index -> !read(index, "type").equals("Instruction"))
          .map(index -> "L%s %s".formatted(read(index, "level"), read(index, "size")))
          .sorted()
          .collect(Collectors.toList());
    }
  }

  private static String read(Path index, String field) {
    try {
      return Files.readString(index.resolve(field)).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
